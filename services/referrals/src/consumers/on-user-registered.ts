import { referralsChanged, userRegistered } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { NewId } from '@inkbear/service-kit/ids';
import type { ReferralRepository } from '../referrals/referral.repository.ts';
import { newReferral, summarise } from '../referrals/referral.ts';

/** Remembers the new user's own code, and notes who brought them. A referrer not heard of yet means: try again later. */
export const onUserRegistered = ({ referrals, newId }: { referrals: ReferralRepository; newId: NewId }): Subscription =>
  on(userRegistered, async ({ data }, { session, emit }) => {
    await referrals.insertReferrer({ _id: data.userId, referralCode: data.referralCode }, session);
    if (data.referredByCode === null) return;
    const referrer = await referrals.findReferrerByCode(data.referredByCode, session);
    if (!referrer) throw new Error('The referrer’s own registration has not arrived yet.');
    const isNew = await referrals.insertReferral(newReferral(newId(), referrer._id, data.userId, new Date(data.createdAt)), session);
    if (!isNew) return;
    const { totalCredits, recentReferrals } = summarise(await referrals.listOf(referrer._id, session));
    await emit(referralsChanged, referrer._id, { userId: referrer._id, totalCredits, recentReferrals });
  });
