import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { formatCost } from '../../kit/format.ts';
import { useAdminList } from '../../kit/lists/use-admin-list.ts';
import { AdminTable } from '../../kit/table/admin-table.tsx';
import { FilterSelect } from '../../kit/table/filter-select.tsx';
import { Facts, RowDrawer, RowNotOnPage } from '../../kit/table/row-drawer.tsx';
import { usageList, useMonthOptions } from './ai-usage.api.ts';
import { type Grouping, groupingOf, groupings, labelOf, usageColumns } from './columns.tsx';

const byOptions = Object.entries(groupings);

/** AI usage and cost of a month, by user, book, model or day. */
export default function UsageTable() {
  const list = useAdminList(usageList);
  const months = useMonthOptions(list.filter('month'));
  const by = groupingOf(list.filter('by'));
  const row = list.rows?.find(({ key }) => key === list.openRowId);
  return (
    <>
      <AdminTable
        title="AI Usage"
        list={list}
        columns={usageColumns(by)}
        idOf={({ key }) => key}
        searchLabel="Search these rows"
        filters={
          <>
            <FilterSelect
              label="Group by"
              value={by}
              options={byOptions}
              onChange={(value) => list.setFilters({ by: value === 'user' ? null : value })}
            />
            <FilterSelect
              label="Month"
              value={list.filter('month')}
              options={months}
              onChange={(month) => list.setFilters({ month })}
            />
          </>
        }
        empty="No AI was used in this month."
      />
      <RowDrawer title={row ? labelOf(row, by) : 'AI Usage'} rowId={list.openRowId} onClose={() => list.open(null)}>
        {row === undefined ? (
          <RowNotOnPage />
        ) : (
          <>
            <Facts
              items={[
                [groupings[by], labelOf(row, by)],
                ['Cost', formatCost(row.cost)],
                ['Requests', formatNumber(row.requests)],
                ['Failed', formatNumber(row.failed)],
                ['Tokens in', formatNumber(row.inputTokens)],
                ['Tokens out', formatNumber(row.outputTokens)],
                ['Average cost of a request', formatCost(row.requests === 0 ? 0 : row.cost / row.requests)],
              ]}
            />
            <UserLink by={by} id={row.key} />
          </>
        )}
      </RowDrawer>
    </>
  );
}

const UserLink = ({ by, id }: { by: Grouping; id: string }) =>
  by === 'user' && id !== 'none' ? (
    <div>
      <ButtonLink small to={`/admin?tab=users&row=${encodeURIComponent(id)}`}>
        Open this user
      </ButtonLink>
    </div>
  ) : null;
