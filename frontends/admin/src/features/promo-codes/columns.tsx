import { listPromoCodes, type PromoCode } from '@inkbear/contracts/billing/promo-code';
import { nothing } from '../../kit/format.ts';
import { listSource } from '../../kit/lists/list-source.ts';
import type { ListDefinition } from '../../kit/lists/use-admin-list.ts';
import type { Column } from '../../kit/table/column.ts';
import { Day } from '../../kit/table/day.tsx';
import { Tag } from '../../kit/table/tag.tsx';
import { givesText, stateText, usesText } from './code-texts.ts';

export const promoList: ListDefinition<PromoCode> = { source: listSource(listPromoCodes), defaultSort: '-createdAt' };

export const promoColumns: readonly Column<PromoCode>[] = [
  { id: 'code', title: 'Code', cell: ({ code }) => code, file: ({ code }) => code, sorts: ['code', '-code'] },
  {
    id: 'description',
    title: 'Description',
    cell: ({ description }) => description || nothing,
    file: ({ description }) => description,
    isLong: true,
  },
  { id: 'gives', title: 'Gives', cell: givesText, file: ({ discountType }) => discountType },
  {
    id: 'uses',
    title: 'Uses',
    cell: usesText,
    file: ({ currentUses }) => currentUses,
    sorts: ['-currentUses', 'currentUses'],
    isNumber: true,
  },
  {
    id: 'expires',
    title: 'Expires',
    cell: ({ expiresAt }) => (expiresAt === null ? 'Never' : <Day at={expiresAt} />),
    file: ({ expiresAt }) => expiresAt,
  },
  {
    id: 'state',
    title: 'State',
    cell: (code) => <Tag tone={stateText(code) === 'Active' ? 'good' : 'plain'}>{stateText(code)}</Tag>,
    file: (code) => stateText(code).toLowerCase(),
  },
  {
    id: 'created',
    title: 'Created',
    cell: ({ createdAt }) => <Day at={createdAt} />,
    file: ({ createdAt }) => createdAt,
    sorts: ['-createdAt', 'createdAt'],
  },
];

/** What only a file needs: the same as numbers. */
export const promoFileColumns: readonly Column<PromoCode>[] = [
  ...promoColumns,
  {
    id: 'value',
    title: 'Value',
    cell: ({ discountValue }) => discountValue,
    file: ({ discountValue }) => discountValue,
  },
  { id: 'max', title: 'Most uses', cell: ({ maxUses }) => maxUses, file: ({ maxUses }) => maxUses },
];
