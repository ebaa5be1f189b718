import { runSteps } from '@inkbear/service-kit/run-steps';
import type { KeyedQueue } from '../concurrency/keyed-queue.ts';
import { publishDueChanges } from '../plan-accounts/change-plan-account.ts';
import {
  endOverdueSubscriptions,
  stopRenewalsOfClosedAccounts,
  resumeRenewalsOfRestoredAccounts,
} from '../plan-accounts/end-subscriptions.ts';
import { releaseExpired, releaseReservations, type ReleaseDeps } from '../promo-codes/release-reservations.ts';
import type { PaymentAdapter } from '../provider/payment-adapter.ts';
import { receiveProviderEvent } from '../provider/sync-provider-object.ts';

/** Work that becomes due as time passes: renewals, expired reservations, plan changes and ends of subscriptions. */
export interface DueWorkDeps extends ReleaseDeps {
  readonly adapter: PaymentAdapter;
  readonly queue: KeyedQueue;
}

/** Whether anything is due. An item that failed counts again when its backoff is over. */
export async function hasDueWork(deps: DueWorkDeps): Promise<boolean> {
  const { adapter, batches } = deps;
  // All in one `Promise.all`: a promise that is not awaited yet would end the process if it rejected.
  const due = await Promise.all([
    adapter.hasDueWork(),
    batches.hasWork(releaseExpired(deps)),
    batches.hasWork(publishDueChanges(deps)),
    batches.hasWork(endOverdueSubscriptions(deps)),
    batches.hasWork(stopRenewalsOfClosedAccounts(deps)),
    batches.hasWork(resumeRenewalsOfRestoredAccounts(deps)),
  ]);
  return due.includes(true);
}

/**
 * Runs each step, even when an earlier one fails, and throws the errors at the end. Runs within this process are
 * serialised: a call waits for the scheduled job's run that has already started.
 */
export async function runDueWork(deps: DueWorkDeps): Promise<void> {
  const steps = [
    () => deps.adapter.runDueWork((raw, signature) => receiveProviderEvent(deps, raw, signature)),
    () => releaseReservations(deps),
    () => deps.batches.run(publishDueChanges(deps)),
    () => deps.batches.run(endOverdueSubscriptions(deps)),
    () => deps.batches.run(stopRenewalsOfClosedAccounts(deps)),
    () => deps.batches.run(resumeRenewalsOfRestoredAccounts(deps)),
  ];
  await deps.queue.run('due-work', () => runSteps(steps));
}
