import { z } from 'zod';
import { body, id, idParams, isoTime, line, message } from '../fields.ts';
import { entitlement, planName, plans } from '../plans.ts';
import { defineRoute } from '../route.ts';
import { codeInput, promoErrors } from './promo-code.ts';

export const getBillingConfig = defineRoute({
  id: 'getBillingConfig',
  owner: 'billing',
  method: 'GET',
  path: '/api/billing/config',
  summary: 'The payments mode, its public key and the prices in minor units',
  access: 'public',
  rate: 'read',
  responses: {
    200: z.object({
      mode: z.enum(['stripe', 'sandbox']),
      publishableKey: z.string().nullable(),
      currency: z.string(),
      prices: z.object({ pro_monthly: z.int(), pro_oneoff: z.int() }),
    }),
  },
});

/**
 * What the browser needs to confirm the card payment. `total` is the amount of the first payment after the `discount` of
 * a promo code, in minor units.
 */
const startedPayment = z.object({ clientSecret: z.string(), total: z.int(), discount: z.int() });

export const createSubscription = defineRoute({
  id: 'createSubscription',
  owner: 'billing',
  method: 'POST',
  path: '/api/create-subscription',
  summary: 'Start a Pro Monthly subscription; a repeat returns the same one',
  access: 'user',
  rate: 'pay',
  idempotent: true,
  timeoutMs: 30_000,
  body: body({ promoCode: codeInput.optional() }).optional(),
  responses: { 200: startedPayment.extend({ subscriptionId: id }) },
  errors: ['billing.already_active', 'billing.provider_failed', 'billing.provider_refused', ...promoErrors],
});

export const createPaymentIntent = defineRoute({
  id: 'createPaymentIntent',
  owner: 'billing',
  method: 'POST',
  path: '/api/create-payment-intent',
  summary: 'Start the one-off purchase; the amount is always the list price',
  access: 'user',
  rate: 'pay',
  idempotent: true,
  timeoutMs: 30_000,
  body: body({ amount: z.int(), promoCode: codeInput.optional() }),
  responses: { 200: startedPayment.extend({ paymentId: id }) },
  errors: [
    'billing.amount_mismatch',
    'billing.already_active',
    'billing.provider_failed',
    'billing.provider_refused',
    ...promoErrors,
  ],
});
export const oneOffAmount: number = plans.pro_oneoff.price;

/**
 * The content of the plan card. The plan may be paid or granted. `subscription` is the paid monthly subscription, if one
 * is running.
 */
export const planCard = z.object({
  plan: planName,
  isActive: z.boolean(),
  source: entitlement.shape.source,
  planEndDate: isoTime.nullable(),
  subscription: z
    .object({
      status: z.enum(['active', 'past_due']),
      /** Price of a renewal in minor units. */
      amount: z.int(),
      currency: z.string(),
      /** The next renewal, or null when there is none. */
      renewsAt: isoTime.nullable(),
      cancelAtPeriodEnd: z.boolean(),
      /** When a cancelled subscription ends. */
      endsAt: isoTime.nullable(),
      /**
       * End of the grace period after a failed renewal; access lasts until then. A cancellation in the grace period takes
       * effect at once, because the paid period is over.
       */
      graceUntil: isoTime.nullable(),
    })
    .nullable(),
  canCancel: z.boolean(),
  canOpenPortal: z.boolean(),
  /** The Pro plans that are active now. They cannot be bought again. */
  holds: z.array(z.enum(['pro_monthly', 'pro_oneoff'])).max(2),
});
export const getSubscription = defineRoute({
  id: 'getSubscription',
  owner: 'billing',
  method: 'GET',
  path: '/api/billing/subscription',
  summary: 'The signed-in user’s plan card: active plan, renewal and cancellation',
  access: 'user',
  rate: 'read',
  responses: { 200: planCard },
});

export const cancelSubscription = defineRoute({
  id: 'cancelSubscription',
  owner: 'billing',
  method: 'POST',
  path: '/api/billing/cancel',
  summary: 'Cancel Pro Monthly at the end of the paid period, or at once when that is over',
  access: 'user',
  rate: 'pay',
  timeoutMs: 30_000,
  responses: { 200: message.extend({ endsAt: isoTime }) },
  errors: ['billing.no_subscription', 'billing.provider_failed', 'billing.provider_refused'],
});

/** Undoes `cancelSubscription` while the paid period runs. A subscription that has ended has to be bought again. */
export const resumeSubscription = defineRoute({
  id: 'resumeSubscription',
  owner: 'billing',
  method: 'POST',
  path: '/api/billing/resume',
  summary: 'Let a cancelled Pro Monthly subscription renew again',
  access: 'user',
  rate: 'pay',
  timeoutMs: 30_000,
  responses: { 200: planCard },
  errors: ['billing.no_subscription', 'billing.provider_failed', 'billing.provider_refused'],
});

