import { diffToChanges } from '@inkbear/prose/changes';
import type { TextEdit } from '@inkbear/prose/text-edit';
import { type ChangeDesc, ChangeSet, type Text } from '@codemirror/state';

/** One place of a change: its position in the text after the change, and the text that it replaced. */
export interface ChangedPlace {
  readonly from: number;
  readonly to: number;
  readonly inserted: string;
  readonly removed: string;
}

/** A change that was applied in an editor. */
export interface MadeChange {
  /** The whole text right after it. */
  readonly text: Text;
  readonly places: readonly ChangedPlace[];
  /**
   * Reverts exactly this change at its current position; false when that text was changed since, null when the editor
   * is closed.
   */
  readonly undo: () => boolean | null;
}

export function placesOf(changes: ChangeSet, before: Text): ChangedPlace[] {
  const places: ChangedPlace[] = [];
  changes.iterChanges(
    (fromA, toA, from, to, inserted) =>
      void places.push({ from, to, inserted: inserted.toString(), removed: before.sliceString(fromA, toA) }),
  );
  return places;
}

/** The edits that revert the places in `now`; null when one of the places was changed since. */
export function inverseEdits(places: readonly ChangedPlace[], later: ChangeDesc, now: Text): TextEdit[] | null {
  const edits = possibleEdits(places, later, now);
  return edits.length === places.length ? edits : null;
}

/** Reverts only the places that were not changed since. */
export const possibleEdits = (places: readonly ChangedPlace[], later: ChangeDesc, now: Text): TextEdit[] =>
  places.flatMap((place) => inverseOf(place, later, now) ?? []);

function inverseOf(place: ChangedPlace, later: ChangeDesc, now: Text): TextEdit | null {
  // After a deletion there is no text to compare, so the place must be untouched.
  if (place.inserted === '' && later.touchesRange(place.from) !== false) return null;
  const from = later.mapPos(place.from, 1);
  const to = place.inserted === '' ? from : later.mapPos(place.to, -1);
  return to < from || now.sliceString(from, to) !== place.inserted ? null : { from, to, insert: place.removed };
}

/** How long, in milliseconds, every step is recorded: longer than any Undo is offered. */
const recordedMs = 120_000;

/** The changes after a given change: composed step by step at first, and later computed as a diff of the two texts. */
export class LaterChanges {
  readonly #text: Text;
  readonly #until: number;
  #all: ChangeDesc;

  /** @param text right after the change */
  constructor(text: Text, now: number) {
    this.#text = text;
    this.#until = now + recordedMs;
    this.#all = ChangeSet.empty(text.length).desc;
  }

  /** False once steps are no longer recorded. */
  isRecording(now: number): boolean {
    return now < this.#until;
  }

  record(changes: ChangeSet): void {
    this.#all = this.#all.composeDesc(changes.desc);
  }

  /** All changes up to the current `text`. */
  upTo(text: Text, now: number): ChangeDesc {
    return this.isRecording(now) ? this.#all : diffToChanges(this.#text.toString(), text.toString()).desc;
  }
}
