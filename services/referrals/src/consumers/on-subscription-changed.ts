import { subscriptionChanged } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { ReferralChanges } from '../referrals/change-referral.ts';
import type { ReferralRepository } from '../referrals/referral.repository.ts';

/** Money that went back ends a pending referral; a paid month may be what one was waiting for. */
export const onSubscriptionChanged = ({
  referrals,
  changes,
}: {
  referrals: ReferralRepository;
  changes: ReferralChanges;
}): Subscription =>
  on(subscriptionChanged, async ({ seq, data }, transaction) => {
    const { subscriptionId, userId, status, periodEnd, endReason } = data;
    const isNewer = await referrals.keepSubscription(
      { _id: subscriptionId, userId, seq, status, periodEnd: new Date(periodEnd) },
      transaction.session,
    );
    if (!isNewer) return;
    if (endReason === 'refunded' || endReason === 'disputed') {
      const row = await referrals.findReferral(userId, transaction.session);
      if (row) await changes.cancel(transaction, row, 'refunded');
    } else {
      await changes.settle(transaction, userId);
    }
  });
