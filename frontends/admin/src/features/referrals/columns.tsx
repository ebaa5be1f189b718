import { type AdminReferral, listAdminReferrals } from '@inkbear/contracts/referrals/admin-referral';
import { nothing } from '../../kit/format.ts';
import { listSource } from '../../kit/lists/list-source.ts';
import type { ListDefinition } from '../../kit/lists/use-admin-list.ts';
import type { Column } from '../../kit/table/column.ts';
import { Day } from '../../kit/table/day.tsx';
import { Tag } from '../../kit/table/tag.tsx';

export const referralList: ListDefinition<AdminReferral> = {
  source: listSource(listAdminReferrals),
  defaultSort: '-createdAt',
  filters: ['status'],
};

export const statusNames = { pending: 'Pending', processed: 'Processed', cancelled: 'Cancelled' } as const;
const tones = { pending: 'accent', processed: 'good', cancelled: 'plain' } as const;
/** Why a referral came to nothing. */
export const reasonNames = {
  same_person: 'Both are the same person',
  refunded: 'The payment went back',
  deleted: 'One of the two accounts was deleted',
} as const;
/** An account that was erased has no address any more. */
export const erased = 'Erased account';

export const referralColumns: readonly Column<AdminReferral>[] = [
  {
    id: 'referred',
    title: 'New user',
    cell: ({ referredEmail }) => referredEmail ?? erased,
    file: ({ referredEmail }) => referredEmail,
  },
  {
    id: 'referrer',
    title: 'Referred by',
    cell: ({ referrerEmail }) => referrerEmail ?? erased,
    file: ({ referrerEmail }) => referrerEmail,
  },
  {
    id: 'status',
    title: 'Status',
    cell: ({ status }) => <Tag tone={tones[status]}>{statusNames[status]}</Tag>,
    file: ({ status }) => status,
  },
  {
    id: 'credits',
    title: 'Credits',
    cell: ({ creditsAwarded }) => creditsAwarded,
    file: ({ creditsAwarded }) => creditsAwarded,
    isNumber: true,
  },
  {
    id: 'eligible',
    title: 'Eligible',
    cell: ({ eligibleDate }) => <Day at={eligibleDate} />,
    file: ({ eligibleDate }) => eligibleDate,
    sorts: ['eligibleDate', '-eligibleDate'],
  },
  {
    id: 'processed',
    title: 'Processed',
    cell: ({ processedAt }) => (processedAt === null ? nothing : <Day at={processedAt} />),
    file: ({ processedAt }) => processedAt,
  },
  {
    id: 'reason',
    title: 'Why cancelled',
    cell: ({ cancelReason }) => (cancelReason === null ? nothing : reasonNames[cancelReason]),
    file: ({ cancelReason }) => cancelReason,
  },
  {
    id: 'created',
    title: 'Created',
    cell: ({ createdAt }) => <Day at={createdAt} />,
    file: ({ createdAt }) => createdAt,
    sorts: ['-createdAt', 'createdAt'],
  },
];
