import type { Batch } from '@inkbear/service-kit/batches';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { type ChangeDeps, evaluateReferral } from './change-referral.ts';

export interface ProcessDueDeps extends ChangeDeps {
  readonly outbox: Outbox;
}

/**
 * Evaluates pending referrals at the end of their waiting period, each in its own transaction. An unpaid referral stays
 * pending and is not listed again, because from then on only an event about a payment or a subscription can change it.
 */
export const processDue = (deps: ProcessDueDeps): Batch<string> => ({
  name: 'process-due',
  list: (limit) => deps.referrals.listDue(deps.clock.now(), limit),
  idOf: (referredId) => referredId,
  work: (referredId) =>
    deps.outbox.run(async (transaction) => {
      await evaluateReferral(deps, transaction, referredId);
      await deps.referrals.clearDue(referredId, transaction.session);
    }),
});
