import {
  billingWebhook,
  cancelSubscription,
  createPaymentIntent,
  createSubscription,
  getBillingConfig,
  getSubscription,
  oneOffAmount,
  openBillingPortal,
} from '@inkbear/contracts/billing/billing';
import { currency, plans } from '@inkbear/contracts/plans';
import type { Clock } from '@inkbear/service-kit/clock';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { EndSubscriptions } from '../plan-accounts/end-subscriptions.ts';
import type { PlanAccountRepository } from '../plan-accounts/plan-account.repository.ts';
import { presentPlanCard } from '../plan-accounts/plan-card.presenter.ts';
import type { ReceiveEvent } from '../provider/apply-provider-event.ts';
import type { PaymentAdapter } from '../provider/payment-adapter.ts';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { StartPurchase } from '../purchases/start-purchase.ts';

interface Deps {
  accountRepository: PlanAccountRepository;
  startPurchase: StartPurchase;
  provider: PaymentProvider;
  endSubscriptions: EndSubscriptions;
  clock: Clock;
  receiveEvent: ReceiveEvent;
  config: PaymentAdapter['config'];
}

export const paymentRoutes = (deps: Deps): ServedRoute[] => [...purchaseRoutes(deps), ...subscriptionRoutes(deps)];

const purchaseRoutes = ({ startPurchase, receiveEvent, config }: Deps): ServedRoute[] => [
  serve(getBillingConfig, () => {
    const { mode, publishableKey } = config;
    const prices = { pro_monthly: plans.pro_monthly.price, pro_oneoff: plans.pro_oneoff.price };

    return Promise.resolve(reply(200, { mode, publishableKey, currency, prices }));
  }),

  serve(createSubscription, async ({ identity: { userId }, body }) => {
    const promoCode = body?.promoCode ?? null;
    const { id, clientSecret, total, discount } = await startPurchase.start({
      userId,
      kind: 'subscription',
      promoCode,
    });

    return reply(200, { clientSecret, subscriptionId: id, total, discount });
  }),

  serve(createPaymentIntent, async ({ identity: { userId }, body }) => {
    if (body.amount !== oneOffAmount) throw new ProblemError('billing.amount_mismatch');

    const promoCode = body.promoCode ?? null;
    const { id, clientSecret, total, discount } = await startPurchase.start({ userId, kind: 'payment', promoCode });

    return reply(200, { clientSecret, paymentId: id, total, discount });
  }),

  serve(billingWebhook, async ({ body, headers }) => {
    const signature = headers[config.signatureHeader];
    const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    await receiveEvent(raw, typeof signature === 'string' ? signature : undefined);

    return reply(200, { received: true });
  }),
];

const subscriptionRoutes = ({ accountRepository, provider, endSubscriptions, clock }: Deps): ServedRoute[] => [
  serve(getSubscription, async ({ identity }) => {
    const account = await accountRepository.get(identity.userId);

    return reply(200, presentPlanCard(account, clock.now()));
  }),

  serve(cancelSubscription, async ({ identity }) => {
    const endsAt = await endSubscriptions.cancel(identity.userId);
    if (!endsAt) throw new ProblemError('billing.no_subscription');

    const message = endsAt > clock.now() ? 'Your plan will end when the paid period is over.' : 'Your plan has ended.';
    return reply(200, { message, endsAt: endsAt.toISOString() });
  }),

  serve(openBillingPortal, async ({ identity }) => {
    const url = await provider.portalUrl(identity.userId);
    if (!url) throw new ProblemError('billing.nothing_paid');

    return reply(200, { url });
  }),
];
