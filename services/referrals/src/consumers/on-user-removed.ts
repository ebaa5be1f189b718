import { userRemoved } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { ReferralChanges } from '../referrals/change-referral.ts';
import type { ReferralRepository } from '../referrals/referral.repository.ts';

/** Whoever deletes the account before the credit was due brings none, even if the account comes back. */
export const onUserRemoved = ({
  referrals,
  changes,
}: {
  referrals: ReferralRepository;
  changes: ReferralChanges;
}): Subscription =>
  on(userRemoved, async ({ data: { userId, stage } }, transaction) => {
    if (stage !== 'grace') return;
    const row = await referrals.findReferral(userId, transaction.session);
    if (row) await changes.cancel(transaction, row, 'deleted');
  });
