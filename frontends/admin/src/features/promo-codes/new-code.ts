import type { createPromoCode, DiscountType } from '@inkbear/contracts/billing/promo-code';
import type { ClientBody } from '@inkbear/contracts/route';
import { countError, numberOf } from '../../kit/forms/whole-number.ts';

/** The form as it is typed. */
export interface NewCode {
  code: string;
  description: string;
  discountType: DiscountType;
  discountValue: string;
  maxUses: string;
  expiresAt: string;
}
export const emptyCode: NewCode = {
  code: '',
  description: '',
  discountType: 'percentage',
  discountValue: '',
  maxUses: '',
  expiresAt: '',
};

export const kindOptions = [
  { value: 'percentage', label: 'Percentage off the first payment' },
  { value: 'fixed', label: 'Pounds off the first payment' },
  { value: 'credits', label: 'Book credits' },
] as const;
export const valueLabels = { percentage: 'Per cent', fixed: 'Pounds', credits: 'Credits' } as const;

/**
 * What JSON cannot carry to the server as it was typed: a number of uses that is none would arrive as any number of
 * uses.
 */
export function codeErrors({ maxUses }: NewCode): { maxUses?: string } {
  const error = countError(maxUses, 1_000_000);
  return error === undefined ? {} : { maxUses: error };
}

/** As the server takes it. Its own texts say what is wrong with it. */
export const codeBody = ({
  code,
  description,
  discountType,
  discountValue,
  maxUses,
  expiresAt,
}: NewCode): ClientBody<typeof createPromoCode> => ({
  code,
  description,
  discountType,
  discountValue: numberOf(discountValue) ?? Number.NaN,
  maxUses: numberOf(maxUses) ?? null,
  expiresAt: expiresAt === '' ? null : expiresAt,
});
