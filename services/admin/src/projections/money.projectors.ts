import { paymentDisputed, paymentRefunded, paymentSucceeded, referralChanged } from '@inkbear/contracts/events';
import { monthOf } from '../analytics/months.ts';
import { projector, type Projector } from './projector.ts';

const noChangedUsers: readonly string[] = [];
const dateOrNull = (time: string | null): Date | null => (time === null ? null : new Date(time));

/** Payments and refunds under their natural keys, and referrals. */
export const moneyProjectors: readonly Projector[] = [
  projector(
    paymentSucceeded,
    async ({ data: { paymentId, userId, plan, subscriptionId, amount, currency, ...data }, time }, { upsertPart }) => {
      const paidAt = new Date(data.paidAt ?? time);
      await upsertPart('payments', paymentId, 'told', {
        userId,
        plan,
        subscriptionId,
        amount,
        currency,
        paidAt,
        month: monthOf(paidAt),
      });
      return noChangedUsers;
    },
  ),

  projector(paymentRefunded, async ({ data: { refundKey, paymentId, userId, amount, refundedAt } }, { upsertPart }) => {
    await upsertPart('refunds', refundKey, 'told', { paymentId, userId, amount, month: monthOf(new Date(refundedAt)) });
    return noChangedUsers;
  }),

  projector(paymentDisputed, async ({ data: { paymentId, userId, amount, lostAt } }, { upsertPart }) => {
    await upsertPart('refunds', `dispute:${paymentId}`, 'told', {
      paymentId,
      userId,
      amount,
      month: monthOf(new Date(lostAt)),
    });
    return noChangedUsers;
  }),

  projector(
    referralChanged,
    async (
      {
        data: { referralId, referrerId, referredId, status, creditsAwarded, processedAt, cancelledAt, createdAt },
        time,
      },
      { upsertPart, upsertStage },
    ) => {
      await upsertPart('referrals', referralId, 'told', {
        referrerId,
        referredId,
        status,
        creditsAwarded,
        processedAt: dateOrNull(processedAt),
        cancelledAt: dateOrNull(cancelledAt),
        createdAt: new Date(createdAt),
      });
      // A referral event is repeated when either user is erased, and earlier releases did not publish the cancellation
      // time.
      await upsertStage('referrals', referralId, 'cancelled', {
        stage: status,
        at: new Date(time),
        isGone: status === 'cancelled',
      });
      return noChangedUsers;
    },
  ),
];
