/** One measured number of one candidate. */
export interface Figure {
  /** The metric of a target. */
  readonly metric: string;
  readonly candidate: string;
  /** Whether it is what the product does, or what it is compared with. */
  readonly role: 'baseline' | 'product';
  readonly value: number;
}

export interface Evaluation {
  readonly figures: readonly Figure[];
  /** What was measured on, a line each. */
  readonly datasets: readonly string[];
}

/** The candidates for one task: the product's implementation (null until it is built) and its baselines. */
export interface Comparison<T> {
  readonly baselines: readonly T[];
  readonly product: T | null;
}

/** Measures all candidates of a comparison. `measure` returns the numbers of one candidate by metric. */
export function measureAll<T extends { readonly name: string }>(
  { baselines, product }: Comparison<T>,
  measure: (candidate: T) => Readonly<Record<string, number>>,
): Figure[] {
  const figuresOf = (candidate: T, role: Figure['role']): Figure[] =>
    Object.entries(measure(candidate)).map(([metric, value]) => ({ metric, candidate: candidate.name, role, value }));
  return [
    ...baselines.flatMap((candidate) => figuresOf(candidate, 'baseline')),
    ...(product === null ? [] : figuresOf(product, 'product')),
  ];
}
