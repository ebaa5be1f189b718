import type { Random } from '../random.ts';

/** Gives the items of a list in random order, all of them before one is repeated. */
export class ShuffleBag<T> {
  readonly #random: Random;
  readonly #items: readonly T[];
  #rest: T[] = [];

  constructor(random: Random, items: readonly T[]) {
    this.#random = random;
    this.#items = items;
  }

  /** @throws when the list is empty */
  next(): T {
    if (this.#rest.length === 0) this.#rest = this.#random.shuffle(this.#items);
    if (this.#rest.length === 0) throw new Error('The bag has no items.');
    return this.#rest.pop() as T;
  }
}
