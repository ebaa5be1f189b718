import type { Word } from '../words.ts';

/** Words in a row, by the index of a chapter and of the first word in it. */
export interface Ngram {
  readonly chapter: number;
  readonly first: number;
}

/** The id of an n-gram that occurs only once, or that would cross the end of a chapter. */
const NONE = -1;
/** Larger than any id, so that a pair of ids fits into one safe integer. */
const ID_RANGE = 2 ** 26;

/**
 * Finds texts of 6 and of 12 words that occur at least twice, without comparing or storing texts: equal words get equal
 * ids, then equal pairs of ids, and so on. What occurs once is dropped at each step. Takes time and memory proportional
 * to the number of words.
 */
export class RepeatedNgrams {
  readonly #chapters: readonly (readonly Word[])[];
  /** By length: for each word of the book the id of the n-gram that begins with it. */
  readonly #ids: Readonly<Record<6 | 12, Int32Array>>;

  constructor(chapters: readonly (readonly Word[])[]) {
    this.#chapters = chapters;
    const one = wordIds(chapters);
    const two = pairIds(one, one, 1);
    const three = pairIds(two, one, 2);
    const six = pairIds(three, three, 3);
    this.#ids = { 6: six, 12: pairIds(six, six, 6) };
  }

  /** The n-grams of this length, grouped by their text; in order. */
  ofLength(length: 6 | 12): Ngram[][] {
    const groups = new Map<number, Ngram[]>();
    const ids = this.#ids[length];
    let position = 0;
    for (const [chapter, words] of this.#chapters.entries()) {
      for (let first = 0; first < words.length; first += 1) {
        const id = ids[position + first] ?? NONE;
        if (id === NONE) continue;
        const known = groups.get(id);
        if (known) known.push({ chapter, first });
        else groups.set(id, [{ chapter, first }]);
      }
      position += words.length + 1;
    }
    return [...groups.values()];
  }
}

/** The id of each word, with one empty slot after each chapter, so that no n-gram crosses chapters. */
function wordIds(chapters: readonly (readonly Word[])[]): Int32Array {
  const ids = new Int32Array(chapters.reduce((sum, words) => sum + words.length + 1, 0)).fill(NONE);
  const known = new Map<string, number>();
  let position = 0;
  for (const words of chapters) {
    for (const { text } of words) {
      const id = known.get(text) ?? known.size;
      known.set(text, id);
      ids[position] = id;
      position += 1;
    }
    position += 1;
  }
  return ids;
}

/** The ids of all pairs of a left n-gram and the right n-gram that begins `distance` words later. */
function pairIds(left: Int32Array, right: Int32Array, distance: number): Int32Array {
  const keyAt = (at: number): number => {
    const [one = NONE, other = NONE] = [left[at], right[at + distance]];
    return one === NONE || other === NONE ? NONE : one * ID_RANGE + other;
  };
  const counts = new Map<number, number>();
  for (let at = 0; at < left.length; at += 1) {
    const key = keyAt(at);
    if (key !== NONE) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const known = new Map<number, number>();
  const ids = new Int32Array(left.length).fill(NONE);
  for (let at = 0; at < left.length; at += 1) {
    const key = keyAt(at);
    if (key === NONE || (counts.get(key) ?? 0) < 2) continue;
    const id = known.get(key) ?? known.size;
    known.set(key, id);
    ids[at] = id;
  }
  return ids;
}
