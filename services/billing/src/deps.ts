import { billingAdminAction } from '@inkbear/contracts/events';
import { adminActions } from '@inkbear/service-kit/admin-actions';
import type { Platform } from '@inkbear/service-kit/platform';
import { withoutIdempotencyKey } from '@inkbear/service-kit/request-context';
import { runSteps } from '@inkbear/service-kit/run-steps';
import type { ServiceParts } from '@inkbear/service-kit/service';
import { consumers } from './consumers/index.ts';
import type { Env } from './env.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { paymentRoutes } from './payments/payment.routes.ts';
import { receiveEvents } from './payments/receive-event.ts';
import { PlanAccounts } from './plan-accounts/change-plan-account.ts';
import { CreditBalances } from './plan-accounts/credit-balances.ts';
import { EndSubscriptions } from './plan-accounts/end-subscriptions.ts';
import { erasePlans } from './plan-accounts/erase-plans.ts';
import { PlanAccountRepository } from './plan-accounts/plan-account.repository.ts';
import { planRoutes } from './plan-accounts/plan.routes.ts';
import { PromoCodeUses } from './promo-codes/promo-code-uses.ts';
import { PromoCodeRepository } from './promo-codes/promo-code.repository.ts';
import { promoCodeRoutes } from './promo-codes/promo-codes.routes.ts';
import { ReleaseReservations } from './promo-codes/release-reservations.ts';
import { UsePromoCode } from './promo-codes/use-promo-code.ts';
import { PaymentsLedger } from './provider/payments-ledger.ts';
import { ObjectSync } from './provider/sync-object.ts';
import { TrackedObjects } from './provider/tracked-objects.ts';
import { BeginPurchase } from './purchases/begin-purchase.ts';
import { Purchases } from './purchases/purchase.repository.ts';
import { Differences } from './reconciliation/differences.repository.ts';
import { EndWatches } from './reconciliation/end-watches.ts';
import { Reconcile } from './reconciliation/reconcile.ts';
import { Reconciliations } from './reconciliation/reconciliation.repository.ts';
import { sandboxTill } from './sandbox/sandbox-till.ts';

export async function createParts(platform: Platform, env: Env): Promise<ServiceParts> {
  const { connection, outbox, clock, businessClock, newId, peers, erasure, logger, batches } = platform;
  const accountRows = new PlanAccountRepository(connection);
  const accounts = new PlanAccounts({ accounts: accountRows, outbox, clock, batches });
  const [tracked, ledger, purchases, codes, reconciliations, differences, creditBalances] = [
    new TrackedObjects(connection),
    new PaymentsLedger(connection),
    new Purchases(connection),
    new PromoCodeRepository(connection),
    new Reconciliations(connection),
    new Differences(connection, newId),
    new CreditBalances(connection),
  ];
  const uses = new PromoCodeUses(connection, codes);
  const recordAdminAction = adminActions({ event: billingAdminAction, clock, newId });
  const till =
    env.PAYMENTS_MODE === 'stripe'
      ? (await import('./stripe/stripe-till.ts')).stripeTill(env)
      : sandboxTill(platform, { secret: env.SANDBOX_WEBHOOK_SECRET, publicUrl: env.PUBLIC_URL });
  const { provider } = till;
  const objects = new ObjectSync({
    outbox,
    clock,
    erasure,
    provider,
    accounts,
    tracked,
    ledger,
    purchases,
    promoUses: uses,
  });
  const receiveEvent = receiveEvents({ connection, objects, provider });
  const openTill = till.open({ receiveEvent, recordAdminAction });
  const reservations = new ReleaseReservations({ batches, outbox, clock, uses, purchases, provider, objects });
  const promoCodes = new UsePromoCode({
    connection,
    outbox,
    clock,
    codes,
    uses,
    queue: new KeyedQueue(),
    releaseExpired: (code) => reservations.release(code),
  });
  const beginPurchase = new BeginPurchase({
    accountRows,
    purchases,
    promoCodes,
    provider,
    objects,
    tracked,
    queue: new KeyedQueue(),
    clock,
    newId,
  });
  const endWatches = new EndWatches({ provider, objects, tracked, purchases, clock, logger });
  const reconcile = new Reconcile({
    provider,
    tracked,
    purchases,
    accountRows,
    ledger,
    objects,
    reconciliations,
    differences,
    endWatches,
    clock,
    newId,
    logger,
    batches,
  });
  const endSubscriptions = new EndSubscriptions({ accountRows, accounts, provider, objects, outbox, clock, batches });
  const settling = new KeyedQueue();
  // Who asks for it waits for the job that is at it, too: what that one has begun is not done yet.
  const steps = [
    () => openTill.passTime(),
    () => reservations.release(),
    () => accounts.announceDue(),
    () => endSubscriptions.endOverdue(),
    () => endSubscriptions.followRemovals(),
  ];
  const settle = () => settling.run('settle', () => runSteps(steps));
  const hasDueWork = async () => {
    const now = clock.now();
    const lists: Promise<readonly unknown[]>[] = [
      uses.listExpired(now, 1),
      accountRows.listDue(now, 1),
      accountRows.listOverdue(now, 1),
      accountRows.listToStop(1),
      accountRows.listRestored(1),
    ];
    return (await openTill.hasDue()) || (await Promise.all(lists)).some(({ length }) => length > 0);
  };
  return {
    served: [
      ...paymentRoutes({ accountRows, beginPurchase, provider, endSubscriptions, clock, receiveEvent, ...till.config }),
      ...planRoutes({
        accounts,
        accountRows,
        creditBalances,
        provider,
        objects,
        peers,
        outbox,
        newId,
        logger,
        recordAdminAction,
      }),
      ...promoCodeRoutes({ codes, promoCodes, outbox, clock, newId, recordAdminAction }),
      ...openTill.routes(() => withoutIdempotencyKey(settle)),
    ],
    subscriptions: [businessClock.subscription, creditBalances.subscription, ...consumers(accounts)],
    erase: [
      erasePlans({
        connection,
        provider,
        stores: [accountRows, tracked, purchases, uses, differences, creditBalances],
      }),
    ],
    jobs: [
      { name: 'settle-plans', pattern: '*/15 * * * * *', hasWork: hasDueWork, run: settle },
      { name: 'reconcile', pattern: '0 7 * * * *', run: () => reconcile.run() },
      {
        name: 'reconcile-on-request',
        pattern: '*/5 * * * * *',
        hasWork: () => reconciliations.isRequested(),
        run: () => reconcile.runIfRequested(),
      },
    ],
  };
}
