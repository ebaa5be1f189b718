import { limits, type PlanName, plans } from '@inkbear/contracts/plans';
import { showToast } from '@inkbear/web-kit/toast.ts';

export type PaidPlan = Exclude<PlanName, 'free'>;

export const initFailedText = 'Failed to initialize payment. Please try again.';
export const notReadyText = 'Payment system not ready...';
export const incompleteText = 'Please complete all payment fields.';
export const tryAgainText = 'Please try again.';
export const refusedText = 'You did not confirm this payment, so nothing was charged.';
export const replacedText = 'The price was changed in another tab. Please look at the total and pay again.';

/** The benefits of a plan, as on the pricing page. */
export const points: Record<PaidPlan, string[]> = {
  pro_monthly: [
    `${plans.pro_monthly.books} full books a month`,
    'All AI writing tools for every chapter',
    `${plans.pro_monthly.coachingPerMonth} writing coach questions a month`,
    'Personal Stories',
    'Print-ready PDF of books and chapters',
    'Cancel anytime',
  ],
  pro_oneoff: [
    'One complete book',
    `Everything in Pro for ${limits.oneOffDays} days`,
    'Then read-only; the whole book can always be exported',
  ],
};

const tools = 'AI writing tools, Personal Stories and PDF export.';
const unlocked: Record<PaidPlan, string> = {
  pro_monthly: `${plans.pro_monthly.title} is active: ${tools}`,
  pro_oneoff: `${plans.pro_oneoff.title} is active for ${limits.oneOffDays} days: ${tools}`,
};
const lateText = 'Your plan is not active yet. Reload this page in a minute; you will not be charged again.';

const besideText = `${plans.pro_oneoff.title} is paid. ${plans.pro_monthly.title} stays your plan; your account page shows what the purchase changed.`;

/** `effective` is the plan that is active now; null when the payment succeeded but no plan is active yet. */
export const showPaidToast = (plan: PaidPlan, effective: PlanName | null): void =>
  showToast({
    title: 'Payment Successful',
    description: paidText(plan, effective),
    ...(effective === plan ? {} : { durationMs: 15_000 }),
  });
function paidText(plan: PaidPlan, effective: PlanName | null): string {
  if (effective === null) return lateText;
  return effective === plan ? unlocked[plan] : besideText;
}
export const showFailedToast = (description: string): void =>
  showToast({ title: 'Payment failed', description, tone: 'destructive' });
export const showNotReadyToast = (): void =>
  showToast({
    title: notReadyText,
    description: 'The card form is still loading. You were not charged.',
    tone: 'destructive',
  });
export const showIncompleteToast = (): void => showToast({ title: incompleteText, tone: 'destructive' });
