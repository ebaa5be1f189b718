import { LRUCache } from 'lru-cache';
import type { ManuscriptRow } from './manuscript.ts';

export interface KeptHead<R extends ManuscriptRow> {
  readonly head: R;
  /** What waits in its row, by changeId; grows with each change that waits, too. */
  readonly waiting: Set<string>;
}

/** What a head costs beside its text, and a changeId, in UTF-16 units. */
const headUnits = 1000;
const changeIdUnits = 50;

const unitsOf = <R extends ManuscriptRow>({ head, waiting }: KeptHead<R>): number =>
  headUnits + head.content.length + waiting.size * changeIdUnits;

/**
 * The heads that were saved last, for the next change to each of them. What is here may be old: only the comparison of versions
 * in the database says whether a save that was decided on it counts. So any number of processes may keep the same head.
 * Not a Map that forgets and keeps a head at every save: the tables that it outgrows would hold the texts until a full collection.
 */
export class HeadCache<R extends ManuscriptRow> {
  readonly #heads: LRUCache<string, KeptHead<R>>;

  /** @param maxUnits bound of all texts together, in UTF-16 units */
  constructor(maxUnits = 32_000_000) {
    this.#heads = new LRUCache<string, KeptHead<R>>({ maxSize: maxUnits, sizeCalculation: unitsOf });
  }

  find(id: string): KeptHead<R> | null {
    return this.#heads.get(id) ?? null;
  }

  /** Keeps a head in place of an older one of the same id; those not used for longest make room. */
  keep(kept: KeptHead<R>): void {
    this.#heads.set(kept.head._id, kept);
  }

  drop(id: string): void {
    this.#heads.delete(id);
  }
}
