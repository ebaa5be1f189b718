import { LRUCache } from 'lru-cache';
import type { ManuscriptRow } from './manuscript.ts';

/** What a row costs beside its texts, in UTF-16 units. */
const rowUnits = 1000;

const unitsOf = ({ content, recent }: ManuscriptRow): number => rowUnits + content.length + recent.reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * The heads that were saved last, for the next change to each of them. What is here may be old: only the comparison of versions
 * in the database says whether a save that was decided on it counts. So any number of processes may keep the same head.
 * Not a Map that forgets and keeps a row at every save: the tables that it outgrows would hold the texts until a full collection.
 */
export class HeadCache<R extends ManuscriptRow> {
  readonly #rows: LRUCache<string, R>;

  /** @param maxUnits bound of all texts together, in UTF-16 units */
  constructor(maxUnits = 32_000_000) {
    this.#rows = new LRUCache<string, R>({ maxSize: maxUnits, sizeCalculation: unitsOf });
  }

  find(id: string): R | null {
    return this.#rows.get(id) ?? null;
  }

  /** Keeps a head in place of an older one of the same id; those not used for longest make room. */
  keep(row: R): void {
    this.#rows.set(row._id, row);
  }

  drop(id: string): void {
    this.#rows.delete(id);
  }
}
