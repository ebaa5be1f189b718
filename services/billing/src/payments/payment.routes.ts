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
import { presentPlanCard } from '../plan-accounts/plan-card.ts';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { BeginPurchase } from '../purchases/begin-purchase.ts';

interface Deps {
  accountRows: PlanAccountRepository;
  beginPurchase: BeginPurchase;
  provider: PaymentProvider;
  endSubscriptions: EndSubscriptions;
  clock: Clock;
  mode: 'stripe' | 'sandbox';
  publishableKey: string | null;
  /** The header that carries the provider's signature. */
  signatureHeader: string;
  /** Applies a signed event; throws 400 for a wrong signature. */
  receiveEvent: (raw: Buffer, signature: string | undefined) => Promise<void>;
}

export const paymentRoutes = ({
  accountRows,
  beginPurchase,
  provider,
  endSubscriptions,
  clock,
  mode,
  publishableKey,
  signatureHeader,
  receiveEvent,
}: Deps): ServedRoute[] => [
  serve(getBillingConfig, () =>
    Promise.resolve(
      reply(200, {
        mode,
        publishableKey,
        currency,
        prices: { pro_monthly: plans.pro_monthly.price, pro_oneoff: plans.pro_oneoff.price },
      }),
    ),
  ),

  serve(createSubscription, async ({ identity, body }) => {
    const { id, clientSecret, total, discount } = await beginPurchase.begin(
      identity.userId,
      'subscription',
      body?.promoCode ?? null,
    );
    return reply(200, { clientSecret, subscriptionId: id, total, discount });
  }),

  serve(createPaymentIntent, async ({ identity, body }) => {
    if (body.amount !== oneOffAmount) throw new ProblemError('billing.amount_mismatch');
    const { id, clientSecret, total, discount } = await beginPurchase.begin(
      identity.userId,
      'payment',
      body.promoCode ?? null,
    );
    return reply(200, { clientSecret, paymentId: id, total, discount });
  }),

  serve(getSubscription, async ({ identity }) =>
    reply(200, presentPlanCard(await accountRows.get(identity.userId), clock.now())),
  ),

  serve(cancelSubscription, async ({ identity }) => {
    const endsAt = await endSubscriptions.cancel(identity.userId);
    if (!endsAt) throw new ProblemError('billing.no_subscription');
    return reply(200, {
      message: endsAt > clock.now() ? 'Your plan ends with the paid period.' : 'Your plan has ended.',
      endsAt: endsAt.toISOString(),
    });
  }),

  serve(openBillingPortal, async ({ identity }) => {
    const url = await provider.portalUrl(identity.userId);
    if (!url) throw new ProblemError('billing.nothing_paid');
    return reply(200, { url });
  }),

  serve(billingWebhook, async ({ body, headers }) => {
    const signature = headers[signatureHeader];
    await receiveEvent(
      Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      typeof signature === 'string' ? signature : undefined,
    );
    return reply(200, { received: true });
  }),
];
