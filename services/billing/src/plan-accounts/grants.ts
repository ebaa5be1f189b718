import { limits, type PlanName } from '@inkbear/contracts/plans';
import type { PlanAccount } from './plan-account.ts';

const dayMs = 86_400_000;
const spanOf = (now: Date, days: number) => ({ startedAt: now, endsAt: new Date(now.getTime() + days * dayMs) });

/** The grant that an event asks for, once for each event. */
export function grantOnce(account: PlanAccount, eventId: string, plan: PlanName, now: Date): PlanAccount {
  const { grantsApplied = [] } = account;
  return grantsApplied.includes(eventId)
    ? account
    : { ...grantPlan(account, plan, now), grantsApplied: [...grantsApplied, eventId] };
}

/** A granted monthly runs one year, a one-off 30 days; `free` ends what was granted and every running one-off; a paid subscription is ended at its provider. */
export function grantPlan(account: PlanAccount, plan: PlanName, now: Date): PlanAccount {
  const endedGrant = account.grantedMonthly && account.grantedMonthly.endsAt > now ? now : account.monthlyEndedAt;
  switch (plan) {
    case 'free':
      return {
        ...account,
        grantedMonthly: null,
        grantedOneOff: null,
        monthlyEndedAt: endedGrant,
        paidOneOffs: account.paidOneOffs.map((paid) => (paid.endsAt > now ? { ...paid, endsAt: now } : paid)),
      };
    case 'pro_monthly':
      return { ...account, grantedMonthly: spanOf(now, 365), grantedOneOff: null };
    case 'pro_oneoff':
      return {
        ...account,
        grantedMonthly: null,
        monthlyEndedAt: endedGrant,
        grantedOneOff: spanOf(now, limits.oneOffDays),
        grantedOneOffCount: account.grantedOneOffCount + 1,
      };
  }
}
