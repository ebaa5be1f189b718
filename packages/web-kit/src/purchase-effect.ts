import type { PurchaseEffect } from '@inkbear/contracts/billing/purchase';
import { limits, plans } from '@inkbear/contracts/plans';
import { longDate } from './format.ts';

interface EffectTexts {
  /** What the purchase adds. */
  readonly adds: string;
  /** What it leaves as it is; null when no other plan runs. */
  readonly unchanged: string | null;
}

/** The effect of a purchase in sentences that are true before and after the payment. */
export function effectTexts(effect: PurchaseEffect): EffectTexts {
  return { adds: addsText(effect), unchanged: effect.unchanged && unchangedText(effect.unchanged) };
}

function addsText({ plan, books, accessFrom, accessUntil, unchanged }: PurchaseEffect): string {
  if (plan === 'pro_monthly') return `${bookCount(books)} in each month, and everything in Pro until you cancel.`;
  const until = accessUntil === null ? '' : ` until ${longDate(accessUntil)}`;
  if (accessFrom === null)
    return `It adds nothing: ${plans.pro_monthly.title} includes everything in it for all of its ${limits.oneOffDays} days.`;
  const from = unchanged === null ? '' : ` from ${longDate(accessFrom)}, when ${plans[unchanged.plan].title} ends,`;
  return `${bookCount(books)}, and everything in Pro${from}${until}. Then its book is read-only and can still be exported.`;
}

function unchangedText({ plan, until }: NonNullable<PurchaseEffect['unchanged']>): string {
  const end = until === null ? 'It continues to renew.' : `It ends on ${longDate(until)}.`;
  return `Your ${plans[plan].title} plan stays as it is. ${end}`;
}

const bookCount = (count: number): string => (count === 1 ? 'One book' : `${count} books`);
