import { z } from 'zod';
import { entitlement } from '../plans.ts';
import { defineEvent } from './event-type.ts';
import { adminAction, creditsAwarded, userId } from './fields.ts';

export const entitlementChanged = defineEvent({
  type: 'billing.entitlement.changed.v1',
  owner: 'billing',
  kind: 'state',
  key: 'user',
  data: entitlement,
});

/**
 * An admin has set a user's balance of book credits. The number of books that a plan allows is not part of this event;
 * it changes with `entitlementChanged`.
 */
export const allowanceOverridden = defineEvent({
  type: 'billing.allowance.overridden.v1',
  owner: 'billing',
  kind: 'fact',
  key: 'user',
  data: z.object({ userId, adjustmentId: z.string(), creditBalance: z.int().min(0) }),
});

export const billingCreditsAwarded = defineEvent({
  type: 'billing.credits.awarded.v1',
  owner: 'billing',
  kind: 'fact',
  key: 'award',
  data: creditsAwarded,
});

export const sandboxClockMoved = defineEvent({
  type: 'billing.sandbox-clock.moved.v1',
  owner: 'billing',
  kind: 'state',
  key: 'clock',
  data: z.object({ offsetMs: z.int() }),
});

/** A received payment: a first payment or a renewal. A granted plan has no payment. */
const payment = {
  paymentId: z.string(),
  userId,
  plan: z.enum(['pro_monthly', 'pro_oneoff']),
  /** The subscription that was paid; null for a one-off plan. */
  subscriptionId: z.string().nullable().default(null),
  /** Minor units. */
  amount: z.int(),
  currency: z.string(),
};

export const paymentSucceeded = defineEvent({
  type: 'billing.payment.succeeded.v1',
  owner: 'billing',
  kind: 'fact',
  key: 'payment',
  naturalKey: 'paymentId',
  data: z.object({
    ...payment,
    /** Business time. Events of earlier releases do not have it; for them the envelope's time is used. */
    paidAt: z.iso.datetime().optional(),
    cardFingerprint: z.string().nullable(),
  }),
});

/**
 * A refund. `amount` is the amount of this refund alone. `isFull` is true when the whole payment has been refunded.
 */
export const paymentRefunded = defineEvent({
  type: 'billing.payment.refunded.v1',
  owner: 'billing',
  kind: 'fact',
  key: 'payment',
  naturalKey: 'refundKey',
  data: z.object({
    ...payment,
    /** `<payment>:<total refunded>` */
    refundKey: z.string(),
    isFull: z.boolean(),
    refundedAt: z.iso.datetime(),
  }),
});

/**
 * A lost dispute: the payer got the money back. `amount` is what was not refunded before. An open dispute has no event.
 */
export const paymentDisputed = defineEvent({
  type: 'billing.payment.disputed.v1',
  owner: 'billing',
  kind: 'fact',
  key: 'payment',
  naturalKey: 'paymentId',
  data: z.object({ ...payment, lostAt: z.iso.datetime() }),
});

/**
 * The state of a paid monthly subscription, published since its first payment. Consumers that need a paid, active Pro
 * Monthly plan check `status`; `canceled` is final.
 */
export const subscriptionChanged = defineEvent({
  type: 'billing.subscription.changed.v1',
  owner: 'billing',
  kind: 'state',
  key: 'subscription',
  data: z.object({
    subscriptionId: z.string(),
    userId,
    status: z.enum(['active', 'past_due', 'canceled']),
    startedAt: z.iso.datetime(),
    periodEnd: z.iso.datetime(),
    cancelAtPeriodEnd: z.boolean(),
    endedAt: z.iso.datetime().nullable(),
    /** Null while it runs; `cancelled` when the user, an admin or the provider ended it. */
    endReason: z.enum(['cancelled', 'unpaid', 'refunded', 'disputed']).nullable(),
    amount: z.int(),
    currency: z.string(),
  }),
});

export const billingAdminAction = defineEvent({
  type: 'billing.admin-action.recorded.v1',
  owner: 'billing',
  kind: 'fact',
  key: 'action',
  data: adminAction,
});
