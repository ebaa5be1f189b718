import { planNames, plans } from '@inkbear/contracts/plans';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { type ReactNode, useState } from 'react';
import { useAdminList } from '../../../kit/lists/use-admin-list.ts';
import { AdminTable } from '../../../kit/table/admin-table.tsx';
import { FilterSelect } from '../../../kit/table/filter-select.tsx';
import { userColumns, userCsvColumns } from '../columns.tsx';
import { userList } from '../users.api.ts';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import { SavedFilterBar } from './saved-filter-bar.tsx';
import { UserDrawer } from './user-drawer.tsx';
import type { UserView } from './user-facts.tsx';

const planOptions = [['', 'All'], ...planNames.map((plan) => [plan, plans[plan].title] as const)] as const;
const stateOptions = [
  ['', 'All'],
  ['active', 'Active'],
  ['inactive', 'Inactive'],
] as const;
const filterNames = ['q', 'plan', 'state', 'sort'] as const;

/** All accounts. */
export function UserTable({ renderPayments }: { renderPayments: (user: UserView) => ReactNode }) {
  const list = useAdminList(userList);
  const [dialog, setDialog] = useState<'create' | 'password' | null>(null);
  const row = list.rows?.find(({ id }) => id === list.openRowId);
  const params = Object.fromEntries(
    filterNames.map((name) => [name, list.filter(name)]).filter(([, value]) => value !== ''),
  );
  return (
    <>
      <SavedFilterBar
        params={params}
        onUse={(saved) => list.setFilters(Object.fromEntries(filterNames.map((name) => [name, saved[name] ?? null])))}
      />
      <AdminTable
        title="Users"
        list={list}
        columns={userColumns}
        csvColumns={userCsvColumns}
        idOf={({ id }) => id}
        searchLabel="Search name or email"
        filters={
          <>
            <FilterSelect
              label="Plan"
              value={list.filter('plan')}
              options={planOptions}
              onChange={(plan) => list.setFilters({ plan })}
            />
            <FilterSelect
              label="State"
              value={list.filter('state')}
              options={stateOptions}
              onChange={(state) => list.setFilters({ state })}
            />
          </>
        }
        tools={
          <>
            <PlainButton small onClick={() => setDialog('password')}>
              Reset password
            </PlainButton>
            <PlainButton small variant="primary" onClick={() => setDialog('create')}>
              Create user
            </PlainButton>
          </>
        }
        empty="Nobody has an account yet."
      />
      <UserDrawer userId={list.openRowId} row={row} onClose={() => list.open(null)} renderPayments={renderPayments} />
      <CreateUserDialog isOpen={dialog === 'create'} onClose={() => setDialog(null)} />
      <ResetPasswordDialog isOpen={dialog === 'password'} onClose={() => setDialog(null)} />
    </>
  );
}
