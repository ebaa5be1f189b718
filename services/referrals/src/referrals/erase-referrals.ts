import type { Clock } from '@inkbear/service-kit/clock';
import type { EraseRows } from '@inkbear/service-kit/erasure';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { publishReferral } from './change-referral.ts';
import type { ReferralRepository } from './referral.repository.ts';
import { cancelIfPending } from './referral.ts';

interface Deps {
  readonly referrals: ReferralRepository;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

/** Removes a user from referrals, as the referred user and as the referrer. The referrals themselves still count. */
export const eraseReferrals =
  (deps: Deps): EraseRows =>
  async (userId, limit) => {
    await removeReferredUser(deps, userId);
    await deps.referrals.deleteUser(userId);
    let changed = 0;
    while (changed < limit && (await removeReferrerOnce(deps, userId))) changed += 1;
    return changed;
  };

async function removeReferredUser({ referrals, outbox, clock }: Deps, userId: string): Promise<void> {
  await outbox.run(async (transaction) => {
    const row = await referrals.findReferral(userId, transaction.session);
    if (!row) return;
    const anonymous = { ...cancelIfPending(row, 'deleted', clock.now()), _id: row.id, referredEmail: null };
    await referrals.replaceUnderOwnId(userId, anonymous, transaction.session);
    await publishReferral({ referrals }, transaction, anonymous, null);
  });
}

/** Removes a referrer from one referral. False when the referrer has no more referrals. */
async function removeReferrerOnce({ referrals, outbox, clock }: Deps, referrerId: string): Promise<boolean> {
  return await outbox.run(async (transaction) => {
    const row = await referrals.findByReferrer(referrerId, transaction.session);
    if (!row) return false;
    const anonymous = { ...cancelIfPending(row, 'deleted', clock.now()), referrerId: null, referrerEmail: null };
    await referrals.replaceReferral(anonymous, transaction.session);
    await publishReferral({ referrals }, transaction, anonymous, row._id === row.id ? null : row._id);
    return true;
  });
}
