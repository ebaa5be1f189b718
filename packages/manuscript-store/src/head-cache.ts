import { LRUCache } from 'lru-cache';
import type { ManuscriptHead } from './manuscript.ts';

export interface CachedHead<R extends ManuscriptHead> {
  readonly head: R;
  /** Ids of the pending changes in its row; extended with each appended change. */
  readonly pendingIds: Set<string>;
}

/** Estimated memory of a head without its text, and of a changeId, in UTF-16 units. */
const headUnits = 1000;
const changeIdUnits = 50;

const unitsOf = <R extends ManuscriptHead>({ head, pendingIds }: CachedHead<R>): number =>
  headUnits + head.content.length + pendingIds.size * changeIdUnits;

/**
 * LRU cache of the heads that this process saved most recently, so that the next change needs no read. Several
 * processes may cache the same head, so entries may be stale; the version check in the database decides whether a save
 * is written. It uses LRUCache, because a Map that grows and shrinks keeps old texts in memory until a full garbage
 * collection.
 */
export class HeadCache<R extends ManuscriptHead> {
  readonly #heads: LRUCache<string, CachedHead<R>>;

  /** @param maxUnits limit of all cached texts together, in UTF-16 units */
  constructor(maxUnits = 32_000_000) {
    this.#heads = new LRUCache<string, CachedHead<R>>({ maxSize: maxUnits, sizeCalculation: unitsOf });
  }

  get(id: string): CachedHead<R> | null {
    return this.#heads.get(id) ?? null;
  }

  /** Caches a head; evicts the least recently used ones beyond the limit. */
  set(entry: CachedHead<R>): void {
    this.#heads.set(entry.head._id, entry);
  }

  delete(id: string): void {
    this.#heads.delete(id);
  }
}
