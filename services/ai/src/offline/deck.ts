/** Draws from lists in an order that depends only on a seed; a list is used up before it is shuffled again. */
export class Deck {
  #state: number;
  readonly #hands = new Map<readonly string[], string[]>();

  constructor(seed: string) {
    this.#state =
      [...seed].reduce((hash, character) => Math.imul(hash ^ character.charCodeAt(0), 16_777_619), 2_166_136_261) >>> 0;
  }

  /**
   * 0 ≤ number < max: the next number of this seed's sequence, from a linear congruential generator, which is
   * sufficient for choosing sentences.
   */
  number(max: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * max);
  }

  draw(list: readonly string[]): string {
    let hand = this.#hands.get(list);
    if (!hand || hand.length === 0) {
      hand = [...list];
      for (let index = hand.length - 1; index > 0; index -= 1) {
        const other = this.number(index + 1);
        [hand[index], hand[other]] = [hand[other] as string, hand[index] as string];
      }
      this.#hands.set(list, hand);
    }
    return hand.pop() ?? '';
  }
}
