import type { planCard } from '@inkbear/contracts/billing/billing';
import { limits, plans } from '@inkbear/contracts/plans';
import type { z } from 'zod';
import { longDate, money } from './format.ts';

export type PlanCard = z.infer<typeof planCard>;

/** The state of the plan in one or two sentences. */
export function planSentence({ plan, isActive, source, planEndDate, subscription }: PlanCard): string {
  if (subscription !== null) return subscriptionSentence(subscription);
  if (plan === 'free')
    return `One book without AI writing, plus ${plans.free.ideaCallsPerMonth} AI titles, quizzes or outlines a month.`;
  const end = planEndDate === null ? null : longDate(planEndDate);
  if (plan === 'pro_oneoff' && !isActive)
    return `Your ${limits.oneOffDays} days ended${end === null ? '' : ` on ${end}`}. Books created with it are read-only and can still be exported.`;
  if (end === null) return 'Active.';
  if (plan === 'pro_oneoff') return `Full access until ${end}, then read-only.`;
  return source === 'granted' ? `Granted by Inkbear; active until ${end}.` : `Active until ${end}.`;
}

function subscriptionSentence({ amount, renewsAt, endsAt, graceUntil }: NonNullable<PlanCard['subscription']>): string {
  if (graceUntil !== null) return `Your card was declined. You keep access until ${longDate(graceUntil)}.`;
  if (endsAt !== null)
    return `Cancelled. You keep everything in Pro until ${longDate(endsAt)}; there are no further payments.`;
  return renewsAt === null ? 'Active.' : `Renews on ${longDate(renewsAt)} for ${money(amount)}.`;
}
