import { z } from 'zod';
import { body, id, idParams, isoTime, line, message } from '../fields.ts';
import { entitlement, planName, plans } from '../plans.ts';
import { defineRoute } from '../route.ts';


export const getBillingConfig = defineRoute({
  id: 'getBillingConfig', owner: 'billing', method: 'GET', path: '/api/billing/config', summary: 'How payments work here and what things cost, in minor units', access: 'public', rate: 'read',
  responses: { 200: z.object({ mode: z.enum(['stripe', 'sandbox']), publishableKey: z.string().nullable(), currency: z.string(), prices: z.object({ pro_monthly: z.int(), pro_oneoff: z.int() }) }) },
});

export const createSubscription = defineRoute({
  id: 'createSubscription', owner: 'billing', method: 'POST', path: '/api/create-subscription', summary: 'Begin a Pro Monthly subscription; called twice, one subscription', access: 'user', rate: 'pay', idempotent: true,
  body: body({}).optional(), responses: { 200: z.object({ clientSecret: z.string(), subscriptionId: id, total: z.int(), discount: z.int() }) }, errors: ['billing.already_active', 'billing.provider_failed'],
});

export const createPaymentIntent = defineRoute({
  id: 'createPaymentIntent', owner: 'billing', method: 'POST', path: '/api/create-payment-intent', summary: 'Begin the one-off purchase; the amount is always the list price', access: 'user', rate: 'pay', idempotent: true,
  body: body({ amount: z.int() }), responses: { 200: z.object({ clientSecret: z.string(), paymentId: id, total: z.int(), discount: z.int() }) }, errors: ['billing.amount_mismatch', 'billing.already_active', 'billing.provider_failed'],
});
export const oneOffAmount: number = plans.pro_oneoff.price;

export const cancelSubscription = defineRoute({
  id: 'cancelSubscription', owner: 'billing', method: 'POST', path: '/api/billing/cancel', summary: 'End Pro Monthly at the end of the paid period', access: 'user', rate: 'pay', responses: { 200: message.extend({ endsAt: isoTime }) }, errors: ['billing.no_subscription'],
});

/** Takes the raw bytes; the signature is checked over them. */
export const billingWebhook = defineRoute({
  id: 'billingWebhook', owner: 'billing', method: 'POST', path: '/api/billing/webhook', summary: 'Signed events of the payment provider, applied once, in any order', access: 'public', rate: 'webhook', bodyKind: 'raw', bodyLimit: 'webhook',
  responses: { 200: z.object({ received: z.literal(true) }) }, errors: ['billing.bad_signature'],
});

export const confirmSandboxPayment = defineRoute({
  id: 'confirmSandboxPayment', owner: 'billing', method: 'POST', path: '/api/billing/sandbox/confirm', summary: 'Pay with a test card; absent in stripe mode', access: 'user', rate: 'pay',
  body: body({ clientSecret: line(200).min(1), cardNumber: line(40).min(1), authenticated: z.boolean().optional() }),
  responses: { 200: z.object({ status: z.enum(['succeeded', 'requires_action', 'declined']), message: z.string() }) }, errors: ['billing.payment_not_found'],
});

export const advanceSandboxClock = defineRoute({
  id: 'advanceSandboxClock', owner: 'billing', method: 'POST', path: '/api/billing/sandbox/clock', summary: 'Move the business clock of every service; absent in stripe mode', access: 'admin', rate: 'write',
  body: body({ advanceDays: z.number().min(0).max(3660) }), responses: { 200: z.object({ now: isoTime, offsetMs: z.int() }) },
});

export const updateUserPlan = defineRoute({
  id: 'updateUserPlan', owner: 'billing', method: 'POST', path: '/api/admin/update-user-plan', summary: 'Grant or end a plan; omitted fields stay', access: 'admin', rate: 'write',
  body: body({ userId: id, plan: planName.optional(), monthlyBookLimit: z.int().min(0).max(100_000).nullable().optional(), referralCredits: z.int().min(0).max(100_000).optional() }),
  responses: { 200: message.extend({ user: entitlement }) }, errors: ['auth.user_not_found'],
});

/** Billing's own word on a plan, asked before a refusal. */
export const getEntitlement = defineRoute({
  id: 'getEntitlement', owner: 'billing', method: 'GET', path: '/internal/billing/entitlements/:id', summary: 'The effective plan of a user', access: 'service', rate: 'read', timeoutMs: 300, params: idParams, responses: { 200: entitlement },
});