export const openBillingPortal = defineRoute({
  id: 'openBillingPortal',
  owner: 'billing',
  method: 'POST',
  path: '/api/billing/portal',
  summary: 'URL of the page for cards, invoices and cancellation; in the sandbox a page of Inkbear',
  access: 'user',
  rate: 'pay',
  timeoutMs: 30_000,
  responses: { 200: z.object({ url: z.url() }) },
  errors: ['billing.nothing_paid', 'billing.provider_failed', 'billing.provider_refused'],
});

/** The handler receives the raw bytes, because the signature is computed over them. */
export const billingWebhook = defineRoute({
  id: 'billingWebhook',
  owner: 'billing',
  method: 'POST',
  path: '/api/billing/webhook',
  summary: 'Receive signed events of the payment provider, which are applied once, in any order',
  access: 'public',
  rate: 'webhook',
  bodyKind: 'raw',
  bodyLimit: 'webhook',
  timeoutMs: 30_000,
  responses: { 200: z.object({ received: z.literal(true) }) },
  errors: ['billing.bad_signature', 'billing.provider_failed', 'billing.provider_refused'],
});

export const updateUserPlan = defineRoute({
  id: 'updateUserPlan',
  owner: 'billing',
  method: 'POST',
  path: '/api/admin/update-user-plan',
  summary: 'Grant or end a plan; omitted fields stay unchanged',
  access: 'admin',
  rate: 'write',
  idempotent: true,
  timeoutMs: 30_000,
  body: body({
    userId: id,
    plan: planName.optional(),
    monthlyBookLimit: z.int().min(0).max(100_000).nullable().optional(),
    referralCredits: z.int().min(0).max(100_000).optional(),
  }),
  responses: { 200: message.extend({ user: entitlement }) },
  errors: ['auth.user_not_found', 'billing.provider_failed', 'billing.provider_refused'],
});

export const confirmSandboxPayment = defineRoute({
  id: 'confirmSandboxPayment',
  owner: 'billing',
  method: 'POST',
  path: '/api/billing/sandbox/confirm',
  summary: 'Pay with a test card; absent in stripe mode',
  access: 'user',
  rate: 'pay',
  body: body({ clientSecret: line(200).min(1), cardNumber: line(40).min(1), authenticated: z.boolean().optional() }),
  responses: { 200: z.object({ status: z.enum(['succeeded', 'requires_action', 'declined']), message: z.string() }) },
  errors: ['billing.payment_not_found'],
});

export const advanceSandboxClock = defineRoute({
  id: 'advanceSandboxClock',
  owner: 'billing',
  method: 'POST',
  path: '/api/billing/sandbox/clock',
  summary: 'Move the business clock of every service; absent in stripe mode',
  access: 'admin',
  rate: 'write',
  idempotent: true,
  body: body({ advanceDays: z.number().min(0).max(3660) }),
  responses: { 200: z.object({ now: isoTime, offsetMs: z.int() }) },
});

/** A request has exactly one of the two ids. A subscription's id means its latest payment. */
const paymentRef = { subscriptionId: id.optional(), paymentId: id.optional() };
const hasExactlyOneId = ({
  subscriptionId,
  paymentId,
}: {
  subscriptionId?: string | undefined;
  paymentId?: string | undefined;
}): boolean => (subscriptionId === undefined) !== (paymentId === undefined);
const exactlyOneError = { message: 'Please send either subscriptionId or paymentId', path: ['paymentId'] };

export const refundSandboxPayment = defineRoute({
  id: 'refundSandboxPayment',
  owner: 'billing',
  method: 'POST',
  path: '/api/billing/sandbox/refund',
  summary: 'Refund a payment, by default its whole remaining amount; absent in stripe mode',
  access: 'admin',
  rate: 'write',
  idempotent: true,
  body: body({ ...paymentRef, amount: z.int().min(1).optional() }).refine(hasExactlyOneId, exactlyOneError),
  responses: { 200: message.extend({ paymentId: z.string(), amount: z.int() }) },
  errors: ['billing.payment_not_found', 'billing.not_refundable'],
});

export const disputeSandboxPayment = defineRoute({
  id: 'disputeSandboxPayment',
  owner: 'billing',
  method: 'POST',
  path: '/api/billing/sandbox/dispute',
  summary: 'Simulate a dispute that the payer wins; absent in stripe mode',
  access: 'admin',
  rate: 'write',
  idempotent: true,
  body: body(paymentRef).refine(hasExactlyOneId, exactlyOneError),
  responses: { 200: message.extend({ paymentId: z.string(), amount: z.int() }) },
  errors: ['billing.payment_not_found', 'billing.not_refundable'],
});

/** The current entitlement of a user. Other services request it before they refuse something because of a plan. */
export const getEntitlement = defineRoute({
  id: 'getEntitlement',
  owner: 'billing',
  method: 'GET',
  path: '/internal/billing/entitlements/:id',
  summary: 'The effective plan of a user',
  access: 'service',
  callers: ['ai', 'auth', 'books', 'export', 'reviews', 'stories'],
  rate: 'read',
  timeoutMs: 300,
  params: idParams,
  responses: { 200: entitlement },
});
