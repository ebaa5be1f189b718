import { paymentDisputed, paymentRefunded, paymentSucceeded, referralChanged } from '@inkbear/contracts/events';
import { monthOf } from '../analytics/months.ts';
import { projector, type Projector } from './projector.ts';

const nobody: readonly string[] = [];
const dateOrNull = (time: string | null): Date | null => (time === null ? null : new Date(time));

/** Money that came and went, each under its natural key, and the referrals. */
export const moneyProjectors: readonly Projector[] = [
  projector(
    paymentSucceeded,
    async ({ data: { paymentId, userId, plan, subscriptionId, amount, currency, ...data }, time }, { keep }) => {
      const paidAt = new Date(data.paidAt ?? time);
      await keep('payments', paymentId, 'told', {
        userId,
        plan,
        subscriptionId,
        amount,
        currency,
        paidAt,
        month: monthOf(paidAt),
      });
      return nobody;
    },
  ),

  projector(paymentRefunded, async ({ data: { refundKey, paymentId, userId, amount, refundedAt } }, { keep }) => {
    await keep('refunds', refundKey, 'told', { paymentId, userId, amount, month: monthOf(new Date(refundedAt)) });
    return nobody;
  }),

  projector(paymentDisputed, async ({ data: { paymentId, userId, amount, lostAt } }, { keep }) => {
    await keep('refunds', `dispute:${paymentId}`, 'told', {
      paymentId,
      userId,
      amount,
      month: monthOf(new Date(lostAt)),
    });
    return nobody;
  }),

  projector(
    referralChanged,
    async (
      {
        data: { referralId, referrerId, referredId, status, creditsAwarded, processedAt, cancelledAt, createdAt },
        time,
      },
      { keep, keepStage },
    ) => {
      await keep('referrals', referralId, 'told', {
        referrerId,
        referredId,
        status,
        creditsAwarded,
        processedAt: dateOrNull(processedAt),
        cancelledAt: dateOrNull(cancelledAt),
        createdAt: new Date(createdAt),
      });
      // A referral is told of again when either side is erased, and earlier releases did not say when it was cancelled.
      await keepStage('referrals', referralId, 'cancelled', {
        stage: status,
        at: new Date(time),
        isGone: status === 'cancelled',
      });
      return nobody;
    },
  ),
];
