import type { ManuscriptRow } from './manuscript.ts';

/** What a row costs beside its texts, in UTF-16 units. */
const rowUnits = 1000;

/**
 * The heads that were saved last, for the next change to each of them. What is here may be old: only the comparison of versions
 * in the database says whether a save that was decided on it counts. So any number of processes may keep the same head.
 */
export class HeadCache<R extends ManuscriptRow> {
  readonly #rows = new Map<string, { row: R; units: number }>();
  readonly #maxUnits: number;
  #units = 0;

  /** @param maxUnits bound of all texts together, in UTF-16 units */
  constructor(maxUnits = 32_000_000) {
    this.#maxUnits = maxUnits;
  }

  find(id: string): R | null {
    return this.#rows.get(id)?.row ?? null;
  }

  /** Keeps a head in place of an older one of the same id; those not saved for longest make room. */
  keep(row: R): void {
    this.drop(row._id);
    const units = rowUnits + row.content.length + row.recent.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#rows.set(row._id, { row, units });
    this.#units += units;
    for (const id of this.#rows.keys()) {
      if (this.#units <= this.#maxUnits) return;
      this.drop(id);
    }
  }

  drop(id: string): void {
    this.#units -= this.#rows.get(id)?.units ?? 0;
    this.#rows.delete(id);
  }
}
