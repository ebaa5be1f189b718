import type { Clock } from '@inkbear/service-kit/clock';
import type { EraseRows } from '@inkbear/service-kit/erasure';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { ReferralChanges } from './change-referral.ts';
import type { ReferralRepository } from './referral.repository.ts';
import { cancelIfPending } from './referral.ts';

interface Deps {
  referrals: ReferralRepository;
  changes: ReferralChanges;
  outbox: Outbox;
  clock: Clock;
}

/**
 * Removes a user from both sides of referrals: as the referred user (the referrer keeps the totals) and as a referrer.
 */
export const eraseReferrals =
  (deps: Deps): EraseRows =>
  async (userId, limit) => {
    await anonymiseReferred(deps, userId);
    await deps.referrals.deleteUser(userId);
    let anonymised = 0;
    while (anonymised < limit && (await anonymiseNextOfReferrer(deps, userId))) anonymised += 1;
    return anonymised;
  };

async function anonymiseReferred({ referrals, changes, outbox, clock }: Deps, userId: string): Promise<void> {
  await outbox.run(async (transaction) => {
    const row = await referrals.findReferral(userId, transaction.session);
    if (!row) return;
    const anonymous = { ...cancelIfPending(row, 'deleted', clock.now()), _id: row.id, referredEmail: null };
    await referrals.replaceUnderOwnId(userId, anonymous, transaction.session);
    await changes.publish(transaction, anonymous, null);
  });
}

/** False when the referrer has no more referrals. */
async function anonymiseNextOfReferrer(
  { referrals, changes, outbox, clock }: Deps,
  referrerId: string,
): Promise<boolean> {
  return await outbox.run(async (transaction) => {
    const row = await referrals.findByReferrer(referrerId, transaction.session);
    if (!row) return false;
    const anonymous = { ...cancelIfPending(row, 'deleted', clock.now()), referrerId: null, referrerEmail: null };
    await referrals.replaceReferral(anonymous, transaction.session);
    await changes.publish(transaction, anonymous, row._id === row.id ? null : row._id);
    return true;
  });
}
