import type { Batch } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { ReferralChanges } from './change-referral.ts';
import type { ReferralRepository } from './referral.repository.ts';

export interface ProcessDueDeps {
  readonly referrals: ReferralRepository;
  readonly changes: ReferralChanges;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

/**
 * Evaluates pending referrals at the end of their waiting period, each in its own transaction. An unpaid referral stays
 * pending and is not listed again, because from then on only an event about a payment or a subscription can change it.
 */
export const processDue = ({ referrals, changes, outbox, clock }: ProcessDueDeps): Batch<string> => ({
  name: 'process-due',
  list: (limit) => referrals.listDue(clock.now(), limit),
  idOf: (referredId) => referredId,
  work: (referredId) =>
    outbox.run(async (transaction) => {
      await changes.evaluate(transaction, referredId);
      await referrals.clearDue(referredId, transaction.session);
    }),
});
