import os from 'node:os';

/** What one run of one contestant cost, by the name of the figure. */
export type Figures = Readonly<Record<string, number>>;

export interface Contestant {
  readonly name: string;
  /** One measured run; always the same amount of work. */
  readonly run: () => Promise<Figures>;
}

export interface Comparison {
  readonly title: string;
  /** The first one is what the others are compared with. */
  readonly contestants: readonly [Contestant, ...Contestant[]];
  /** Decimals and unit of each figure, in the order of the columns. */
  readonly figures: Readonly<Record<string, { readonly unit: string; readonly decimals: number }>>;
  /** Highest ratio to the first contestant that is wanted, by figure; for the last contestant. */
  readonly targets: Readonly<Record<string, number>>;
  readonly versions: Readonly<Record<string, string>>;
  /**
   * Measured runs of each contestant; they take turns, so that a slow minute of the machine hits all of them. At least
   * 7.
   */
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
 * Runs the contestants in turns and prints medians, ratios to the first one, and targets. Judges nothing: machines
 * differ.
 */
export async function compare(comparison: Comparison): Promise<void> {
  const { title, contestants, warmUps = 2, versions } = comparison;
  const quick = Number(process.env['QUICK_RUNS'] ?? 0);
  const runs = quick > 0 ? quick : Math.max(comparison.runs ?? 9, 7);
  console.log(
    `${title}${quick > 0 ? ` (a quick look: ${runs} runs)` : ''}\n${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(' · ')} · ${os.cpus().length} × ${os.cpus()[0]?.model.trim() ?? 'unknown processor'}`,
  );
  const measured = new Map<Contestant, Figures[]>(contestants.map((contestant) => [contestant, []]));
  for (let run = -warmUps; run < runs; run += 1) {
    for (const contestant of contestants) {
      const figures = await contestant.run();
      if (run >= 0) measured.get(contestant)?.push(figures);
    }
  }
  print(
    comparison,
    contestants.map((contestant) => summarise(measured.get(contestant) ?? [])),
  );
}

const summarise = (runs: readonly Figures[]): Figures =>
  Object.fromEntries(
    Object.keys(runs[0] ?? {}).map((name) => [name, median(runs.map((figures) => figures[name] ?? NaN))]),
  );

function print({ contestants, figures, targets }: Comparison, medians: readonly Figures[]): void {
  const [reference = {}] = medians;
  const cell = (name: string, value: number | undefined) => {
    const { unit = '', decimals = 0 } = figures[name] ?? {};
    return value === undefined
      ? '–'
      : `${value.toFixed(decimals)} ${unit} (${(value / (reference[name] ?? NaN)).toFixed(3)}×)`;
  };
  const rows = contestants.map(({ name }, index) => [
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
