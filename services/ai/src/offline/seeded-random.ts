/** Picks items of lists in an order that depends only on the seed. No item comes again before its list is used up. */
export class SeededRandom {
  #state: number;
  readonly #remaining = new Map<readonly string[], string[]>();

  constructor(seed: string) {
    this.#state =
      [...seed].reduce((hash, character) => Math.imul(hash ^ character.charCodeAt(0), 16_777_619), 2_166_136_261) >>> 0;
  }

  /**
   * The next integer of this seed's sequence, with 0 ≤ integer < max. A linear congruential generator is good enough
   * for choosing sentences.
   */
  nextInteger(max: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * max);
  }

  /** The next item of a list; an empty string when the list is empty. */
  pick(list: readonly string[]): string {
    let items = this.#remaining.get(list);
    if (!items || items.length === 0) {
      items = [...list];
      for (let index = items.length - 1; index > 0; index -= 1) {
        const other = this.nextInteger(index + 1);
        [items[index], items[other]] = [items[other] as string, items[index] as string];
      }
      this.#remaining.set(list, items);
    }
    return items.pop() ?? '';
  }
}
