import {
  paymentDisputed,
  paymentRefunded,
  paymentSucceeded,
  subscriptionChanged,
  userChanged,
  userRegistered,
  userRemoved,
} from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Transaction } from '@inkbear/service-kit/outbox';
import { cancelReferral, type ChangeDeps, evaluateReferral, insertReferral } from './referrals/change-referral.ts';
import { newReferral } from './referrals/referral.ts';

interface ConsumerDeps extends ChangeDeps {
  readonly newId: NewId;
}

export const consumers = (deps: ConsumerDeps): Subscription[] => [...onUsers(deps), ...onPayments(deps)];

const onUsers = (deps: ConsumerDeps): Subscription[] => [
  // Throws until the referrer's own registration has arrived, so that the event is redelivered.
  on(userRegistered, async ({ data }, transaction) => {
    const { referrals, newId } = deps;
    const { session } = transaction;
    await referrals.insertReferrer({ _id: data.userId, referralCode: data.referralCode, email: data.email }, session);
    if (data.referredByCode === null) return;
    const referrer = await referrals.lockReferrerByCode(data.referredByCode, session);
    if (!referrer) throw new Error('The referrer’s own registration has not arrived yet.');
    await insertReferral(deps, transaction, newReferral(newId(), referrer, data));
  }),

  // Throws until the user's registration has arrived, so that the event is redelivered. Referrals by this user need no
  // evaluation now: each is evaluated before its credits are awarded.
  on(userChanged, async ({ data: { userId, email }, seq }, transaction) => {
    const isKnown = await deps.referrals.replaceEmailIfNewer(userId, { email, emailSeq: seq }, transaction.session);
    if (!isKnown) throw new Error('The user’s registration has not arrived yet.');
    await evaluateReferral(deps, transaction, userId);
  }),

  // An account that is closed before the referral is processed earns no credits, even if it is restored.
  on(userRemoved, async ({ data: { userId, stage } }, transaction) => {
    if (stage === 'grace') await cancelReferral(deps, transaction, { referredId: userId, reason: 'deleted' });
  }),
];

interface Payment {
  readonly paymentId: string;
  readonly userId: string;
  readonly subscriptionId: string | null;
  readonly cardFingerprint?: string | null;
}

/**
 * These events may arrive in any order: each is stored, and every referral whose outcome may depend on it is evaluated.
 */
function onPayments(deps: ConsumerDeps): Subscription[] {
  const { referrals } = deps;
  const apply = async (
    transaction: Transaction,
    { paymentId, userId, subscriptionId, cardFingerprint = null }: Payment,
    isReturned: boolean,
  ) => {
    const { session } = transaction;
    if (subscriptionId === null && isReturned) return;
    await referrals.upsertPayment(
      { _id: paymentId, userId, subscriptionId, fingerprint: cardFingerprint, isReturned },
      session,
    );
    await evaluateReferral(deps, transaction, userId);
    if (cardFingerprint === null) return;
    // The payer may be a referrer. A card that also paid for a referred user means that both are one person.
    for (const referredId of await referrals.listPendingWithCard(userId, cardFingerprint, session))
      await evaluateReferral(deps, transaction, referredId);
  };
  return [
    // A refund or lost dispute cancels a pending referral; a paid month may complete one.
    on(subscriptionChanged, async ({ seq, data }, transaction) => {
      const { subscriptionId, userId, status, periodEnd, endReason } = data;
      const isNewer = await referrals.upsertSubscriptionIfNewer(
        { _id: subscriptionId, userId, seq, status, periodEnd: new Date(periodEnd) },
        transaction.session,
      );
      if (!isNewer) return;
      if (endReason === 'refunded' || endReason === 'disputed')
        await cancelReferral(deps, transaction, { referredId: userId, reason: 'refunded' });
      else await evaluateReferral(deps, transaction, userId);
    }),
    on(paymentSucceeded, ({ data }, transaction) => apply(transaction, data, false)),
    on(paymentRefunded, async ({ data }, transaction) => {
      if (data.isFull) await apply(transaction, data, true);
    }),
    on(paymentDisputed, ({ data }, transaction) => apply(transaction, data, true)),
  ];
}
