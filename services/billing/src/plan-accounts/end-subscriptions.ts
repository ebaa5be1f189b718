import type { Batch } from '@inkbear/service-kit/batches';
import { syncProviderObject, type SyncDeps } from '../provider/sync-provider-object.ts';
import { changePlanAccount } from './change-plan-account.ts';
import type { PaidMonthly } from './paid-monthly.ts';
import { withoutRemoval, withStoppedSubscription } from './plan-account-decisions.ts';
import type { PlanAccount } from './plan-account.ts';

/**
 * Cancels a subscription at the user's request. Returns when it ends; null when none is running. Also clears the record
 * that the renewal was stopped because the account was closed, so that a restore does not resume it.
 */
export async function cancelSubscription(deps: SyncDeps, userId: string): Promise<Date | null> {
  const { accounts, outbox, clock } = deps;
  const stored = await accounts.get(userId);
  let { paidMonthly } = stored;
  if (stored.removal)
    await outbox.run((transaction) => changePlanAccount(deps, transaction, { userId, decide: withoutRemoval }));
  if (paidMonthly && paidMonthly.periodEnd <= clock.now()) {
    // The period is over, but the provider may just have charged for the next one, which the user then keeps.
    await syncProviderObject(deps, paidMonthly.subscriptionId);
    ({ paidMonthly } = await accounts.get(userId));
  }
  return paidMonthly && paidMonthly.state !== 'ended' ? await endSubscription(deps, paidMonthly) : null;
}

/**
 * Lets a cancelled subscription renew again at the user's request, while its paid period runs. Returns false when none
 * is cancelled, or when it ended at the provider in the meantime.
 */
export async function resumeSubscription(deps: SyncDeps, userId: string): Promise<boolean> {
  const { accounts, clock, provider } = deps;
  const { paidMonthly } = await accounts.get(userId);
  if (paidMonthly?.state !== 'cancelling' || paidMonthly.periodEnd <= clock.now()) return false;
  await provider.undoCancelAtPeriodEnd(paidMonthly.subscriptionId);
  await syncProviderObject(deps, paidMonthly.subscriptionId);
  return (await accounts.get(userId)).paidMonthly?.state !== 'ended';
}

/**
 * The batch that refetches the subscriptions whose grace period is over. The refetch cancels a subscription if the
 * provider would still charge for it.
 */
export const endOverdueSubscriptions = (deps: SyncDeps): Batch<string> => ({
  name: 'end-overdue-subscriptions',
  list: (limit) => deps.accounts.listOverdueSubscriptions(deps.clock.now(), limit),
  idOf: (subscriptionId) => subscriptionId,
  work: (subscriptionId) => syncProviderObject(deps, subscriptionId),
});

/** The batch that stops the renewals of closed accounts. */
export const stopRenewalsOfClosedAccounts = (deps: SyncDeps): Batch<PlanAccount> => ({
  name: 'stop-renewals-of-closed-accounts',
  list: (limit) => deps.accounts.listClosedRenewing(limit),
  idOf: ({ _id }) => _id,
  work: (account) => stopRenewal(deps, account),
});

/** The batch that resumes the renewals of restored accounts. */
export const resumeRenewalsOfRestoredAccounts = (deps: SyncDeps): Batch<PlanAccount> => ({
  name: 'resume-renewals-of-restored-accounts',
  list: (limit) => deps.accounts.listRestored(limit),
  idOf: ({ _id }) => _id,
  work: (account) => resumeRenewal(deps, account),
});

/**
 * Records the stop before calling the provider. Otherwise a crash in between would leave a stopped subscription that
 * is never resumed.
 */
async function stopRenewal(deps: SyncDeps, { _id: userId, paidMonthly }: PlanAccount): Promise<void> {
  if (!paidMonthly) return;
  const decide = (account: PlanAccount) => withStoppedSubscription(account, paidMonthly.subscriptionId);
  await deps.outbox.run((transaction) => changePlanAccount(deps, transaction, { userId, decide }));
  await endSubscription(deps, paidMonthly);
}

async function resumeRenewal(deps: SyncDeps, { _id: userId, removal, paidMonthly }: PlanAccount): Promise<void> {
  const stoppedId = removal?.state === 'restored' ? removal.stoppedId : null;
  if (stoppedId !== null && stoppedId === paidMonthly?.subscriptionId) {
    await deps.provider.undoCancelAtPeriodEnd(stoppedId);
    await syncProviderObject(deps, stoppedId);
  }
  const decide = (account: PlanAccount) => (account.removal?.state === 'restored' ? withoutRemoval(account) : account);
  await deps.outbox.run((transaction) => changePlanAccount(deps, transaction, { userId, decide }));
}

/**
 * Ends a subscription with its paid period, or at once when that period is over: no paid time is left, and the
 * provider would continue to charge. Returns when it ends.
 */
async function endSubscription(deps: SyncDeps, { subscriptionId, periodEnd }: PaidMonthly): Promise<Date> {
  const { provider, clock } = deps;
  const now = clock.now();
  await (periodEnd > now ? provider.cancelAtPeriodEnd(subscriptionId) : provider.cancelNow(subscriptionId));
  await syncProviderObject(deps, subscriptionId);
  return periodEnd > now ? periodEnd : now;
}
