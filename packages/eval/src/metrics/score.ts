/** Counts of what is found and what is there, added up over several books. */
export interface Score {
  readonly correct: number;
  readonly found: number;
  readonly recalled: number;
  readonly expected: number;
}

export const emptyScore: Score = { correct: 0, found: 0, recalled: 0, expected: 0 };
export const addScores = (a: Score, b: Score): Score => ({
  correct: a.correct + b.correct,
  found: a.found + b.found,
  recalled: a.recalled + b.recalled,
  expected: a.expected + b.expected,
});
/** The share of what was found that is correct; 0 when nothing was found. */
export const precisionOf = ({ correct, found }: Score): number => (found === 0 ? 0 : correct / found);
/** The share of what is there that was found. */
export const recallOf = ({ recalled, expected }: Score): number => (expected === 0 ? 0 : recalled / expected);
