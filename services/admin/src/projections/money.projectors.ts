import { paymentDisputed, paymentRefunded, paymentSucceeded, referralChanged } from '@inkbear/contracts/events';
import { monthOf } from '../analytics/months.ts';
import { projector, type Projector } from './projector.ts';

const nobody: readonly string[] = [];

/** Money that came and went, each under its natural key, and the referrals. */
export const moneyProjectors: readonly Projector[] = [
  projector(paymentSucceeded, async ({ data: { paymentId, userId, plan, subscriptionId, amount, currency, ...data }, time }, { keep }) => {
    const paidAt = new Date(data.paidAt ?? time);
    await keep('payments', paymentId, 'told', { userId, plan, subscriptionId, amount, currency, paidAt, month: monthOf(paidAt) });
    return nobody;
  }),

  projector(paymentRefunded, async ({ data: { refundKey, paymentId, userId, amount, refundedAt } }, { keep }) => {
    await keep('refunds', refundKey, 'told', { paymentId, userId, amount, month: monthOf(new Date(refundedAt)) });
    return nobody;
  }),

  projector(paymentDisputed, async ({ data: { paymentId, userId, amount, lostAt } }, { keep }) => {
    await keep('refunds', `dispute:${paymentId}`, 'told', { paymentId, userId, amount, month: monthOf(new Date(lostAt)) });
    return nobody;
  }),

  projector(referralChanged, async ({ data: { referralId, referrerId, referredId, status, creditsAwarded, processedAt, createdAt }, time }, { keep }) => {
    await keep('referrals', referralId, 'told', { referrerId, referredId, status, statusAt: new Date(time), creditsAwarded, processedAt: processedAt === null ? null : new Date(processedAt), createdAt: new Date(createdAt) });
    return nobody;
  }),
];
