import { findUserStatus } from '@inkbear/contracts/auth/internal';
import { getEntitlement, updateUserPlan } from '@inkbear/contracts/billing/billing';
import { applyPlanOverride } from '@inkbear/contracts/books/internal';
import { allowanceOverridden } from '@inkbear/contracts/events';
import type { Entitlement } from '@inkbear/contracts/plans';
import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import { actorOf } from '@inkbear/service-kit/identity';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Logger } from '@inkbear/service-kit/logger';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { withoutIdempotencyKey } from '@inkbear/service-kit/request-context';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { ObjectSync } from '../provider/sync-object.ts';
import type { PlanAccounts, PlanChange } from './change-plan-account.ts';
import type { CreditBalances } from './credit-balances.ts';
import { grantPlan } from './grants.ts';
import type { PlanAccountRepository } from './plan-account.repository.ts';

interface Deps {
  accounts: PlanAccounts;
  accountRows: PlanAccountRepository;
  creditBalances: CreditBalances;
  provider: PaymentProvider;
  peers: Peers;
  outbox: Outbox;
  objects: ObjectSync;
  newId: NewId;
  logger: Logger;
  recordAdminAction: RecordAdminAction;
}

export const planRoutes = (deps: Deps): ServedRoute[] => [
  serve(getEntitlement, async ({ params }) => reply(200, await deps.accounts.entitlement(params.id))),

  serve(updateUserPlan, async ({ body, identity }) => {
    const { userId, plan, monthlyBookLimit, referralCredits } = body;
    await deps.peers.call(findUserStatus, { params: { id: userId } });
    // Ended once more by a repeat: only the grant itself is what must not be done twice.
    if (plan === 'free') await withoutIdempotencyKey(() => cancelPaid(deps, userId));
    const { change, credits } = await deps.outbox.run(async (transaction) => {
      const change = await deps.accounts.change(transaction, userId, (account, now) => {
        const granted = plan === undefined ? account : grantPlan(account, plan, now);
        return monthlyBookLimit === undefined ? granted : { ...granted, monthlyBookLimit };
      });
      const credits =
        referralCredits === undefined ? null : await overrideCredits(deps, transaction, userId, referralCredits);
      const before = { ...ofPlan(change.before), ...credits?.before };
      const after = { ...ofPlan(change.after), ...credits?.after };
      await deps.recordAdminAction(transaction, actorOf(identity), {
        action: 'plan.updated',
        target: userId,
        before,
        after,
      });
      return { change, credits };
    });
    const isApplied = await applyInBooks(deps, change, credits);
    const message = isApplied
      ? 'The plan was updated.'
      : 'The plan was updated. Books did not answer, so a new limit or balance counts there in a moment.';
    return reply(200, { message, user: change.after });
  }),
];

/**
 * Tells books of the change, so that it holds for the very next book. False when books did not answer within 300 ms:
 * then the events of the change, which are committed already, do the same a moment later.
 */
async function applyInBooks(
  { peers, logger }: Pick<Deps, 'peers' | 'logger'>,
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

/** `plan: free` also ends what is paid, at once, through the provider. */
async function cancelPaid(
  { accountRows, provider, objects }: Pick<Deps, 'accountRows' | 'provider' | 'objects'>,
  userId: string,
): Promise<void> {
  const { paidMonthly } = await accountRows.get(userId);
  if (!paidMonthly || paidMonthly.status === 'canceled') return;
  await provider.cancelNow(paidMonthly.subscriptionId);
  await objects.sync(paidMonthly.subscriptionId);
}

const ofPlan = ({ plan, isActive, monthlyBookLimit }: Entitlement) => ({ plan, isActive, monthlyBookLimit });

interface CreditOverride {
  readonly adjustmentId: string;
  readonly seq: number;
  /** Lines of the audit trail. */
  readonly before: { readonly referralCredits: number };
  readonly after: { readonly referralCredits: number };
}

/** Asks books for a balance. */
async function overrideCredits(
  { creditBalances, newId }: Pick<Deps, 'creditBalances' | 'newId'>,
  { session, emit }: Transaction,
  userId: string,
  creditBalance: number,
): Promise<CreditOverride> {
  const before = await creditBalances.override(userId, creditBalance, session);
  const adjustmentId = newId();
  const seq = await emit(allowanceOverridden, userId, { userId, adjustmentId, creditBalance });
  return { adjustmentId, seq, before: { referralCredits: before }, after: { referralCredits: creditBalance } };
}
