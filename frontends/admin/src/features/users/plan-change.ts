import type { updateUserPlan } from '@inkbear/contracts/billing/billing';
import type { PlanName } from '@inkbear/contracts/plans';
import type { ClientBody } from '@inkbear/contracts/route';
import { countError, parseNumber } from '../../kit/forms/whole-number.ts';

/** The values of the form; empty fields are not changed. */
export interface PlanChange {
  plan: PlanName | '';
  monthlyBookLimit: string;
  isUnlimited: boolean;
  referralCredits: string;
}
export const noChange: PlanChange = { plan: '', monthlyBookLimit: '', isUnlimited: false, referralCredits: '' };

const maxCount = 100_000;

export function planChangeErrors({ monthlyBookLimit, isUnlimited, referralCredits }: PlanChange): {
  monthlyBookLimit?: string;
  referralCredits?: string;
} {
  const limitError = isUnlimited ? undefined : countError(monthlyBookLimit, maxCount);
  const creditsError = countError(referralCredits, maxCount);
  return {
    ...(limitError === undefined ? {} : { monthlyBookLimit: limitError }),
    ...(creditsError === undefined ? {} : { referralCredits: creditsError }),
  };
}

export const isNoChange = ({ plan, monthlyBookLimit, isUnlimited, referralCredits }: PlanChange): boolean =>
  plan === '' && monthlyBookLimit.trim() === '' && !isUnlimited && referralCredits.trim() === '';

/** The request body: integers, without empty fields. */
export function planChangeBody(
  userId: string,
  { plan, monthlyBookLimit, isUnlimited, referralCredits }: PlanChange,
): ClientBody<typeof updateUserPlan> {
  const limit = isUnlimited ? null : parseNumber(monthlyBookLimit);
  const credits = parseNumber(referralCredits);
  return {
    userId,
    ...(plan === '' ? {} : { plan }),
    ...(limit === undefined ? {} : { monthlyBookLimit: limit }),
    ...(credits === undefined ? {} : { referralCredits: credits }),
  };
}
