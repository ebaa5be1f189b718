import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { ReferralChanges } from './change-referral.ts';
import type { ReferralRepository } from './referral.repository.ts';

interface Deps {
  referrals: ReferralRepository;
  changes: ReferralChanges;
  outbox: Outbox;
  clock: Clock;
}

const batch = 200;

/** Looks at every pending referral whose days have passed, each in a transaction of its own. Those that nobody pays for yet stay and are looked at again. */
export const processDue = ({ referrals, changes, outbox, clock }: Deps) => async (): Promise<void> => {
  const now = clock.now();
  for (let after: string | null = ''; after !== null;) {
    const due: string[] = await referrals.listDue(now, after, batch);
    for (const referredId of due) await outbox.run((transaction) => changes.settle(transaction, referredId));
    after = due.length < batch ? null : (due.at(-1) ?? null);
  }
};
