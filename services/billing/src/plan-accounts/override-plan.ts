import type { updateUserPlan } from '@inkbear/contracts/billing/billing';
import { applyPlanOverride } from '@inkbear/contracts/books/internal';
import { allowanceOverridden } from '@inkbear/contracts/events';
import type { Entitlement } from '@inkbear/contracts/plans';
import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Logger } from '@inkbear/service-kit/logger';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { withoutIdempotencyKey } from '@inkbear/service-kit/request-context';
import type { z } from 'zod';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { ProviderObjectSync } from '../provider/provider-object-sync.ts';
import type { PlanAccounts, PlanChange } from './change-plan-account.ts';
import type { CreditBalanceRepository } from './credit-balance.repository.ts';
import { grantPlan } from './plan-account-decisions.ts';
import type { PlanAccountRepository } from './plan-account.repository.ts';

interface Deps {
  accounts: PlanAccounts;
  accountRepository: PlanAccountRepository;
  creditBalances: CreditBalanceRepository;
  provider: PaymentProvider;
  peers: Peers;
  outbox: Outbox;
  objectSync: ProviderObjectSync;
  newId: NewId;
  logger: Logger;
  recordAdminAction: RecordAdminAction;
}
type Override = z.output<typeof updateUserPlan.body>;

interface CreditOverride {
  readonly adjustmentId: string;
  readonly seq: number;
  /** For the audit trail. */
  readonly before: { readonly referralCredits: number };
  readonly after: { readonly referralCredits: number };
}

/** Sets a user's plan, book limit or credits for an admin. */
export class OverridePlan {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Applies an admin's change. `isAppliedInBooks` is false when books did not answer: the committed events then apply
   * the change there a moment later.
   */
  async run(override: Override, actor: string): Promise<{ entitlement: Entitlement; isAppliedInBooks: boolean }> {
    // Without the idempotency key, because a retry may cancel again. Only the grant must not be repeated.
    if (override.plan === 'free') await withoutIdempotencyKey(() => this.#cancelPaid(override.userId));
    const { change, credits } = await this.#deps.outbox.run((transaction) => this.#save(transaction, override, actor));
    const isAppliedInBooks = await this.#applyInBooks(change, credits);
    return { entitlement: change.after, isAppliedInBooks };
  }

  async #save(
    transaction: Transaction,
    { userId, plan, monthlyBookLimit, referralCredits }: Override,
    actor: string,
  ): Promise<{ change: PlanChange; credits: CreditOverride | null }> {
    const { accounts, recordAdminAction } = this.#deps;
    const change = await accounts.change(transaction, userId, (account, now) => {
      const granted = plan === undefined ? account : grantPlan(account, plan, now);
      return monthlyBookLimit === undefined ? granted : { ...granted, monthlyBookLimit };
    });
    const credits =
      referralCredits === undefined ? null : await this.#overrideCredits(transaction, userId, referralCredits);
    await recordAdminAction(transaction, actor, {
      action: 'plan.updated',
      target: userId,
      before: { ...auditFields(change.before), ...credits?.before },
      after: { ...auditFields(change.after), ...credits?.after },
    });
    return { change, credits };
  }

  /** Emits the event that requests a balance from books, which owns the credits. */
  async #overrideCredits(
    { session, emit }: Transaction,
    userId: string,
    creditBalance: number,
  ): Promise<CreditOverride> {
    const { creditBalances, newId } = this.#deps;
    const before = await creditBalances.override(userId, creditBalance, session);
    const adjustmentId = newId();
    const seq = await emit(allowanceOverridden, userId, { userId, adjustmentId, creditBalance });
    return { adjustmentId, seq, before: { referralCredits: before }, after: { referralCredits: creditBalance } };
  }

  /**
   * Calls books directly, so that the change already applies to the user's next book. False when books did not answer
   * within 300 ms.
   */
  async #applyInBooks({ after, seq }: PlanChange, credits: CreditOverride | null): Promise<boolean> {
    const { peers, logger } = this.#deps;
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
  async #cancelPaid(userId: string): Promise<void> {
    const { accountRepository, provider, objectSync } = this.#deps;
    const { paidMonthly } = await accountRepository.get(userId);
    if (!paidMonthly || paidMonthly.state === 'ended') return;
    await provider.cancelNow(paidMonthly.subscriptionId);
    await objectSync.refetch(paidMonthly.subscriptionId);
  }
}

const auditFields = ({ plan, isActive, monthlyBookLimit }: Entitlement) => ({ plan, isActive, monthlyBookLimit });
