import { referralsChanged } from '@inkbear/contracts/events';
import type { EraseRows } from '@inkbear/service-kit/erasure';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { ReferralRepository } from './referral.repository.ts';
import { cancelPending, summarise } from './referral.ts';

/** Takes someone out of both sides: their own code and referrals, and the one that brought them, whose referrer keeps the numbers. */
export const eraseReferrals = ({ referrals, outbox }: { referrals: ReferralRepository; outbox: Outbox }): EraseRows => async (userId, most) => {
  await outbox.run(async ({ session, emit }) => {
    const row = await referrals.findReferral(userId, session);
    if (!row) return;
    await referrals.replaceReferred(userId, { ...row, _id: row.id, status: cancelPending(row.status) }, session);
    if (row.status !== 'pending' || row.referrerId === null) return;
    const { totalCredits, recentReferrals } = summarise(await referrals.listOf(row.referrerId, session));
    await emit(referralsChanged, row.referrerId, { userId: row.referrerId, totalCredits, recentReferrals });
  });
  await referrals.removeReferrer(userId);
  return await referrals.forgetReferrer(userId, most);
};
