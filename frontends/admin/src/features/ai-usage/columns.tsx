import type { UsageRow } from '@inkbear/contracts/admin/ai-usage';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { formatCost } from '../../kit/format.ts';
import type { Column } from '../../kit/table/column.ts';

export const groupings = { user: 'User', book: 'Book', model: 'Model', day: 'Day' } as const;
export type Grouping = keyof typeof groupings;
export const groupingOf = (by: string): Grouping => (by in groupings ? (by as Grouping) : 'user');

export const labelOf = ({ key, label }: UsageRow, by: Grouping): string =>
  key === 'none' ? `No ${groupings[by].toLowerCase()}` : label;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

export const usageColumns = (by: Grouping): readonly Column<UsageRow>[] => [
  {
    id: 'label',
    title: groupings[by],
    cell: (row) => labelOf(row, by),
    csvValue: (row) => labelOf(row, by),
    sorts: ['label', '-label'],
  },
  ...figureColumns,
];

const figureColumns: readonly Column<UsageRow>[] = [
  {
    id: 'requests',
    title: 'Requests',
    cell: ({ requests }) => formatNumber(requests),
    csvValue: ({ requests }) => requests,
    sorts: ['-requests', 'requests'],
    isNumber: true,
  },
  {
    id: 'failed',
    title: 'Failed',
    cell: ({ failed }) => formatNumber(failed),
    csvValue: ({ failed }) => failed,
    isNumber: true,
  },
  {
    id: 'input',
    title: 'Tokens in',
    cell: ({ inputTokens }) => formatNumber(inputTokens),
    csvValue: ({ inputTokens }) => inputTokens,
    isNumber: true,
  },
  {
    id: 'output',
    title: 'Tokens out',
    cell: ({ outputTokens }) => formatNumber(outputTokens),
    csvValue: ({ outputTokens }) => outputTokens,
    isNumber: true,
  },
  {
    id: 'tokens',
    title: 'Tokens',
    cell: ({ tokens }) => formatNumber(tokens),
    csvValue: ({ tokens }) => tokens,
    sorts: ['-tokens', 'tokens'],
    isNumber: true,
  },
  {
    id: 'latency',
    title: 'Average time',
    cell: ({ averageLatencyMs }) => seconds(averageLatencyMs),
    csvValue: ({ averageLatencyMs }) => averageLatencyMs,
    isNumber: true,
  },
  {
    id: 'cost',
    title: 'Cost',
    cell: ({ cost }) => formatCost(cost),
    csvValue: ({ cost }) => cost,
    sorts: ['-cost', 'cost'],
    isNumber: true,
  },
];
