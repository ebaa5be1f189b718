import { listPurchases, previewPurchase } from '@inkbear/contracts/billing/purchase';
import type { Clock } from '@inkbear/service-kit/clock';
import { nextLink } from '@inkbear/service-kit/list-page';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { hasPlan } from '../plan-accounts/plan-account.ts';
import type { PlanAccountRepository } from '../plan-accounts/plan-account.repository.ts';
import type { ProviderObjectRepository } from '../provider/provider-object.repository.ts';
import { effectOf } from './purchase-effect.ts';
import { presentPurchase } from './purchase.presenter.ts';

interface Deps {
  readonly accounts: PlanAccountRepository;
  readonly providerObjects: ProviderObjectRepository;
  readonly clock: Clock;
}

export const purchaseRoutes = ({ accounts, providerObjects, clock }: Deps): ServedRoute[] => [
  serve(previewPurchase, async ({ identity, query: { plan } }) => {
    const account = await accounts.get(identity.userId);
    const now = clock.now();
    if (hasPlan(account, plan, now)) throw new ProblemError('billing.already_active');

    return reply(200, effectOf(account, plan, now));
  }),

  serve(listPurchases, async ({ identity, query }) => {
    const { rows, next } = await providerObjects.listPurchases(identity.userId, query);

    return reply(200, rows.map(presentPurchase), nextLink(listPurchases, query, next));
  }),
];
