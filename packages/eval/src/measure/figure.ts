/** One measured number of one candidate. */
export interface Figure {
  /** The metric of a target. */
  readonly metric: string;
  readonly candidate: string;
  readonly when: 'today' | 'now';
  readonly value: number;
}

export interface Evaluation {
  readonly figures: readonly Figure[];
  /** What was measured on, a line each. */
  readonly materials: readonly string[];
}

interface Contestants<T> {
  readonly today: readonly T[];
  readonly now: T | null;
}

/** Measures all candidates of a contest. `measure` returns the numbers of one candidate by metric. */
export function measureAll<T extends { readonly name: string }>(
  { today, now }: Contestants<T>,
  measure: (candidate: T) => Readonly<Record<string, number>>,
): Figure[] {
  const figuresOf = (candidate: T, when: Figure['when']): Figure[] =>
    Object.entries(measure(candidate)).map(([metric, value]) => ({ metric, candidate: candidate.name, when, value }));
  return [
    ...today.flatMap((candidate) => figuresOf(candidate, 'today')),
    ...(now === null ? [] : figuresOf(now, 'now')),
  ];
}
