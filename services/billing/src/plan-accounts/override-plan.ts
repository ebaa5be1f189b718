import type { updateUserPlan } from '@inkbear/contracts/billing/billing';
import { applyPlanOverride } from '@inkbear/contracts/books/internal';
import { allowanceOverridden } from '@inkbear/contracts/events';
import type { Entitlement } from '@inkbear/contracts/plans';
import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Logger } from '@inkbear/service-kit/logger';
import type { Transaction } from '@inkbear/service-kit/outbox';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { withoutIdempotencyKey } from '@inkbear/service-kit/request-context';
import type { z } from 'zod';
import { syncProviderObject, type SyncDeps } from '../provider/sync-provider-object.ts';
import { changePlanAccount, type PlanChange } from './change-plan-account.ts';
import type { CreditBalanceRepository } from './credit-balance.repository.ts';
import { grantPlan } from './plan-account-decisions.ts';
import type { PlanAccount } from './plan-account.ts';

export interface OverrideDeps extends SyncDeps {
  readonly creditBalances: CreditBalanceRepository;
  readonly peers: Peers;
  readonly newId: NewId;
  readonly logger: Logger;
  readonly recordAdminAction: RecordAdminAction;
}
type Override = z.output<typeof updateUserPlan.body>;

interface CreditOverride {
  readonly adjustmentId: string;
  readonly seq: number;
  /** For the audit trail. */
  readonly before: { readonly referralCredits: number };
  readonly after: { readonly referralCredits: number };
}

/**
 * Sets a user's plan, book limit or credits on behalf of an admin. `isAppliedInBooks` is false when the books service
 * did not respond: the committed events then apply the change there a moment later.
 */
export async function overridePlan(
  deps: OverrideDeps,
  override: Override,
  actor: string,
): Promise<{ entitlement: Entitlement; isAppliedInBooks: boolean }> {
  // Cancelling twice is harmless, so it runs outside the idempotency key, which protects only the grant.
  if (override.plan === 'free') await withoutIdempotencyKey(() => cancelPaid(deps, override.userId));
  const { change, credits } = await deps.outbox.run((transaction) =>
    saveOverride(deps, transaction, { override, actor }),
  );
  const isAppliedInBooks = await applyInBooks(deps, change, credits);
  return { entitlement: change.after, isAppliedInBooks };
}

async function saveOverride(
  deps: OverrideDeps,
  transaction: Transaction,
  { override, actor }: { override: Override; actor: string },
): Promise<{ change: PlanChange; credits: CreditOverride | null }> {
  const { userId, plan, monthlyBookLimit, referralCredits } = override;
  const decide = (account: PlanAccount, now: Date) => {
    const granted = plan === undefined ? account : grantPlan(account, plan, now);
    return monthlyBookLimit === undefined ? granted : { ...granted, monthlyBookLimit };
  };
  const change = await changePlanAccount(deps, transaction, { userId, decide });
  const credits =
    referralCredits === undefined
      ? null
      : await overrideCredits(deps, transaction, { userId, balance: referralCredits });
  await deps.recordAdminAction(transaction, actor, {
    action: 'plan.updated',
    target: userId,
    before: { ...auditFields(change.before), ...credits?.before },
    after: { ...auditFields(change.after), ...credits?.after },
  });
  return { change, credits };
}

/** Emits the event that requests a balance from books, which owns the credits. */
async function overrideCredits(
  { creditBalances, newId }: OverrideDeps,
  { session, emit }: Transaction,
  { userId, balance }: { userId: string; balance: number },
): Promise<CreditOverride> {
  const before = await creditBalances.override(userId, balance, session);
  const adjustmentId = newId();
  const seq = await emit(allowanceOverridden, userId, { userId, adjustmentId, creditBalance: balance });
  return { adjustmentId, seq, before: { referralCredits: before }, after: { referralCredits: balance } };
}

/**
 * Calls books directly, so that the change already applies to the user's next book. False when the books service did
 * not respond within 300 ms.
 */
async function applyInBooks(
  { peers, logger }: OverrideDeps,
  { after, seq }: PlanChange,
  credits: CreditOverride | null,
): Promise<boolean> {
  const adjustment = credits && {
    adjustmentId: credits.adjustmentId,
    creditBalance: credits.after.referralCredits,
    seq: credits.seq,
  };
  try {
    await peers.call(applyPlanOverride, {
      params: { id: after.userId },
      body: { entitlement: { ...after, seq }, credits: adjustment },
    });
    return true;
  } catch (err) {
    if (!(err instanceof ProblemError)) throw err;
    logger.warn({ err, userId: after.userId }, 'plan_override_not_confirmed');
    return false;
  }
}

/** Ends a paid subscription at the provider at once, because `plan: free` applies to paid plans, too. */
async function cancelPaid(deps: OverrideDeps, userId: string): Promise<void> {
  const { paidMonthly } = await deps.accounts.get(userId);
  if (!paidMonthly || paidMonthly.state === 'ended') return;
  await deps.provider.cancelNow(paidMonthly.subscriptionId);
  await syncProviderObject(deps, paidMonthly.subscriptionId);
}

const auditFields = ({ plan, isActive, monthlyBookLimit }: Entitlement) => ({ plan, isActive, monthlyBookLimit });
