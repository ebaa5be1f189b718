import { billingAdminAction } from '@inkbear/contracts/events';
import { adminActions } from '@inkbear/service-kit/admin-actions';
import type { Platform } from '@inkbear/service-kit/platform';
import { withoutIdempotencyKey } from '@inkbear/service-kit/request-context';
import type { ServiceParts } from '@inkbear/service-kit/service';
import { consumers } from './consumers.ts';
import { DueWork } from './due-work/due-work.ts';
import type { Env } from './env.ts';
import { jobs } from './jobs.ts';
import { KeyedQueue } from './concurrency/keyed-queue.ts';
import { paymentRoutes } from './payments/payment.routes.ts';
import { PlanAccounts } from './plan-accounts/change-plan-account.ts';
import { CreditBalanceRepository } from './plan-accounts/credit-balance.repository.ts';
import { EndSubscriptions } from './plan-accounts/end-subscriptions.ts';
import { erasePlans } from './plan-accounts/erase-plans.ts';
import { OverridePlan } from './plan-accounts/override-plan.ts';
import { PlanAccountRepository } from './plan-accounts/plan-account.repository.ts';
import { planRoutes } from './plan-accounts/plan.routes.ts';
import { ManagePromoCodes } from './promo-codes/manage-promo-codes.ts';
import { PromoCodeUseRepository } from './promo-codes/promo-code-use.repository.ts';
import { PromoCodeRepository } from './promo-codes/promo-code.repository.ts';
import { promoCodeRoutes } from './promo-codes/promo-code.routes.ts';
import { ReleaseReservations } from './promo-codes/release-reservations.ts';
import { UsePromoCode } from './promo-codes/use-promo-code.ts';
import { receiveEvents } from './provider/apply-provider-event.ts';
import { createPaymentAdapter, type PaymentAdapter } from './provider/payment-adapter.ts';
import { PaymentRepository } from './provider/payment.repository.ts';
import { PaymentsLedger } from './provider/payments-ledger.ts';
import { ProviderObjectSync } from './provider/provider-object-sync.ts';
import { TrackedObjectRepository } from './provider/tracked-object.repository.ts';
import { PurchaseRepository } from './purchases/purchase.repository.ts';
import { StartPurchase } from './purchases/start-purchase.ts';
import { DifferenceRepository } from './reconciliation/difference.repository.ts';
import { ExpireWatches } from './reconciliation/expire-watches.ts';
import { Reconcile } from './reconciliation/reconcile.ts';
import { ReconciliationRepository } from './reconciliation/reconciliation.repository.ts';

export async function createParts(platform: Platform, env: Env): Promise<ServiceParts> {
  const { connection, clock, businessClock, newId } = platform;
  const repositories = createRepositories(platform);
  const { accountRepository, trackedObjects, purchases, promoCodeUses, differences, creditBalances } = repositories;
  const adapter = await createPaymentAdapter(platform, env);
  const { provider, config } = adapter;
  const core = createCore(platform, repositories, adapter);
  const promoCodeUseCases = createPromoCodeUseCases(platform, repositories, core);
  const deps = { ...platform, ...repositories, ...core, ...promoCodeUseCases };

  const recordAdminAction = adminActions({ event: billingAdminAction, clock, newId });
  const endSubscriptions = new EndSubscriptions(deps);
  const startPurchase = new StartPurchase({ ...deps, queue: new KeyedQueue() });
  const overridePlan = new OverridePlan({ ...deps, recordAdminAction });
  const managePromoCodes = new ManagePromoCodes({ ...deps, recordAdminAction });
  const reconcile = new Reconcile({ ...deps, expireWatches: new ExpireWatches(deps) });
  const dueWork = new DueWork({ ...deps, adapter, endSubscriptions });
  const runDueWork = () => withoutIdempotencyKey(() => dueWork.run());

  return {
    served: [
      ...paymentRoutes({ ...deps, startPurchase, endSubscriptions, config }),
      ...planRoutes({ ...deps, overridePlan }),
      ...promoCodeRoutes({ ...deps, managePromoCodes }),
      ...adapter.routes({ recordAdminAction, runDueWork }),
    ],
    subscriptions: [businessClock.subscription, ...consumers(deps)],
    jobs: jobs({ ...deps, dueWork, reconcile }),
    erase: [
      erasePlans({
        connection,
        provider,
        repositories: [accountRepository, trackedObjects, purchases, promoCodeUses, differences, creditBalances],
      }),
    ],
  };
}

type Repositories = ReturnType<typeof createRepositories>;

function createRepositories({ connection, newId }: Platform) {
  const promoCodes = new PromoCodeRepository(connection);
  return {
    accountRepository: new PlanAccountRepository(connection),
    creditBalances: new CreditBalanceRepository(connection),
    trackedObjects: new TrackedObjectRepository(connection),
    payments: new PaymentRepository(connection),
    purchases: new PurchaseRepository(connection),
    promoCodes,
    promoCodeUses: new PromoCodeUseRepository(connection, promoCodes),
    reconciliations: new ReconciliationRepository(connection),
    differences: new DifferenceRepository(connection, newId),
  };
}

type Core = ReturnType<typeof createCore>;

/** The objects that apply the payment provider's state to plans. */
function createCore(platform: Platform, repositories: Repositories, { provider }: PaymentAdapter) {
  const deps = { ...platform, ...repositories, provider };
  const accounts = new PlanAccounts(deps);
  const ledger = new PaymentsLedger(repositories.payments);
  const objectSync = new ProviderObjectSync({ ...deps, accounts, ledger });
  return { provider, accounts, objectSync, receiveEvent: receiveEvents({ ...deps, objectSync }) };
}

function createPromoCodeUseCases(platform: Platform, repositories: Repositories, core: Core) {
  const deps = { ...platform, ...repositories, ...core };
  const releaseReservations = new ReleaseReservations(deps);
  const usePromoCode = new UsePromoCode({
    ...deps,
    queue: new KeyedQueue(),
    releaseExpired: (code) => releaseReservations.run(code),
  });
  return { releaseReservations, usePromoCode };
}
