import type { AnalyticsMonth } from '@inkbear/contracts/admin/analytics';
import { toCsv } from '../../kit/lists/csv.ts';
import { figures } from './figures.ts';

/** All twelve figures of these months, a month in each line. */
export const monthFile = (months: readonly AnalyticsMonth[]): string =>
  toCsv(
    [
      { title: 'Month', value: ({ month }) => month },
      ...figures.map(({ name, title }) => ({ title, value: (each: AnalyticsMonth) => each[name] })),
    ],
    months,
  );
