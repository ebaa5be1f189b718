import type { Word } from '../words.ts';
import { RepeatedNgrams, type Ngram } from './repeated-ngrams.ts';

/** A repetition is `length` words in a row that occur at least `occurrences` times. */
const rules = [
  { rule: 'long-repetition', length: 12, occurrences: 2 },
  { rule: 'repetition', length: 6, occurrences: 3 },
] as const;
type Rule = (typeof rules)[number];

export interface Repetition {
  readonly rule: Rule['rule'];
  /** How many words are the same at every place. */
  readonly length: number;
  readonly ngrams: readonly Ngram[];
}

/**
 * Texts of several words that occur again, the longer ones first. They may cross sentences, but no chapters. A text that
 * is part of a longer repetition is not reported again.
 */
export function findRepetitions(chapters: readonly (readonly Word[])[]): Repetition[] {
  const repeated = new RepeatedNgrams(chapters);
  const reported = chapters.map((words) => new Uint8Array(words.length));
  return rules.flatMap((rule) =>
    repeated.ofLength(rule.length).flatMap((ngrams) => {
      const open = withoutOverlaps(
        ngrams.filter(({ chapter, first }) => !reported[chapter]?.[first]),
        rule.length,
      );
      if (open.length < rule.occurrences) return [];
      const length = extend(chapters, open, rule.length);
      for (const { chapter, first } of open) reported[chapter]?.fill(1, first, first + length);
      return [{ rule: rule.rule, length, ngrams: open }];
    }),
  );
}

/** Of n-grams that overlap, as in “very very very …”, only the first one is kept. */
function withoutOverlaps(ngrams: readonly Ngram[], length: number): Ngram[] {
  const kept: Ngram[] = [];
  for (const ngram of ngrams) {
    const last = kept.at(-1);
    if (last?.chapter !== ngram.chapter || ngram.first >= last.first + length) kept.push(ngram);
  }
  return kept;
}

/** The length of n-grams when the words that follow at every place are added. */
function extend(chapters: readonly (readonly Word[])[], ngrams: readonly Ngram[], minimum: number): number {
  const wordAt = ({ chapter, first }: Ngram, offset: number) => chapters[chapter]?.[first + offset]?.text;
  const longest = gapBetween(ngrams);
  let length = minimum;
  while (length < longest) {
    const [next, ...others] = ngrams.map((ngram) => wordAt(ngram, length));
    if (next === undefined || others.some((word) => word !== next)) break;
    length += 1;
  }
  return length;
}

/** The smallest distance in words between two n-grams of one chapter. */
function gapBetween(ngrams: readonly Ngram[]): number {
  let gap = Infinity;
  for (const [index, ngram] of ngrams.entries()) {
    const before = ngrams[index - 1];
    if (before?.chapter === ngram.chapter) gap = Math.min(gap, ngram.first - before.first);
  }
  return gap;
}
