import type { Evaluation } from './measure/figure.ts';
import { reaches, type Target, targets } from './targets.ts';

const decimals = 3;
const format = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(decimals));
const formatTarget = ({ atLeast, atMost }: Target): string =>
  atLeast === undefined ? `≤ ${atMost ?? ''}` : `≥ ${atLeast}`;

/** Targets that were reached before and that a built candidate misses now. */
export const findMisses = ({ figures }: Evaluation, all: readonly Target[] = targets): Target[] =>
  all.filter((target) => {
    const now = figures.find(({ metric, when }) => metric === target.metric && when === 'now');
    return target.required && now !== undefined && !reaches(target, now.value);
  });

/** A table of all targets with what the product has done so far (today) and what replaces it (now), and what the figures were measured on. */
export function formatReport({ figures, materials }: Evaluation, heading: string): string {
  const rows = targets.map((target) => {
    const ofMetric = figures.filter(({ metric }) => metric === target.metric);
    const today = ofMetric.filter(({ when }) => when === 'today');
    const now = ofMetric.find(({ when }) => when === 'now');
    const verdict = now && (reaches(target, now.value) ? 'reached' : target.required ? 'MISSED' : 'not reached');
    return [
      target.title,
      formatTarget(target),
      today.map(({ value, candidate }) => `${format(value)} (${candidate})`).join(', ') || '–',
      now ? `${format(now.value)} (${now.candidate}) ${verdict ?? ''}` : 'not built',
    ];
  });
  const table = [['metric', 'target', 'today', 'now'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return [
    heading,
    ...materials,
    '',
    ...table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')),
    '',
  ].join('\n');
}
