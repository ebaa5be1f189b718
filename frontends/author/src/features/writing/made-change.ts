import { diffToChanges } from '@inkbear/prose/changes';
import type { TextEdit } from '@inkbear/prose/text-edit';
import { type ChangeDesc, ChangeSet, type Text } from '@codemirror/state';

/** One place of a change: where its words stand in the text after it, and what stood there before. */
export interface ChangedPlace {
  readonly from: number;
  readonly to: number;
  readonly inserted: string;
  readonly removed: string;
}

/** A change that was made in an editor. */
export interface MadeChange {
  /** The whole text right after it. */
  readonly text: Text;
  readonly places: readonly ChangedPlace[];
  /** Takes exactly this change back, wherever its words stand now; false when they were changed since, null when the editor is closed. */
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

/** What brings the text from before back into `now`; null when somebody has changed one of the places since. */
export function inverseEdits(places: readonly ChangedPlace[], later: ChangeDesc, now: Text): TextEdit[] | null {
  const edits = possibleEdits(places, later, now);
  return edits.length === places.length ? edits : null;
}

/** The same for the places that nobody has changed since; the others stay as they are. */
export const possibleEdits = (places: readonly ChangedPlace[], later: ChangeDesc, now: Text): TextEdit[] =>
  places.flatMap((place) => inverseOf(place, later, now) ?? []);

function inverseOf(place: ChangedPlace, later: ChangeDesc, now: Text): TextEdit | null {
  // Nothing stands where words were left out: only an untouched place is surely still the same.
  if (place.inserted === '' && later.touchesRange(place.from) !== false) return null;
  const from = later.mapPos(place.from, 1);
  const to = place.inserted === '' ? from : later.mapPos(place.to, -1);
  return to < from || now.sliceString(from, to) !== place.inserted ? null : { from, to, insert: place.removed };
}

/** Milliseconds for which every step is remembered: longer than any Undo is offered. */
const rememberedMs = 120_000;

/** What happened after a change, composed step by step; later on it is seen from the two texts. */
export class LaterChanges {
  readonly #text: Text;
  readonly #until: number;
  #all: ChangeDesc;

  /** @param text right after the change */
  constructor(text: Text, now: number) {
    this.#text = text;
    this.#until = now + rememberedMs;
    this.#all = ChangeSet.empty(text.length).desc;
  }

  /** False when nothing more has to be noted. */
  isOpen(now: number): boolean {
    return now < this.#until;
  }

  note(changes: ChangeSet): void {
    this.#all = this.#all.composeDesc(changes.desc);
  }

  /** Everything up to `text`, the present one. */
  upTo(text: Text, now: number): ChangeDesc {
    return this.isOpen(now) ? this.#all : diffToChanges(this.#text.toString(), text.toString()).desc;
  }
}
