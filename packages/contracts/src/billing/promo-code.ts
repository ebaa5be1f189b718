import { z } from 'zod';
import type { ErrorCode } from '../error-codes.ts';
import { body, id, idParams, isoTime, line, message } from '../fields.ts';
import { listQuery, maxPageRows } from '../list-query.ts';
import { defineRoute } from '../route.ts';

/** As typed by an author: letter case and surrounding spaces are ignored. */
export const codeInput = z
  .string('Please enter a promo code')
  .trim()
  .min(1, 'Please enter a promo code')
  .max(64, 'This promo code does not exist.')
  .toUpperCase();
/** Reasons why a code cannot be used now. */
export const promoErrors = [
  'billing.promo_not_found',
  'billing.promo_expired',
  'billing.promo_inactive',
  'billing.promo_used_up',
  'billing.promo_already_used',
  'billing.promo_wrong_kind',
] as const satisfies readonly ErrorCode[];
/** The smallest total of a payment after a discount, in minor units. */
export const minimumTotal = 30;

/** `credits` adds book credits at once; `percentage` and `fixed` (in pounds) lower the first payment. */
export const discountType = z.enum(['credits', 'percentage', 'fixed']);
export type DiscountType = z.infer<typeof discountType>;
export const promoCode = z.object({
  id,
  code: z.string(),
  description: z.string(),
  discountType,
  discountValue: z.number(),
  maxUses: z.int().nullable(),
  /** Redeemed uses; a payment in progress is not included. */
  currentUses: z.int(),
  expiresAt: isoTime.nullable(),
  /** By business time, which may differ from the browser's clock. */
  isExpired: z.boolean(),
  isActive: z.boolean(),
  createdAt: isoTime,
});
export type PromoCode = z.infer<typeof promoCode>;

export const checkPromoCode = defineRoute({
  id: 'checkPromoCode',
  owner: 'billing',
  method: 'POST',
  path: '/api/promo-codes/check',
  summary: 'The discount of a code on the first payment of a plan, in minor units; reserves nothing',
  access: 'user',
  rate: 'pay',
  body: body({ code: codeInput, plan: z.enum(['pro_monthly', 'pro_oneoff']) }),
  responses: { 200: z.object({ discount: z.int(), total: z.int() }) },
  errors: promoErrors,
});

export const redeemPromoCode = defineRoute({
  id: 'redeemPromoCode',
  owner: 'billing',
  method: 'POST',
  path: '/api/promo-codes/redeem',
  summary: 'Redeem the book credits of a code, once per user',
  access: 'user',
  rate: 'pay',
  idempotent: true,
  body: body({ code: codeInput }),
  responses: { 200: message.extend({ credits: z.int() }) },
  errors: promoErrors,
});

export const listPromoCodes = defineRoute({
  id: 'listPromoCodes',
  owner: 'billing',
  method: 'GET',
  path: '/api/admin/promo-codes',
  summary: 'Promo codes; `q` searches code and description',
  access: 'admin',
  rate: 'read',
  query: listQuery('-createdAt', 'createdAt', 'code', '-code', '-currentUses', 'currentUses'),
  responses: { 200: z.array(promoCode).max(maxPageRows) },
});

const aboveZero = 'Please enter a value above 0';
const ranges = {
  credits: {
    isIn: (value: number) => Number.isInteger(value) && value <= 100,
    message: 'Please enter a whole number of credits, at most 100',
  },
  percentage: { isIn: (value: number) => value <= 100, message: 'Please enter at most 100 per cent' },
  fixed: { isIn: (value: number) => value <= 1000, message: 'Please enter at most £1,000' },
} as const satisfies Record<DiscountType, object>;
const isInRange = ({ discountType: kind, discountValue }: { discountType: DiscountType; discountValue: number }) =>
  ranges[kind].isIn(discountValue);
/** A time, or a date, which means the end of that day. */
const expiryTime = z.union([isoTime, z.iso.date().transform((date) => `${date}T23:59:59.999Z`)], 'Please enter a date');

export const createPromoCode = defineRoute({
  id: 'createPromoCode',
  owner: 'billing',
  method: 'POST',
  path: '/api/admin/promo-codes',
  summary: 'Create a promo code; it is active at once',
  access: 'admin',
  rate: 'write',
  idempotent: true,
  body: body({
    code: codeInput.pipe(
      z.string().regex(/^[A-Z0-9][A-Z0-9_-]{1,39}$/, 'Please use 2 to 40 letters, digits, dashes or underscores'),
    ),
    description: line(300).default(''),
    discountType,
    discountValue: z
      .number('Please enter a value')
      .positive(aboveZero)
      .multipleOf(0.01, 'Please use at most 2 decimal places'),
    maxUses: z.int('Please enter a whole number').min(1, aboveZero).max(1_000_000).nullable().default(null),
    expiresAt: expiryTime.nullable().default(null),
  }).superRefine((value, context) => {
    if (!isInRange(value))
      context.addIssue({ code: 'custom', path: ['discountValue'], message: ranges[value.discountType].message });
  }),
  responses: { 201: promoCode },
  errors: ['billing.promo_exists'],
});

export const updatePromoCode = defineRoute({
  id: 'updatePromoCode',
  owner: 'billing',
  method: 'PUT',
  path: '/api/admin/promo-codes/:id',
  summary: 'Activate or deactivate a promo code',
  access: 'admin',
  rate: 'write',
  params: idParams,
  body: body({ isActive: z.boolean() }),
  responses: { 200: promoCode },
  errors: ['billing.promo_not_found'],
});
