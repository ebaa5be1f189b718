import { userRegistered } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { NewId } from '@inkbear/service-kit/ids';
import type { ReferralChanges } from '../referrals/change-referral.ts';
import type { ReferralRepository } from '../referrals/referral.repository.ts';
import { newReferral } from '../referrals/referral.ts';

interface Deps {
  referrals: ReferralRepository;
  changes: ReferralChanges;
  newId: NewId;
}

/** Remembers the new user's own code, and notes who brought them. A referrer not heard of yet means: try again later. */
export const onUserRegistered = ({ referrals, changes, newId }: Deps): Subscription =>
  on(userRegistered, async ({ data }, transaction) => {
    const { session } = transaction;
    await referrals.insertReferrer({ _id: data.userId, referralCode: data.referralCode, email: data.email }, session);
    if (data.referredByCode === null) return;
    const referrer = await referrals.findReferrerByCode(data.referredByCode, session);
    if (!referrer) throw new Error('The referrer’s own registration has not arrived yet.');
    await changes.begin(transaction, newReferral(newId(), referrer, data));
  });
