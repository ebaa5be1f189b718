import { getAnalyticsHistory } from '@inkbear/contracts/admin/analytics';
import { useQuery } from '@tanstack/react-query';
import { formatMonth } from '../../kit/format.ts';
import { adminRead } from '../../kit/session/admin-call.ts';

/**
 * The months one can choose, newest first, by the server's clock: in the sandbox it may be far ahead of ours. The
 * present one is what the list shows when none is named; an older one that a link names is offered, too.
 */
export function useMonthOptions(chosen: string): (readonly [value: string, label: string])[] {
  const history = useQuery(adminRead(getAnalyticsHistory));
  const months = (history.data ?? []).map(({ month }) => month).toReversed();
  const [present, ...before] = months;
  const older = chosen === '' || months.includes(chosen) ? before : [...before, chosen];
  return [
    ['', present === undefined ? 'This month' : formatMonth(present)],
    ...older.map((month) => [month, formatMonth(month)] as const),
  ];
}
