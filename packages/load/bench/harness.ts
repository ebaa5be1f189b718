import os from 'node:os';

/** The measured values of one run, by name. */
export type Figures = Readonly<Record<string, number>>;

export interface Candidate {
  readonly name: string;
  /** One run with always the same amount of work. */
  readonly run: () => Promise<Figures>;
}

export interface Comparison {
  readonly title: string;
  /** The first one is the baseline of the ratios. */
  readonly candidates: readonly [Candidate, ...Candidate[]];
  /** Unit and decimals of each figure, in the order of the columns. */
  readonly figures: Readonly<Record<string, { readonly unit: string; readonly decimals: number }>>;
  /** The target of the last candidate: its highest ratio to the first one, by figure. */
  readonly targets: Readonly<Record<string, number>>;
  readonly versions: Readonly<Record<string, string>>;
  /** Measured runs of each candidate, at least 7. Candidates take turns, so that slow phases affect all of them. */
  readonly runs?: number;
  readonly warmUps?: number;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
};

/**
 * Runs the candidates in turns and prints medians, ratios to the baseline, and targets. It does not fail on a missed
 * target, because machines differ.
 */
export async function compare(comparison: Comparison): Promise<void> {
  const { title, candidates, warmUps = 2, versions } = comparison;
  const quickRuns = Number(process.env['QUICK_RUNS'] ?? 0);
  const runs = quickRuns > 0 ? quickRuns : Math.max(comparison.runs ?? 9, 7);
  console.log(
    `${title}${quickRuns > 0 ? ` (quick: ${runs} runs)` : ''}\n${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(' · ')} · ${os.cpus().length} × ${os.cpus()[0]?.model.trim() ?? 'unknown processor'}`,
  );
  const measured = new Map<Candidate, Figures[]>(candidates.map((candidate) => [candidate, []]));
  for (let run = -warmUps; run < runs; run += 1) {
    for (const candidate of candidates) {
      const figures = await candidate.run();
      if (run >= 0) measured.get(candidate)?.push(figures);
    }
  }
  print(
    comparison,
    candidates.map((candidate) => summarise(measured.get(candidate) ?? [])),
  );
}

const summarise = (runs: readonly Figures[]): Figures =>
  Object.fromEntries(
    Object.keys(runs[0] ?? {}).map((name) => [name, median(runs.map((figures) => figures[name] ?? NaN))]),
  );

function print({ candidates, figures, targets }: Comparison, medians: readonly Figures[]): void {
  const [baseline = {}] = medians;
  const cell = (name: string, value: number | undefined) => {
    const { unit = '', decimals = 0 } = figures[name] ?? {};
    return value === undefined
      ? '–'
      : `${value.toFixed(decimals)} ${unit} (${(value / (baseline[name] ?? NaN)).toFixed(3)}×)`;
  };
  const rows = candidates.map(({ name }, index) => [
    name,
    ...Object.keys(figures).map((figure) => cell(figure, medians[index]?.[figure])),
  ]);
  const table = [
    ['', ...Object.keys(figures)],
    ...rows,
    [
      'target of the last',
      ...Object.keys(figures).map((name) => (targets[name] === undefined ? '' : `≤ ${targets[name]}×`)),
    ],
  ];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of table)
    console.log(
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
