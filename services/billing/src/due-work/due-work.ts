import { runSteps } from '@inkbear/service-kit/run-steps';
import type { KeyedQueue } from '../concurrency/keyed-queue.ts';
import { publishDueChanges } from '../plan-accounts/change-plan-account.ts';
import { endOverdueSubscriptions, processRemovals } from '../plan-accounts/end-subscriptions.ts';
import { releaseReservations, type ReleaseDeps } from '../promo-codes/release-reservations.ts';
import type { PaymentAdapter } from '../provider/payment-adapter.ts';
import { receiveProviderEvent } from '../provider/sync-provider-object.ts';

/** Work that becomes due as time passes: renewals, expired reservations, plan changes and ends of subscriptions. */
export interface DueWorkDeps extends ReleaseDeps {
  readonly adapter: PaymentAdapter;
  readonly queue: KeyedQueue;
}

export async function hasDueWork({ adapter, promoCodeUses, accounts, clock }: DueWorkDeps): Promise<boolean> {
  const now = clock.now();
  // All in one `Promise.all`: a promise that is not awaited yet would end the process if it rejected.
  const [isAdapterDue, ...lists] = await Promise.all([
    adapter.hasDueWork(),
    promoCodeUses.listExpired(now, 1),
    accounts.listDue(now, 1),
    accounts.listOverdueSubscriptions(now, 1),
    accounts.listRemovedRenewing(1),
    accounts.listRestored(1),
  ]);
  return isAdapterDue || lists.some(({ length }) => length > 0);
}

/**
 * Runs each step, even when an earlier one fails, and throws the errors at the end. Runs within this process are
 * serialised: a call waits for the scheduled job's run that has already started.
 */
export async function runDueWork(deps: DueWorkDeps): Promise<void> {
  const steps = [
    () => deps.adapter.runDueWork((raw, signature) => receiveProviderEvent(deps, raw, signature)),
    () => releaseReservations(deps),
    () => publishDueChanges(deps),
    () => endOverdueSubscriptions(deps),
    () => processRemovals(deps),
  ];
  await deps.queue.run('due-work', () => runSteps(steps));
}
