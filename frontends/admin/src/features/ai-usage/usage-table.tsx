import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { useState } from 'react';
import { formatCost, formatMonth, formatNumber } from '../../kit/format.ts';
import { useAdminList } from '../../kit/lists/use-admin-list.ts';
import { AdminTable } from '../../kit/table/admin-table.tsx';
import { FilterChoice } from '../../kit/table/filter-choice.tsx';
import { Facts, RowDrawer, RowElsewhere } from '../../kit/table/row-drawer.tsx';
import { type Grouping, groupingOf, groupings, labelOf, usageColumns, usageList } from './columns.tsx';
import { recentMonths } from './recent-months.ts';

const byOptions = Object.entries(groupings);

/** What AI was used for in a month and what it cost. */
export function UsageTable() {
  const list = useAdminList(usageList);
  const [months] = useState(() => recentMonths(new Date(), 12));
  const by = groupingOf(list.filter('by'));
  const row = list.rows?.find(({ key }) => key === list.openRow);
  return (
    <>
      <AdminTable
        title="AI Usage" list={list} columns={usageColumns(by)} idOf={({ key }) => key} searchLabel="Search these rows"
        filters={(
          <>
            <FilterChoice label="By" value={by} options={byOptions} onChange={(value) => list.setFilters({ by: value === 'user' ? null : value })} />
            <FilterChoice label="Month" value={list.filter('month')} options={monthOptions(months, list.filter('month'))} onChange={(month) => list.setFilters({ month })} />
          </>
        )}
        empty="No AI was used in this month."
      />
      <RowDrawer title={row ? labelOf(row, by) : 'AI Usage'} rowId={list.openRow} onClose={() => list.open(null)}>
        {row === undefined ? <RowElsewhere /> : (
          <>
            <Facts
              items={[
                [groupings[by], labelOf(row, by)], ['Cost', formatCost(row.cost)], ['Requests', formatNumber(row.requests)], ['Failed', formatNumber(row.failed)],
                ['Tokens in', formatNumber(row.inputTokens)], ['Tokens out', formatNumber(row.outputTokens)], ['Average cost of a request', formatCost(row.requests === 0 ? 0 : row.cost / row.requests)],
              ]}
            />
            <Way by={by} id={row.key} />
          </>
        )}
      </RowDrawer>
    </>
  );
}

const Way = ({ by, id }: { by: Grouping; id: string }) => (by === 'user' && id !== 'none' ? <div><ButtonLink small to={`/admin?tab=users&row=${encodeURIComponent(id)}`}>Open this user</ButtonLink></div> : null);

/** The present month is what the list shows when none is named; an older one that a link names is offered, too. */
function monthOptions(months: readonly string[], chosen: string): (readonly [string, string])[] {
  const known = chosen === '' || months.includes(chosen) ? months : [...months, chosen];
  return known.map((month, at) => [at === 0 ? '' : month, formatMonth(month)] as const);
}
