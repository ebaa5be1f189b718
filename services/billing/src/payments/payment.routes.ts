import type { IncomingHttpHeaders } from 'node:http';
import { billingWebhook, cancelSubscription, createPaymentIntent, createSubscription, getBillingConfig, oneOffAmount } from '@inkbear/contracts/billing/billing';
import { currency, plans } from '@inkbear/contracts/plans';
import type { NewId } from '@inkbear/service-kit/ids';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { PlanAccounts } from '../plan-accounts/change-plan-account.ts';
import type { PlanAccountRepository } from '../plan-accounts/plan-account.repository.ts';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import { signatureHeader } from '../sandbox/sandbox-event.ts';

interface Deps {
  accounts: PlanAccounts;
  accountRows: PlanAccountRepository;
  provider: PaymentProvider;
  /** Applies a signed event; throws 400 for a wrong signature. */
  receiveEvent: (raw: Buffer, signature: string | undefined) => Promise<void>;
  settle: () => Promise<void>;
  newId: NewId;
}

export function paymentRoutes({ accounts, accountRows, provider, receiveEvent, settle, newId }: Deps): ServedRoute[] {
  const refuseIfActive = async (userId: string, plan: 'pro_monthly' | 'pro_oneoff') => {
    const { plan: present, isActive } = await accounts.entitlement(userId);
    if (present === plan && isActive) throw new ProblemError('billing.already_active');
  };

  /** The client's own key, so that its repeat is a repeat at the provider too, whatever became of our reply. */
  const keyOf = (what: string, { 'idempotency-key': given }: IncomingHttpHeaders) => `${what}:${typeof given === 'string' ? given : newId()}`;

  return [
    serve(getBillingConfig, async () => reply(200, { mode: 'sandbox', publishableKey: null, currency, prices: { pro_monthly: plans.pro_monthly.price, pro_oneoff: plans.pro_oneoff.price } })),

    serve(createSubscription, async ({ identity, headers }) => {
      await refuseIfActive(identity.userId, 'pro_monthly');
      const { id, clientSecret, total, discount } = await provider.beginSubscription(identity.userId, keyOf('subscription', headers));
      return reply(200, { clientSecret, subscriptionId: id, total, discount });
    }),

    serve(createPaymentIntent, async ({ identity, body, headers }) => {
      if (body.amount !== oneOffAmount) throw new ProblemError('billing.amount_mismatch');
      await refuseIfActive(identity.userId, 'pro_oneoff');
      const { id, clientSecret, total, discount } = await provider.beginPayment(identity.userId, keyOf('payment', headers));
      return reply(200, { clientSecret, paymentId: id, total, discount });
    }),

    serve(cancelSubscription, async ({ identity }) => {
      const { paidMonthly } = await accountRows.get(identity.userId);
      if (!paidMonthly || paidMonthly.status === 'canceled') throw new ProblemError('billing.no_subscription');
      await provider.cancelAtPeriodEnd(paidMonthly.subscriptionId);
      await settle();
      return reply(200, { message: 'Your plan ends with the paid period.', endsAt: paidMonthly.periodEnd.toISOString() });
    }),

    serve(billingWebhook, async ({ body, headers }) => {
      const signature = headers[signatureHeader];
      await receiveEvent(Buffer.isBuffer(body) ? body : Buffer.alloc(0), typeof signature === 'string' ? signature : undefined);
      return reply(200, { received: true });
    }),
  ];
}
