import { type ChangeDesc, ChangeSet, type Text } from '@codemirror/state';

interface Edit { readonly from: number; readonly to: number; readonly insert: string }
/** One place of a change: where its words stand in the text after it, and what stood there before. */
export interface ChangedPlace { readonly from: number; readonly to: number; readonly inserted: string; readonly removed: string }

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
  changes.iterChanges((fromA, toA, from, to, inserted) => void places.push({ from, to, inserted: inserted.toString(), removed: before.sliceString(fromA, toA) }));
  return places;
}

/** What brings the text from before back into `now`; null when somebody has changed one of the places since. */
export function inverseEdits(places: readonly ChangedPlace[], later: ChangeDesc, now: Text): Edit[] | null {
  const edits = possibleEdits(places, later, now);
  return edits.length === places.length ? edits : null;
}

/** The same for the places that nobody has changed since; the others stay as they are. */
export const possibleEdits = (places: readonly ChangedPlace[], later: ChangeDesc, now: Text): Edit[] => places.flatMap((place) => inverseOf(place, later, now) ?? []);

function inverseOf(place: ChangedPlace, later: ChangeDesc, now: Text): Edit | null {
  // Nothing stands where words were left out: only an untouched place is surely still the same.
  if (place.inserted === '' && later.touchesRange(place.from) !== false) return null;
  const from = later.mapPos(place.from, 1);
  const to = place.inserted === '' ? from : later.mapPos(place.to, -1);
  return to < from || now.sliceString(from, to) !== place.inserted ? null : { from, to, insert: place.removed };
}

/** Remembers changes from the first one on that may be taken back. */
export class ChangeLog {
  readonly #changes: ChangeDesc[] = [];
  #isNeeded = false;

  note(changes: ChangeSet): void {
    if (this.#isNeeded) this.#changes.push(changes.desc);
  }

  /** Answers what happened after this moment, in a text that was `length` UTF-16 units long. */
  from(length: number): () => ChangeDesc {
    this.#isNeeded = true;
    const start = this.#changes.length;
    return () => this.#changes.slice(start).reduce<ChangeDesc>((all, each) => all.composeDesc(each), ChangeSet.empty(length).desc);
  }
}
