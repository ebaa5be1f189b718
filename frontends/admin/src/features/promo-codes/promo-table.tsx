import type { PromoCode } from '@inkbear/contracts/billing/promo-code';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useState } from 'react';
import { formatMoment, nothing } from '../../kit/format.ts';
import { useAdminList } from '../../kit/lists/use-admin-list.ts';
import { AdminTable } from '../../kit/table/admin-table.tsx';
import { Facts, RowDrawer, RowElsewhere } from '../../kit/table/row-drawer.tsx';
import { givesText, stateText, usesText } from './code-texts.ts';
import { promoColumns, promoFileColumns, promoList } from './columns.tsx';
import { NewCodeDialog } from './new-code-dialog.tsx';
import { useToggleCode } from './promo-actions.ts';

/** Every promo code; each can be switched off and on again. */
export function PromoTable() {
  const list = useAdminList(promoList);
  const [isMaking, setMaking] = useState(false);
  const toggle = useToggleCode();
  const row = list.rows?.find(({ id }) => id === list.openRow);
  const button = ({ id, code, isActive }: PromoCode) => (
    <PlainButton
      small
      look={isActive ? 'quiet' : 'plain'}
      aria-label={`${isActive ? 'Deactivate' : 'Activate'} ${code}`}
      disabled={toggle.isPending && toggle.variables.id === id}
      onClick={() => toggle.mutate({ id, isActive: !isActive })}
    >
      {isActive ? 'Deactivate' : 'Activate'}
    </PlainButton>
  );
  return (
    <>
      <AdminTable
        title="Promo Codes"
        list={list}
        columns={promoColumns}
        fileColumns={promoFileColumns}
        idOf={({ id }) => id}
        searchLabel="Search code or description"
        actions={button}
        tools={
          <PlainButton small look="primary" onClick={() => setMaking(true)}>
            New promo code
          </PlainButton>
        }
        empty="There is no promo code yet."
      />
      <RowDrawer title={row?.code ?? 'Promo code'} rowId={list.openRow} onClose={() => list.open(null)}>
        {row === undefined ? (
          <RowElsewhere />
        ) : (
          <>
            <Facts
              items={[
                ['Gives', givesText(row)],
                ['Uses', usesText(row)],
                ['State', stateText(row)],
                ['Expires', row.expiresAt === null ? 'Never' : formatMoment(row.expiresAt)],
                ['Created', formatMoment(row.createdAt)],
                ['Description', row.description || nothing],
              ]}
            />
            <div>{button(row)}</div>
          </>
        )}
      </RowDrawer>
      <NewCodeDialog isOpen={isMaking} onClose={() => setMaking(false)} />
    </>
  );
}
