import type { Place } from '../books/book.ts';
import type { DetectedFinding } from '../candidates.ts';

export interface ProblemScore {
  readonly recalled: number;
  readonly expected: number;
  /** Found problems that overlap no planted one. */
  readonly falseAlarms: number;
}
export const emptyProblemScore: ProblemScore = { recalled: 0, expected: 0, falseAlarms: 0 };
export const addProblems = (a: ProblemScore, b: ProblemScore): ProblemScore => ({
  recalled: a.recalled + b.recalled,
  expected: a.expected + b.expected,
  falseAlarms: a.falseAlarms + b.falseAlarms,
});

const overlaps = (a: Place, b: Place): boolean => a.chapter === b.chapter && a.from < b.to && b.from < a.to;
const touches = (one: DetectedFinding, other: DetectedFinding): boolean =>
  one.places.some((place) => other.places.some((known) => overlaps(place, known)));

/**
 * Scores contradictions or leftovers. A planted one is found when a found one of the same rule overlaps one of its
 * places; with `anyRule` the rule does not matter. Several findings at a planted place are not false alarms.
 */
export function scoreProblems(
  planted: readonly DetectedFinding[],
  found: readonly DetectedFinding[],
  { anyRule = false }: { readonly anyRule?: boolean } = {},
): ProblemScore {
  const isFound = (problem: DetectedFinding): boolean =>
    found.some((other) => (anyRule || other.rule === problem.rule) && touches(problem, other));
  return {
    recalled: planted.filter(isFound).length,
    expected: planted.length,
    falseAlarms: found.filter((problem) => !planted.some((other) => touches(problem, other))).length,
  };
}
