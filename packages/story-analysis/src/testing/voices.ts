/** Numbers from 0 to 1 that depend on the seed only (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How an invented author writes. */
export interface Style {
  /** Words of an average sentence. */
  readonly sentence: number;
  /** Probabilities for each word. */
  readonly adverbs: number;
  readonly commas: number;
  /** What stands between the nouns. */
  readonly words: readonly string[];
}
const nouns = 'river house lamp winter horse letter window garden stone bridge morning road table coat'.split(' ');
export const terse: Style = {
  sentence: 8,
  adverbs: 0.01,
  commas: 0.02,
  words: 'he the and but it was so not'.split(' '),
};
export const ornate: Style = {
  sentence: 22,
  adverbs: 0.08,
  commas: 0.12,
  words: 'which of that had with her upon as'.split(' '),
};

/** A text of random words in a style, for tests. */
export function generateText(style: Style, words: number, seed: number): string {
  const random = randomOf(seed);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const parts: string[] = [];
  let remaining = 0;
  for (let count = 0; count < words; count += 1) {
    if (remaining === 0) remaining = Math.max(3, Math.round(style.sentence * (0.5 + random())));
    remaining -= 1;
    const word = random() < style.adverbs ? 'slowly' : random() < 0.5 ? pick(style.words) : pick(nouns);
    const end = remaining === 0 ? (random() < 0.2 ? '.\n\n' : '. ') : random() < style.commas ? ', ' : ' ';
    parts.push(word + end);
  }
  return parts.join('');
}
