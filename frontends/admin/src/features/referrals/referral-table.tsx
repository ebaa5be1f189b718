import { formatMoment, nothing } from '../../kit/format.ts';
import { useAdminList } from '../../kit/lists/use-admin-list.ts';
import { AdminTable } from '../../kit/table/admin-table.tsx';
import { FilterChoice } from '../../kit/table/filter-choice.tsx';
import { Facts, RowDrawer, RowElsewhere } from '../../kit/table/row-drawer.tsx';
import { erased, reasonNames, referralColumns, referralList, statusNames } from './columns.tsx';

const statusOptions = [['', 'All'], ...Object.entries(statusNames)] as const;

/** Who brought whom, and whether credits came of it. */
export function ReferralTable() {
  const list = useAdminList(referralList);
  const row = list.rows?.find(({ id }) => id === list.openRow);
  return (
    <>
      <AdminTable
        title="Referrals"
        list={list}
        columns={referralColumns}
        idOf={({ id }) => id}
        searchLabel="Search either e-mail"
        filters={
          <FilterChoice
            label="Status"
            value={list.filter('status')}
            options={statusOptions}
            onChange={(status) => list.setFilters({ status })}
          />
        }
        empty="Nobody has signed up through a referral link yet."
      />
      <RowDrawer title="Referral" rowId={list.openRow} onClose={() => list.open(null)}>
        {row === undefined ? (
          <RowElsewhere />
        ) : (
          <Facts
            items={[
              ['New user', row.referredEmail ?? erased],
              ['Referred by', row.referrerEmail ?? erased],
              ['Status', statusNames[row.status]],
              ['Credits for each side', row.creditsAwarded],
              ['Created', formatMoment(row.createdAt)],
              ['Eligible', formatMoment(row.eligibleDate)],
              ['Processed', row.processedAt === null ? nothing : formatMoment(row.processedAt)],
              ['Why cancelled', row.cancelReason === null ? nothing : reasonNames[row.cancelReason]],
            ]}
          />
        )}
      </RowDrawer>
    </>
  );
}
