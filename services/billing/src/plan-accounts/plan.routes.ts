import { findUserStatus } from '@inkbear/contracts/auth/internal';
import { getEntitlement, updateUserPlan } from '@inkbear/contracts/billing/billing';
import { allowanceOverridden } from '@inkbear/contracts/events';
import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import { actorOf } from '@inkbear/service-kit/identity';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { Peers } from '@inkbear/service-kit/peers';
import { asHousekeeping } from '@inkbear/service-kit/request-context';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { ObjectSync } from '../provider/sync-object.ts';
import type { PlanAccounts } from './change-plan-account.ts';
import { grantPlan } from './grants.ts';
import type { PlanAccountRepository } from './plan-account.repository.ts';

interface Deps {
  accounts: PlanAccounts;
  accountRows: PlanAccountRepository;
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
      if (referralCredits !== undefined) {
        const adjustmentId = deps.newId();
        await transaction.emit(allowanceOverridden, userId, { userId, adjustmentId, creditBalance: referralCredits });
      }
      const change = { plan: after.plan, isActive: after.isActive, monthlyBookLimit: after.monthlyBookLimit, ...(referralCredits === undefined ? {} : { referralCredits }) };
      await deps.recordAdminAction(transaction, actorOf(identity), { action: 'plan.updated', target: userId, before: { plan: before.plan, isActive: before.isActive, monthlyBookLimit: before.monthlyBookLimit }, after: change });
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
