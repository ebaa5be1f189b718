import type { PromoCode } from '@inkbear/contracts/billing/promo-code';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useFocusReturn } from '@inkbear/web-kit/use-focus-return.ts';
import { useState } from 'react';
import { emptyValue, formatDateTime } from '../../kit/format.ts';
import { useAdminList } from '../../kit/lists/use-admin-list.ts';
import { AdminTable } from '../../kit/table/admin-table.tsx';
import { Facts, RowDrawer, RowNotOnPage } from '../../kit/table/row-drawer.tsx';
import { benefitText, stateText, usesText } from './code-texts.ts';
import { promoCodeColumns, promoCodeCsvColumns } from './columns.tsx';
import { NewCodeDialog } from './new-code-dialog.tsx';
import { promoCodeList, useTogglePromoCode } from './promo-codes.api.ts';

/** All promo codes, with buttons to create, activate and deactivate them. */
export default function PromoTable() {
  const list = useAdminList(promoCodeList);
  const [isCreating, setCreating] = useState(false);
  const toggle = useTogglePromoCode();
  const returnFocusTo = useFocusReturn(toggle.isPending);
  const row = list.rows?.find(({ id }) => id === list.openRowId);
  const button = ({ id, code, isActive }: PromoCode) => (
    <PlainButton
      small
      variant={isActive ? 'quiet' : 'plain'}
      aria-label={`${isActive ? 'Deactivate' : 'Activate'} ${code}`}
      disabled={toggle.isPending && toggle.variables.id === id}
      onClick={({ currentTarget }) => {
        returnFocusTo(currentTarget);
        toggle.mutate({ id, isActive: !isActive });
      }}
    >
      {isActive ? 'Deactivate' : 'Activate'}
    </PlainButton>
  );
  return (
    <>
      <AdminTable
        title="Promo Codes"
        list={list}
        columns={promoCodeColumns}
        csvColumns={promoCodeCsvColumns}
        idOf={({ id }) => id}
        searchLabel="Search code or description"
        actions={button}
        tools={
          <PlainButton small variant="primary" onClick={() => setCreating(true)}>
            New promo code
          </PlainButton>
        }
        empty="There are no promo codes yet."
      />
      <RowDrawer title={row?.code ?? 'Promo code'} rowId={list.openRowId} onClose={() => list.open(null)}>
        {row === undefined ? (
          <RowNotOnPage />
        ) : (
          <>
            <Facts
              items={[
                ['Benefit', benefitText(row)],
                ['Uses', usesText(row)],
                ['State', stateText(row)],
                ['Expires', row.expiresAt === null ? 'Never' : formatDateTime(row.expiresAt)],
                ['Created', formatDateTime(row.createdAt)],
                ['Description', row.description || emptyValue],
              ]}
            />
            <div>{button(row)}</div>
          </>
        )}
      </RowDrawer>
      <NewCodeDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}
