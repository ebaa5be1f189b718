import { findUserStatus } from '@inkbear/contracts/auth/internal';
import { getEntitlement, updateUserPlan } from '@inkbear/contracts/billing/billing';
import { allowanceOverridden } from '@inkbear/contracts/events';
import type { Entitlement } from '@inkbear/contracts/plans';
import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import { actorOf } from '@inkbear/service-kit/identity';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import type { Peers } from '@inkbear/service-kit/peers';
import { asHousekeeping } from '@inkbear/service-kit/request-context';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { ObjectSync } from '../provider/sync-object.ts';
import type { PlanAccounts } from './change-plan-account.ts';
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
  recordAdminAction: RecordAdminAction;
}

export const planRoutes = (deps: Deps): ServedRoute[] => [
  serve(getEntitlement, async ({ params }) => reply(200, await deps.accounts.entitlement(params.id))),

  serve(updateUserPlan, async ({ body, identity }) => {
    const { userId, plan, monthlyBookLimit, referralCredits } = body;
    await deps.peers.call(findUserStatus, { params: { id: userId } });
    // Ended once more by a repeat: only the grant itself is what must not be done twice.
    if (plan === 'free') await asHousekeeping(() => cancelPaid(deps, userId));
    const entitlement = await deps.outbox.run(async (transaction) => {
      const { before, after } = await deps.accounts.change(transaction, userId, (account, now) => {
        const granted = plan === undefined ? account : grantPlan(account, plan, now);
        return monthlyBookLimit === undefined ? granted : { ...granted, monthlyBookLimit };
      });
      const credits = referralCredits === undefined ? null : await overrideCredits(deps, transaction, userId, referralCredits);
      await deps.recordAdminAction(transaction, actorOf(identity), { action: 'plan.updated', target: userId, before: { ...ofPlan(before), ...credits?.before }, after: { ...ofPlan(after), ...credits?.after } });
      return after;
    });
    return reply(200, { message: 'The plan was updated.', user: entitlement });
  }),
];

/** `plan: free` also ends what is paid, at once, through the provider. */
async function cancelPaid({ accountRows, provider, objects }: Pick<Deps, 'accountRows' | 'provider' | 'objects'>, userId: string): Promise<void> {
  const { paidMonthly } = await accountRows.get(userId);
  if (!paidMonthly || paidMonthly.status === 'canceled') return;
  await provider.cancelNow(paidMonthly.subscriptionId);
  await objects.sync(paidMonthly.subscriptionId);
}

const ofPlan = ({ plan, isActive, monthlyBookLimit }: Entitlement) => ({ plan, isActive, monthlyBookLimit });

/** Asks books for a balance; answers the line of the audit trail. */
async function overrideCredits({ creditBalances, newId }: Pick<Deps, 'creditBalances' | 'newId'>, { session, emit }: Transaction, userId: string, creditBalance: number): Promise<Record<'before' | 'after', { referralCredits: number }>> {
  const before = await creditBalances.override(userId, creditBalance, session);
  await emit(allowanceOverridden, userId, { userId, adjustmentId: newId(), creditBalance });
  return { before: { referralCredits: before }, after: { referralCredits: creditBalance } };
}
