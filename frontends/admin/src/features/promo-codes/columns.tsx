import type { PromoCode } from '@inkbear/contracts/billing/promo-code';
import { emptyValue } from '../../kit/format.ts';
import type { Column } from '../../kit/table/column.ts';
import { DateCell } from '../../kit/table/date-cell.tsx';
import { StateTag } from '../../kit/table/state-tag.tsx';
import { benefitText, stateText, usesText } from './code-texts.ts';

export const promoCodeColumns: readonly Column<PromoCode>[] = [
  { id: 'code', title: 'Code', cell: ({ code }) => code, csvValue: ({ code }) => code, sorts: ['code', '-code'] },
  {
    id: 'description',
    title: 'Description',
    cell: ({ description }) => description || emptyValue,
    csvValue: ({ description }) => description,
    isLong: true,
  },
  { id: 'gives', title: 'Benefit', cell: benefitText, csvValue: ({ discountType }) => discountType },
  {
    id: 'uses',
    title: 'Uses',
    cell: usesText,
    csvValue: ({ currentUses }) => currentUses,
    sorts: ['-currentUses', 'currentUses'],
    isNumber: true,
  },
  {
    id: 'expires',
    title: 'Expires',
    cell: ({ expiresAt }) => (expiresAt === null ? 'Never' : <DateCell at={expiresAt} />),
    csvValue: ({ expiresAt }) => expiresAt,
  },
  {
    id: 'state',
    title: 'State',
    cell: (code) => <StateTag tone={stateText(code) === 'Active' ? 'good' : 'plain'}>{stateText(code)}</StateTag>,
    csvValue: (code) => stateText(code).toLowerCase(),
  },
  {
    id: 'created',
    title: 'Created',
    cell: ({ createdAt }) => <DateCell at={createdAt} />,
    csvValue: ({ createdAt }) => createdAt,
    sorts: ['-createdAt', 'createdAt'],
  },
];

/** The columns of the CSV file. */
export const promoCodeCsvColumns: readonly Column<PromoCode>[] = [
  ...promoCodeColumns,
  {
    id: 'value',
    title: 'Value',
    cell: ({ discountValue }) => discountValue,
    csvValue: ({ discountValue }) => discountValue,
  },
  { id: 'max', title: 'Maximum uses', cell: ({ maxUses }) => maxUses, csvValue: ({ maxUses }) => maxUses },
];
