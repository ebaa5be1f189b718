import type { Clock } from '@inkbear/service-kit/clock';
import type { EraseRows } from '@inkbear/service-kit/erasure';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { ReferralChanges } from './change-referral.ts';
import type { ReferralRepository } from './referral.repository.ts';
import { cancelled } from './referral.ts';

interface Deps {
  referrals: ReferralRepository;
  changes: ReferralChanges;
  outbox: Outbox;
  clock: Clock;
}

/** Takes someone out of both sides: their own code and referrals, and the one that brought them, whose referrer keeps the numbers. */
export const eraseReferrals =
  ({ referrals, changes, outbox, clock }: Deps): EraseRows =>
  async (userId, most) => {
    await outbox.run(async (transaction) => {
      const row = await referrals.findReferral(userId, transaction.session);
      if (!row) return;
      const nameless = { ...cancelled(row, 'deleted', clock.now()), _id: row.id, referredEmail: null };
      await referrals.replaceReferred(userId, nameless, transaction.session);
      await changes.tell(transaction, nameless, null);
    });
    await referrals.removeUser(userId);
    let forgotten = 0;
    while (forgotten < most && (await forgetReferrer(userId))) forgotten += 1;
    return forgotten;

    async function forgetReferrer(referrerId: string): Promise<boolean> {
      return await outbox.run(async (transaction) => {
        const row = await referrals.findOneOf(referrerId, transaction.session);
        if (!row) return false;
        const orphaned = { ...cancelled(row, 'deleted', clock.now()), referrerId: null, referrerEmail: null };
        await referrals.replaceReferral(orphaned, transaction.session);
        await changes.tell(transaction, orphaned, row._id === row.id ? null : row._id);
        return true;
      });
    }
  };
