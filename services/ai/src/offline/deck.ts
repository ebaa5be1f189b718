/** Draws items from lists in an order that depends only on the seed. A list is used up before it is shuffled again. */
export class Deck {
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
  draw(list: readonly string[]): string {
    let cards = this.#remaining.get(list);
    if (!cards || cards.length === 0) {
      cards = [...list];
      for (let index = cards.length - 1; index > 0; index -= 1) {
        const other = this.nextInteger(index + 1);
        [cards[index], cards[other]] = [cards[other] as string, cards[index] as string];
      }
      this.#remaining.set(list, cards);
    }
    return cards.pop() ?? '';
  }
}
