import { paymentDisputed, paymentRefunded, paymentSucceeded, referralChanged } from '@inkbear/contracts/events';
import { monthOf } from '../analytics/months.ts';
import { projector, type Projector } from './projector.ts';

const noChangedUsers: readonly string[] = [];
const dateOrNull = (time: string | null): Date | null => (time === null ? null : new Date(time));

/** Payments and refunds under their natural keys, and referrals. */
export const moneyProjectors: readonly Projector[] = [
  projector(
    paymentSucceeded,
    async ({ data: { paymentId, userId, plan, subscriptionId, amount, currency, ...data }, time }, { upsertData }) => {
      const paidAt = new Date(data.paidAt ?? time);
      await upsertData('payments', paymentId, {
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

  projector(paymentRefunded, async ({ data: { refundKey, paymentId, userId, amount, refundedAt } }, { upsertData }) => {
    await upsertData('refunds', refundKey, { paymentId, userId, amount, month: monthOf(new Date(refundedAt)) });
    return noChangedUsers;
  }),

  projector(paymentDisputed, async ({ data: { paymentId, userId, amount, lostAt } }, { upsertData }) => {
    await upsertData('refunds', `dispute:${paymentId}`, {
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
      { upsertData, upsertState },
    ) => {
      await upsertData('referrals', referralId, {
        referrerId,
        referredId,
        status,
        creditsAwarded,
        processedAt: dateOrNull(processedAt),
        cancelledAt: dateOrNull(cancelledAt),
        createdAt: new Date(createdAt),
      });
      // Events of earlier releases have no cancellation time; the time of the first event with this status counts. More
      // events with this status are published when one of the users is erased.
      await upsertState('referrals', referralId, 'cancelled', {
        stage: status,
        at: new Date(time),
        isGone: status === 'cancelled',
      });
      return noChangedUsers;
    },
  ),
];
