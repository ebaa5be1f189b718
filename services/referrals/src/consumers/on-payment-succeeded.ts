import { paymentSucceeded } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { ReferralChanges } from '../referrals/change-referral.ts';
import type { ReferralRepository } from '../referrals/referral.repository.ts';

/** A card that paid for both is one person with two addresses, whichever of them paid first. */
export const onPaymentSucceeded = ({ referrals, changes }: { referrals: ReferralRepository; changes: ReferralChanges }): Subscription =>
  on(paymentSucceeded, async ({ data: { userId, cardFingerprint } }, transaction) => {
    const { session } = transaction;
    if (cardFingerprint === null) return;
    await referrals.keepCard(userId, cardFingerprint, session);
    const holders = await referrals.listCardHolders(cardFingerprint, session);
    for (const holder of holders) {
      const row = await referrals.findReferral(holder, session);
      if (row && row.referrerId !== null && holders.includes(row.referrerId)) await changes.cancel(transaction, row, 'same_person');
    }
  });
