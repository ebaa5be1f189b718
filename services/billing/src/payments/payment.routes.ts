import * as contract from '@inkbear/contracts/billing/billing';
import { currency, plans } from '@inkbear/contracts/plans';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { cancelSubscription, resumeSubscription } from '../plan-accounts/end-subscriptions.ts';
import { presentPlanCard } from '../plan-accounts/plan-card.presenter.ts';
import type { PaymentAdapter } from '../provider/payment-adapter.ts';
import { receiveProviderEvent } from '../provider/sync-provider-object.ts';
import { type PurchaseDeps, startPurchase } from '../purchases/start-purchase.ts';

interface Deps extends PurchaseDeps {
  readonly config: PaymentAdapter['config'];
}

export const paymentRoutes = (deps: Deps): ServedRoute[] => [...purchaseRoutes(deps), ...subscriptionRoutes(deps)];

const purchaseRoutes = (deps: Deps): ServedRoute[] => [
  serve(contract.getBillingConfig, () => {
    const { mode, publishableKey } = deps.config;
    const prices = { pro_monthly: plans.pro_monthly.price, pro_oneoff: plans.pro_oneoff.price };

    return Promise.resolve(reply(200, { mode, publishableKey, currency, prices }));
  }),

  serve(contract.createSubscription, async ({ identity: { userId }, body }) => {
    const promoCode = body?.promoCode ?? null;
    const purchase = await startPurchase(deps, { userId, kind: 'subscription', promoCode });
    const { id, clientSecret, total, discount } = purchase;

    return reply(200, { clientSecret, subscriptionId: id, total, discount });
  }),

  serve(contract.createPaymentIntent, async ({ identity: { userId }, body }) => {
    if (body.amount !== contract.oneOffAmount) throw new ProblemError('billing.amount_mismatch');

    const promoCode = body.promoCode ?? null;
    const { id, clientSecret, total, discount } = await startPurchase(deps, { userId, kind: 'payment', promoCode });

    return reply(200, { clientSecret, paymentId: id, total, discount });
  }),

  serve(contract.billingWebhook, async ({ body, headers }) => {
    const signature = headers[deps.config.signatureHeader];
    const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    await receiveProviderEvent(deps, raw, typeof signature === 'string' ? signature : undefined);

    return reply(200, { received: true });
  }),
];

const subscriptionRoutes = (deps: Deps): ServedRoute[] => [
  serve(contract.getSubscription, async ({ identity }) => {
    const account = await deps.accounts.get(identity.userId);

    return reply(200, presentPlanCard(account, deps.clock.now()));
  }),

  serve(contract.cancelSubscription, async ({ identity }) => {
    const endsAt = await cancelSubscription(deps, identity.userId);
    if (!endsAt) throw new ProblemError('billing.no_subscription');

    const isPaidFor = endsAt > deps.clock.now();
    const message = isPaidFor ? 'Your plan will end when the paid period is over.' : 'Your plan has ended.';
    return reply(200, { message, endsAt: endsAt.toISOString() });
  }),

  serve(contract.resumeSubscription, async ({ identity: { userId } }) => {
    if (!(await resumeSubscription(deps, userId)))
      throw new ProblemError('billing.no_subscription', {
        message: 'There is no cancelled subscription that still runs.',
      });

    return reply(200, presentPlanCard(await deps.accounts.get(userId), deps.clock.now()));
  }),

  serve(contract.openBillingPortal, async ({ identity }) => {
    const url = await deps.provider.portalUrl(identity.userId);
    if (!url) throw new ProblemError('billing.nothing_paid');

    return reply(200, { url });
  }),
];
