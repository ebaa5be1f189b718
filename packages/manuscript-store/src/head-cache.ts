import { LRUCache } from 'lru-cache';
import type { ManuscriptRow } from './manuscript.ts';

export interface CachedHead<R extends ManuscriptRow> {
  readonly head: R;
  /** What waits in its row, by changeId; grows with each change that waits, too. */
  readonly pendingIds: Set<string>;
}

/** What a head costs beside its text, and a changeId, in UTF-16 units. */
const headUnits = 1000;
const changeIdUnits = 50;

const unitsOf = <R extends ManuscriptRow>({ head, pendingIds }: CachedHead<R>): number =>
  headUnits + head.content.length + pendingIds.size * changeIdUnits;

/**
 * The heads that were saved last, for the next change to each of them. What is here may be old: only the comparison of versions
 * in the database says whether a save that was decided on it counts. So any number of processes may keep the same head.
 * Not a Map that forgets and keeps a head at every save: the tables that it outgrows would hold the texts until a full collection.
 */
export class HeadCache<R extends ManuscriptRow> {
  readonly #heads: LRUCache<string, CachedHead<R>>;

  /** @param maxUnits bound of all texts together, in UTF-16 units */
  constructor(maxUnits = 32_000_000) {
    this.#heads = new LRUCache<string, CachedHead<R>>({ maxSize: maxUnits, sizeCalculation: unitsOf });
  }

  get(id: string): CachedHead<R> | null {
    return this.#heads.get(id) ?? null;
  }

  /** Keeps a head in place of an older one of the same id; those not used for longest make room. */
  set(kept: CachedHead<R>): void {
    this.#heads.set(kept.head._id, kept);
  }

  delete(id: string): void {
    this.#heads.delete(id);
  }
}
