import { getAdminAiUsage, type UsageRow } from '@inkbear/contracts/admin/ai-usage';
import { getAnalyticsHistory } from '@inkbear/contracts/admin/analytics';
import { useQuery } from '@tanstack/react-query';
import { formatMonth } from '../../kit/format.ts';
import { listSource } from '../../kit/lists/list-source.ts';
import type { ListDefinition } from '../../kit/lists/use-admin-list.ts';
import { adminRead } from '../../kit/session/admin-call.ts';

export const usageList: ListDefinition<UsageRow> = {
  source: listSource(getAdminAiUsage),
  defaultSort: '-cost',
  filters: ['by', 'month'],
};

/**
 * The months of the filter, newest first, by the server's clock, which is ahead of the browser's in the sandbox. The
 * empty value is the current month; an older month that a link names is added.
 */
export function useMonthOptions(selected: string): (readonly [value: string, label: string])[] {
  const history = useQuery(adminRead(getAnalyticsHistory));
  const months = (history.data ?? []).map(({ month }) => month).toReversed();
  const [current, ...past] = months;
  const listed = selected === '' || months.includes(selected) ? past : [...past, selected];
  return [
    ['', current === undefined ? 'This month' : formatMonth(current)],
    ...listed.map((month) => [month, formatMonth(month)] as const),
  ];
}
