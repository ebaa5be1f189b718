import type { AdminReferral } from '@inkbear/contracts/referrals/admin-referral';
import { emptyValue } from '../../kit/format.ts';
import type { Column } from '../../kit/table/column.ts';
import { DateCell } from '../../kit/table/date-cell.tsx';
import { StateTag } from '../../kit/table/state-tag.tsx';

export const statusNames = { pending: 'Pending', processed: 'Processed', cancelled: 'Cancelled' } as const;
const tones = { pending: 'accent', processed: 'good', cancelled: 'plain' } as const;
/** Why a referral was cancelled. */
export const reasonNames = {
  same_person: 'Both are the same person',
  refunded: 'The payment was refunded',
  deleted: 'One of the two accounts was closed',
} as const;
/** An erased account has no email address. */
export const erasedAccount = 'Erased account';

export const referralColumns: readonly Column<AdminReferral>[] = [
  {
    id: 'referred',
    title: 'New user',
    cell: ({ referredEmail }) => referredEmail ?? erasedAccount,
    csvValue: ({ referredEmail }) => referredEmail,
  },
  {
    id: 'referrer',
    title: 'Referred by',
    cell: ({ referrerEmail }) => referrerEmail ?? erasedAccount,
    csvValue: ({ referrerEmail }) => referrerEmail,
  },
  {
    id: 'status',
    title: 'Status',
    cell: ({ status }) => <StateTag tone={tones[status]}>{statusNames[status]}</StateTag>,
    csvValue: ({ status }) => status,
  },
  {
    id: 'credits',
    title: 'Credits',
    cell: ({ creditsAwarded }) => creditsAwarded,
    csvValue: ({ creditsAwarded }) => creditsAwarded,
    isNumber: true,
  },
  {
    id: 'eligible',
    title: 'Eligible',
    cell: ({ eligibleDate }) => <DateCell at={eligibleDate} />,
    csvValue: ({ eligibleDate }) => eligibleDate,
    sorts: ['eligibleDate', '-eligibleDate'],
  },
  {
    id: 'processed',
    title: 'Processed',
    cell: ({ processedAt }) => (processedAt === null ? emptyValue : <DateCell at={processedAt} />),
    csvValue: ({ processedAt }) => processedAt,
  },
  {
    id: 'reason',
    title: 'Why cancelled',
    cell: ({ cancelReason }) => (cancelReason === null ? emptyValue : reasonNames[cancelReason]),
    csvValue: ({ cancelReason }) => cancelReason,
  },
  {
    id: 'created',
    title: 'Created',
    cell: ({ createdAt }) => <DateCell at={createdAt} />,
    csvValue: ({ createdAt }) => createdAt,
    sorts: ['-createdAt', 'createdAt'],
  },
];
