import type { AdminUser, AdminUserDetails } from '@inkbear/contracts/admin/users';
import { plans } from '@inkbear/contracts/plans';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { formatCost, formatDate, formatDateTime, emptyValue } from '../../../kit/format.ts';
import { Facts } from '../../../kit/table/row-drawer.tsx';
import { limitText } from '../user-labels.ts';

/** A row of the list, with the details once they are loaded. */
export type UserView = AdminUser & Partial<Omit<AdminUserDetails, keyof AdminUser>>;
const sources = { none: 'No plan', paid: 'Paid', granted: 'Granted by an admin' } as const;

export function UserFacts({ user }: { user: UserView }) {
  const { referrals } = user;
  return (
    <Facts
      items={[
        ['Email', user.email],
        ['Joined', formatDateTime(user.createdAt)],
        ...(user.deletedAt === null ? [] : [['Closed', formatDateTime(user.deletedAt)] as const]),
        ['Books', `${formatNumber(user.bookCount)}, ${formatNumber(user.bookCountThisMonth)} created this month`],
        ...(user.storyCount === undefined ? [] : [['Personal stories', formatNumber(user.storyCount)] as const]),
        ...(referrals === undefined
          ? []
          : [
              [
                'Referrals',
                `${referrals.processed} processed, ${referrals.pending} pending, ${referrals.cancelled} cancelled`,
              ] as const,
            ]),
        ['AI requests this month', formatNumber(user.openaiRequestsThisMonth)],
        ['AI cost this month', formatCost(user.openaiCostThisMonth)],
        ['AI tokens', formatNumber(user.openaiTokensUsed)],
        ['Last AI reset', user.lastOpenaiReset === null ? emptyValue : formatDateTime(user.lastOpenaiReset)],
        ['ID', user.id],
      ]}
    />
  );
}

export function PlanFacts({ user }: { user: UserView }) {
  const [start, end] = [user.periodStart ?? null, user.periodEnd ?? null];
  return (
    <Facts
      items={[
        ['Plan', `${plans[user.plan].title}, ${user.isActive ? 'active' : 'inactive'}`],
        ...(user.source === undefined ? [] : [['Source', sources[user.source]] as const]),
        ['Ends', user.planEndDate === null ? emptyValue : formatDateTime(user.planEndDate)],
        ...(start === null || end === null
          ? []
          : [['Billing period', `${formatDate(start)} to ${formatDate(end)}`] as const]),
        ['Book limit', `${limitText(user)}${user.monthlyBookLimitOverridden ? ', set by an admin' : ''}`],
        ['Book credits', formatNumber(user.referralCredits)],
      ]}
    />
  );
}
