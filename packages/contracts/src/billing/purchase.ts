import { z } from 'zod';
import { id, isoTime } from '../fields.ts';
import { maxPageRows, pageQuery } from '../list-query.ts';
import { defineRoute } from '../route.ts';

const paidPlan = z.enum(['pro_monthly', 'pro_oneoff']);

/** What a purchase adds to the plans of a user, and what it leaves as it is. */
export const purchaseEffect = z.object({
  plan: paidPlan,
  /** Number of books that the purchase allows: once, or in each billing period of a monthly plan. */
  books: z.int(),
  /**
   * From when the purchase gives access. Later than the purchase when Pro Monthly ends in the meantime; null when Pro
   * Monthly gives the same access for the whole time, so that the purchase adds nothing.
   */
  accessFrom: isoTime.nullable(),
  /** When that access ends; null for a plan that renews. */
  accessUntil: isoTime.nullable(),
  /** The other Pro plan, which runs on unchanged. `until` is null when it renews. */
  unchanged: z.object({ plan: paidPlan, until: isoTime.nullable() }).nullable(),
});
export type PurchaseEffect = z.infer<typeof purchaseEffect>;

export const previewPurchase = defineRoute({
  id: 'previewPurchase',
  owner: 'billing',
  method: 'GET',
  path: '/api/billing/purchases/preview',
  summary: 'What buying a plan now would change',
  access: 'user',
  rate: 'read',
  query: z.object({ plan: paidPlan }),
  responses: { 200: purchaseEffect },
  errors: ['billing.already_active'],
});

/** A payment that was taken. Amounts are in minor units of `currency`. */
export const purchase = z.object({
  id,
  plan: paidPlan,
  paidAt: isoTime,
  amount: z.int(),
  currency: z.string(),
  refunded: z.int(),
  /** Whether a dispute about the payment was lost, so that the money went back. */
  isDisputed: z.boolean(),
  /** What the purchase changed when it was paid; null for payments of earlier releases. */
  effect: purchaseEffect.nullable(),
});
export type Purchase = z.infer<typeof purchase>;

export const listPurchases = defineRoute({
  id: 'listPurchases',
  owner: 'billing',
  method: 'GET',
  path: '/api/billing/purchases',
  summary: 'The payments of the signed-in user, newest first',
  access: 'user',
  rate: 'read',
  query: pageQuery,
  responses: { 200: z.array(purchase).max(maxPageRows) },
});
