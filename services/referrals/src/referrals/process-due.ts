import type { Batch } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { ReferralChanges } from './change-referral.ts';
import type { ReferralRepository } from './referral.repository.ts';

interface Deps {
  readonly referrals: ReferralRepository;
  readonly changes: ReferralChanges;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

/**
 * The batch that decides on pending referrals once their days have passed, each in a transaction of its own. One that nobody
 * has paid for stays pending and is not looked at again: from then on only an event about a payment or a subscription can change it.
 */
export const processDue = ({ referrals, changes, outbox, clock }: Deps): Batch<string> => ({
  name: 'process-due',
  list: (limit) => referrals.listDue(clock.now(), limit),
  idOf: (referredId) => referredId,
  work: (referredId) =>
    outbox.run(async (transaction) => {
      await changes.settle(transaction, referredId);
      await referrals.endWait(referredId, transaction.session);
    }),
});
