import type { AdminUser } from '@inkbear/contracts/admin/users';
import { plans } from '@inkbear/contracts/plans';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { formatCost, formatDollars, emptyValue } from '../../kit/format.ts';
import type { Column } from '../../kit/table/column.ts';
import { DateCell } from '../../kit/table/date-cell.tsx';
import { StateTag } from '../../kit/table/state-tag.tsx';
import { fullName, limitText } from './user-labels.ts';
import styles from './users.module.css';

export const userColumns: readonly Column<AdminUser>[] = [
  {
    id: 'name',
    title: 'Name',
    cell: (user) => <Name user={user} />,
    csvValue: fullName,
    sorts: ['lastName', '-lastName'],
  },
  {
    id: 'email',
    title: 'Email',
    cell: ({ email }) => <span className={styles['email']}>{email}</span>,
    csvValue: ({ email }) => email,
    sorts: ['email', '-email'],
  },
  { id: 'plan', title: 'Plan', cell: ({ plan }) => plans[plan].title, csvValue: ({ plan }) => plan },
  {
    id: 'state',
    title: 'Plan state',
    cell: ({ isActive }) => <StateTag tone={isActive ? 'good' : 'plain'}>{isActive ? 'Active' : 'Inactive'}</StateTag>,
    csvValue: ({ isActive }) => (isActive ? 'active' : 'inactive'),
  },
  {
    id: 'ends',
    title: 'Plan ends',
    cell: ({ planEndDate }) => (planEndDate === null ? emptyValue : <DateCell at={planEndDate} />),
    csvValue: ({ planEndDate }) => planEndDate,
    sorts: ['planEndDate', '-planEndDate'],
  },
  {
    id: 'books',
    title: 'Books',
    cell: ({ bookCount }) => formatNumber(bookCount),
    csvValue: ({ bookCount }) => bookCount,
    sorts: ['-bookCount', 'bookCount'],
    isNumber: true,
  },
  {
    id: 'limit',
    title: 'Books this month',
    cell: (user) => `${formatNumber(user.bookCountThisMonth)} of ${limitText(user)}`,
    csvValue: ({ bookCountThisMonth }) => bookCountThisMonth,
    isNumber: true,
  },
  {
    id: 'credits',
    title: 'Credits',
    cell: ({ referralCredits }) => formatNumber(referralCredits),
    csvValue: ({ referralCredits }) => referralCredits,
    sorts: ['-referralCredits'],
    isNumber: true,
  },
  {
    id: 'tokens',
    title: 'AI tokens',
    cell: ({ openaiTokensUsed }) => formatNumber(openaiTokensUsed),
    csvValue: ({ openaiTokensUsed }) => openaiTokensUsed,
    sorts: ['-openaiTokensUsed'],
    isNumber: true,
  },
  {
    id: 'cost',
    title: 'AI cost',
    cell: ({ openaiCostThisMonth }) => (
      <span title={formatCost(openaiCostThisMonth)}>{formatDollars(openaiCostThisMonth)}</span>
    ),
    csvValue: ({ openaiCostThisMonth }) => openaiCostThisMonth,
    sorts: ['-openaiCostThisMonth'],
    isNumber: true,
  },
  {
    id: 'joined',
    title: 'Joined',
    cell: ({ createdAt }) => <DateCell at={createdAt} />,
    csvValue: ({ createdAt }) => createdAt,
    sorts: ['-createdAt', 'createdAt'],
  },
];

/** The columns of the CSV file. */
export const userCsvColumns: readonly Column<AdminUser>[] = [
  { id: 'id', title: 'User ID', cell: ({ id }) => id, csvValue: ({ id }) => id },
  ...userColumns,
  { id: 'bookLimit', title: 'Book limit', cell: limitText, csvValue: (user) => user.monthlyBookLimit ?? 'unlimited' },
  {
    id: 'requests',
    title: 'AI requests this month',
    cell: ({ openaiRequestsThisMonth }) => openaiRequestsThisMonth,
    csvValue: ({ openaiRequestsThisMonth }) => openaiRequestsThisMonth,
  },
  {
    id: 'reset',
    title: 'Last AI reset',
    cell: ({ lastOpenaiReset }) => lastOpenaiReset,
    csvValue: ({ lastOpenaiReset }) => lastOpenaiReset,
  },
  { id: 'closed', title: 'Closed', cell: ({ deletedAt }) => deletedAt, csvValue: ({ deletedAt }) => deletedAt },
];

function Name({ user }: { user: AdminUser }) {
  return (
    <>
      {fullName(user) || user.email}
      {user.deletedAt !== null && (
        <>
          {' '}
          <StateTag tone="bad">Closed</StateTag>
        </>
      )}
    </>
  );
}
