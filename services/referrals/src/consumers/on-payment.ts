import { paymentDisputed, paymentRefunded, paymentSucceeded } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { Transaction } from '@inkbear/service-kit/outbox';
import type { ReferralChanges } from '../referrals/change-referral.ts';
import type { ReferralRepository } from '../referrals/referral.repository.ts';

interface Payment {
  readonly paymentId: string;
  readonly userId: string;
  readonly subscriptionId: string | null;
  readonly cardFingerprint?: string | null;
}

/**
 * Money of a Pro Monthly that came or went back. Which of the events is heard of first makes no difference: each is kept, and what all
 * of them together ask for is done. A card that paid for both is one person with two addresses, whichever of them paid first.
 */
export function onPayments({
  referrals,
  changes,
}: {
  referrals: ReferralRepository;
  changes: ReferralChanges;
}): Subscription[] {
  const hear = async (
    transaction: Transaction,
    { paymentId, userId, subscriptionId, cardFingerprint = null }: Payment,
    isBack: boolean,
  ) => {
    const { session } = transaction;
    if (subscriptionId === null && isBack) return;
    await referrals.keepPayment(
      { _id: paymentId, userId, subscriptionId, fingerprint: cardFingerprint },
      isBack,
      session,
    );
    await changes.settle(transaction, userId);
    if (cardFingerprint === null) return;
    for (const referredId of await referrals.listPendingWithCard(userId, cardFingerprint, session))
      await changes.settle(transaction, referredId);
  };
  return [
    on(paymentSucceeded, ({ data }, transaction) => hear(transaction, data, false)),
    on(paymentRefunded, async ({ data }, transaction) => {
      if (data.isFull) await hear(transaction, data, true);
    }),
    on(paymentDisputed, ({ data }, transaction) => hear(transaction, data, true)),
  ];
}
