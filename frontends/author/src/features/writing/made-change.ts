import { diffToChanges } from '@inkbear/prose/changes';
import type { TextEdit } from '@inkbear/prose/text-edit';
import { type ChangeDesc, ChangeSet, type Text } from '@codemirror/state';

/** One edited range of a change: its position in the text after the change, and the text that it replaced. */
export interface ChangedPlace {
  readonly from: number;
  readonly to: number;
  readonly inserted: string;
  readonly removed: string;
}

/** A change that has been applied in an editor, with what is needed to revert it later. */
export interface MadeChange {
  /** The whole text directly after the change. */
  readonly text: Text;
  readonly places: readonly ChangedPlace[];
  /**
   * Reverts only this change, at its current position. Returns false when the changed text was edited since, and null
   * when the editor is closed.
   */
  readonly undo: () => boolean | null;
}

/** The edited ranges of a change set. @param before the text before it */
export function placesOf(changes: ChangeSet, before: Text): ChangedPlace[] {
  const places: ChangedPlace[] = [];
  changes.iterChanges(
    (fromA, toA, from, to, inserted) =>
      void places.push({ from, to, inserted: inserted.toString(), removed: before.sliceString(fromA, toA) }),
  );
  return places;
}

/**
 * The edits that revert all places; null when one of them was edited since.
 * @param later the changes since then
 * @param now the current text
 */
export function inverseEdits(places: readonly ChangedPlace[], later: ChangeDesc, now: Text): TextEdit[] | null {
  const edits = possibleEdits(places, later, now);
  return edits.length === places.length ? edits : null;
}

/** Like `inverseEdits`, but skips the places that were edited since. */
export const possibleEdits = (places: readonly ChangedPlace[], later: ChangeDesc, now: Text): TextEdit[] =>
  places.flatMap((place) => inverseOf(place, later, now) ?? []);

function inverseOf(place: ChangedPlace, later: ChangeDesc, now: Text): TextEdit | null {
  // After a deletion there is no text to compare, so the place must be untouched.
  if (place.inserted === '' && later.touchesRange(place.from) !== false) return null;
  const from = later.mapPos(place.from, 1);
  const to = place.inserted === '' ? from : later.mapPos(place.to, -1);
  return to < from || now.sliceString(from, to) !== place.inserted ? null : { from, to, insert: place.removed };
}

/** How long, in milliseconds, every later step is recorded: longer than any toast offers Undo. */
const recordedMs = 120_000;

/**
 * The changes since a given change. At first every step is recorded and composed; after `recordedMs` they are computed
 * as a diff of the two texts.
 */
export class LaterChanges {
  readonly #text: Text;
  readonly #until: number;
  #all: ChangeDesc;

  /** @param text the text directly after the given change */
  constructor(text: Text, now: number) {
    this.#text = text;
    this.#until = now + recordedMs;
    this.#all = ChangeSet.empty(text.length).desc;
  }

  /** Whether steps are still recorded. */
  isRecording(now: number): boolean {
    return now < this.#until;
  }

  record(changes: ChangeSet): void {
    this.#all = this.#all.composeDesc(changes.desc);
  }

  /** All changes since the given one. @param text the current text */
  upTo(text: Text, now: number): ChangeDesc {
    return this.isRecording(now) ? this.#all : diffToChanges(this.#text.toString(), text.toString()).desc;
  }
}
