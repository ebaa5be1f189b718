import type { Evaluation } from './measure/figure.ts';
import { reaches, type Target, targets } from './targets.ts';

const decimals = 3;
const format = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(decimals));
const formatTarget = ({ atLeast, atMost }: Target): string =>
  atLeast === undefined ? `≤ ${atMost ?? ''}` : `≥ ${atLeast}`;

/** Targets that were reached before and that a built candidate misses now. */
export const findMisses = ({ figures }: Evaluation, all: readonly Target[] = targets): Target[] =>
  all.filter((target) => {
    const product = figures.find(({ metric, role }) => metric === target.metric && role === 'product');
    return target.required && product !== undefined && !reaches(target, product.value);
  });

/** A table of all targets with the baselines and what the product reaches, and what the figures were measured on. */
export function formatReport({ figures, datasets }: Evaluation, heading: string): string {
  const rows = targets.map((target) => {
    const ofMetric = figures.filter(({ metric }) => metric === target.metric);
    const baselines = ofMetric.filter(({ role }) => role === 'baseline');
    const product = ofMetric.find(({ role }) => role === 'product');
    const verdict =
      product && (reaches(target, product.value) ? 'reached' : target.required ? 'MISSED' : 'not reached');
    return [
      target.title,
      formatTarget(target),
      baselines.map(({ value, candidate }) => `${format(value)} (${candidate})`).join(', ') || '–',
      product ? `${format(product.value)} (${product.candidate}) ${verdict ?? ''}` : 'not built',
    ];
  });
  const table = [['metric', 'target', 'baselines', 'product'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return [
    heading,
    ...datasets,
    '',
    ...table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')),
    '',
  ].join('\n');
}
