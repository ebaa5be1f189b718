import type { Word } from '../words.ts';
import { RepeatedRuns, type Run } from './repeated-runs.ts';

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
  readonly runs: readonly Run[];
}

/**
 * Texts of several words that occur again, the longer ones first. They may cross sentences, but no chapters. A text that
 * is part of a longer repetition is not reported again.
 */
export function findRepetitions(chapters: readonly (readonly Word[])[]): Repetition[] {
  const repeated = new RepeatedRuns(chapters);
  const reported = chapters.map((words) => new Uint8Array(words.length));
  return rules.flatMap((rule) =>
    repeated.ofLength(rule.length).flatMap((runs) => {
      const open = withoutOverlaps(
        runs.filter(({ chapter, first }) => !reported[chapter]?.[first]),
        rule.length,
      );
      if (open.length < rule.occurrences) return [];
      const length = extend(chapters, open, rule.length);
      for (const { chapter, first } of open) reported[chapter]?.fill(1, first, first + length);
      return [{ rule: rule.rule, length, runs: open }];
    }),
  );
}

/** Of runs that overlap, as in “very very very …”, only the first one is kept. */
function withoutOverlaps(runs: readonly Run[], length: number): Run[] {
  const kept: Run[] = [];
  for (const run of runs) {
    const last = kept.at(-1);
    if (last?.chapter !== run.chapter || run.first >= last.first + length) kept.push(run);
  }
  return kept;
}

/** The length of runs when the words that follow at every place are added. */
function extend(chapters: readonly (readonly Word[])[], runs: readonly Run[], minimum: number): number {
  const wordAt = ({ chapter, first }: Run, offset: number) => chapters[chapter]?.[first + offset]?.text;
  const longest = gapBetween(runs);
  let length = minimum;
  while (length < longest) {
    const [next, ...others] = runs.map((run) => wordAt(run, length));
    if (next === undefined || others.some((word) => word !== next)) break;
    length += 1;
  }
  return length;
}

/** The smallest distance in words between two runs of one chapter. */
function gapBetween(runs: readonly Run[]): number {
  let gap = Infinity;
  for (const [index, run] of runs.entries()) {
    const before = runs[index - 1];
    if (before?.chapter === run.chapter) gap = Math.min(gap, run.first - before.first);
  }
  return gap;
}
