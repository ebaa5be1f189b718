import { billingAdminAction } from '@inkbear/contracts/events';
import { adminActions } from '@inkbear/service-kit/admin-actions';
import type { Platform } from '@inkbear/service-kit/platform';
import { withoutIdempotencyKey } from '@inkbear/service-kit/request-context';
import type { ServiceParts } from '@inkbear/service-kit/service';
import { KeyedQueue } from './concurrency/keyed-queue.ts';
import { consumers } from './consumers.ts';
import { runDueWork } from './due-work/due-work.ts';
import type { Env } from './env.ts';
import { jobs } from './jobs.ts';
import { paymentRoutes } from './payments/payment.routes.ts';
import { CreditBalanceRepository } from './plan-accounts/credit-balance.repository.ts';
import { erasePlans } from './plan-accounts/erase-plans.ts';
import { PlanAccountRepository } from './plan-accounts/plan-account.repository.ts';
import { planRoutes } from './plan-accounts/plan.routes.ts';
import { PromoCodeUseRepository } from './promo-codes/promo-code-use.repository.ts';
import { PromoCodeRepository } from './promo-codes/promo-code.repository.ts';
import { promoCodeRoutes } from './promo-codes/promo-code.routes.ts';
import { createPaymentAdapter } from './provider/payment-adapter.ts';
import { ProviderObjectRepository } from './provider/provider-object.repository.ts';
import { PurchaseRepository } from './purchases/purchase.repository.ts';
import { purchaseRoutes } from './purchases/purchase.routes.ts';
import { DifferenceRepository } from './reconciliation/difference.repository.ts';
import { ReconciliationRepository } from './reconciliation/reconciliation.repository.ts';
import { disabledSandboxRoutes, sandboxRoutes } from './sandbox/sandbox.routes.ts';

export async function createParts(platform: Platform, env: Env): Promise<ServiceParts> {
  const { businessClock, clock, newId } = platform;
  const adapter = await createPaymentAdapter(platform, env);
  const { provider, config } = adapter;
  const repositories = createRepositories(platform);
  const { accounts, providerObjects, purchases, promoCodeUses, differences, creditBalances } = repositories;
  const recordAdminAction = adminActions({ event: billingAdminAction, clock, newId });
  const deps = { ...platform, ...repositories, adapter, provider, config, queue: new KeyedQueue(), recordAdminAction };

  return {
    served: [
      ...paymentRoutes(deps),
      ...purchaseRoutes(deps),
      ...planRoutes(deps),
      ...promoCodeRoutes(deps),
      ...(adapter.sandbox
        ? sandboxRoutes({
            ...deps,
            ...adapter.sandbox,
            runDueWork: () => withoutIdempotencyKey(() => runDueWork(deps)),
          })
        : disabledSandboxRoutes()),
    ],
    subscriptions: [businessClock.subscription, ...consumers(deps)],
    jobs: jobs(deps),
    erase: [
      erasePlans({
        provider,
        repositories: [accounts, providerObjects, purchases, promoCodeUses, differences, creditBalances],
      }),
    ],
  };
}

function createRepositories({ connection, clock, newId }: Platform) {
  const promoCodes = new PromoCodeRepository(connection);
  return {
    accounts: new PlanAccountRepository(connection),
    creditBalances: new CreditBalanceRepository(connection),
    providerObjects: new ProviderObjectRepository(connection, clock),
    purchases: new PurchaseRepository(connection),
    promoCodes,
    promoCodeUses: new PromoCodeUseRepository(connection, promoCodes),
    reconciliations: new ReconciliationRepository(connection),
    differences: new DifferenceRepository(connection, newId),
  };
}
