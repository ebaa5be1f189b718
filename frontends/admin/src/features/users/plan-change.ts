import type { updateUserPlan } from '@inkbear/contracts/billing/billing';
import type { PlanName } from '@inkbear/contracts/plans';
import type { ClientBody } from '@inkbear/contracts/route';
import { countError, numberOf } from '../../kit/forms/whole-number.ts';

/** The form as it is typed; whatever is empty stays as it is. */
export interface PlanChange {
  plan: PlanName | '';
  monthlyBookLimit: string;
  isUnlimited: boolean;
  referralCredits: string;
}
export const noChange: PlanChange = { plan: '', monthlyBookLimit: '', isUnlimited: false, referralCredits: '' };

const most = 100_000;

export function planChangeErrors({ monthlyBookLimit, isUnlimited, referralCredits }: PlanChange): {
  monthlyBookLimit?: string;
  referralCredits?: string;
} {
  const [limit, credits] = [
    isUnlimited ? undefined : countError(monthlyBookLimit, most),
    countError(referralCredits, most),
  ];
  return {
    ...(limit === undefined ? {} : { monthlyBookLimit: limit }),
    ...(credits === undefined ? {} : { referralCredits: credits }),
  };
}

export const isNoChange = ({ plan, monthlyBookLimit, isUnlimited, referralCredits }: PlanChange): boolean =>
  plan === '' && monthlyBookLimit.trim() === '' && !isUnlimited && referralCredits.trim() === '';

/** Integers, and nothing for what was left empty. */
export function planChangeBody(
  userId: string,
  { plan, monthlyBookLimit, isUnlimited, referralCredits }: PlanChange,
): ClientBody<typeof updateUserPlan> {
  const [limit, credits] = [isUnlimited ? null : numberOf(monthlyBookLimit), numberOf(referralCredits)];
  return {
    userId,
    ...(plan === '' ? {} : { plan }),
    ...(limit === undefined ? {} : { monthlyBookLimit: limit }),
    ...(credits === undefined ? {} : { referralCredits: credits }),
  };
}
