import { emptyValue, formatDateTime } from '../../kit/format.ts';
import { useAdminList } from '../../kit/lists/use-admin-list.ts';
import { AdminTable } from '../../kit/table/admin-table.tsx';
import { FilterSelect } from '../../kit/table/filter-select.tsx';
import { Facts, RowDrawer, RowNotOnPage } from '../../kit/table/row-drawer.tsx';
import { erasedAccount, reasonNames, referralColumns, statusNames } from './columns.tsx';
import { referralList } from './referrals.api.ts';

const statusOptions = [['', 'All'], ...Object.entries(statusNames)] as const;

/** Who referred whom, and the credits for it. */
export default function ReferralTable() {
  const list = useAdminList(referralList);
  const row = list.rows?.find(({ id }) => id === list.openRowId);
  return (
    <>
      <AdminTable
        title="Referrals"
        list={list}
        columns={referralColumns}
        idOf={({ id }) => id}
        searchLabel="Search by email"
        filters={
          <FilterSelect
            label="Status"
            value={list.filter('status')}
            options={statusOptions}
            onChange={(status) => list.setFilters({ status })}
          />
        }
        empty="Nobody has signed up through a referral link yet."
      />
      <RowDrawer title="Referral" rowId={list.openRowId} onClose={() => list.open(null)}>
        {row === undefined ? (
          <RowNotOnPage />
        ) : (
          <Facts
            items={[
              ['New user', row.referredEmail ?? erasedAccount],
              ['Referred by', row.referrerEmail ?? erasedAccount],
              ['Status', statusNames[row.status]],
              ['Credits for each account', row.creditsAwarded],
              ['Created', formatDateTime(row.createdAt)],
              ['Eligible', formatDateTime(row.eligibleDate)],
              ['Processed', row.processedAt === null ? emptyValue : formatDateTime(row.processedAt)],
              ['Why cancelled', row.cancelReason === null ? emptyValue : reasonNames[row.cancelReason]],
            ]}
          />
        )}
      </RowDrawer>
    </>
  );
}
