import type { BookAllowance } from '@inkbear/contracts/books/book';
import { dayAndMonth } from '@inkbear/web-kit/format.ts';

const books = (count: number) => (count === 1 ? '1 book' : `${count} books`);

/** The remaining books, as text. */
export function allowanceText({ plan, used, max, credits, renewsAt, refusal }: BookAllowance): string {
  if (refusal !== null) return refusal;
  if (max === null) return 'As many books as you like.';
  const remaining = max - used;
  if (remaining <= 0)
    return `You have used all the books in your plan, so this one uses ${credits === 1 ? 'your last book credit' : `one of your ${credits} book credits`}.`;
  if (plan === 'pro_monthly')
    return `${remaining} of ${books(max)} left in this billing period${renewsAt === null ? '' : `, which ends on ${dayAndMonth(renewsAt, 'UTC')}`}.`;
  return plan === 'free'
    ? `The Free plan includes ${books(max)} in total${max > 1 ? `; ${remaining} left` : ', which you have not used yet'}.`
    : `${remaining} of ${books(max)} left in your Pro One-off plan.`;
}
