import type { createPromoCode, DiscountType } from '@inkbear/contracts/billing/promo-code';
import type { ClientBody } from '@inkbear/contracts/route';
import { countError, parseNumber } from '../../kit/forms/whole-number.ts';

/** The values of the form, as text, so that the server's messages refer to what was typed. */
export interface NewCode {
  code: string;
  description: string;
  discountType: DiscountType;
  /** Null after its field was emptied. */
  discountValue: string | null;
  maxUses: string;
  /** `YYYY-MM-DD`, or empty. */
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

export const discountTypeOptions = [
  { value: 'percentage', label: 'Percentage off the first payment' },
  { value: 'fixed', label: 'Pounds off the first payment' },
  { value: 'credits', label: 'Book credits' },
];
export const valueLabels = { percentage: 'Per cent', fixed: 'Pounds', credits: 'Credits' } as const;

/** Rejects NaN, which JSON would send as null; null means unlimited uses. */
export function codeErrors({ maxUses }: Pick<NewCode, 'maxUses'>): { maxUses?: string } {
  const error = countError(maxUses, 1_000_000);
  return error === undefined ? {} : { maxUses: error };
}

/** The request body. The server validates it and returns the messages. */
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
  discountValue: parseNumber(discountValue) ?? Number.NaN,
  maxUses: parseNumber(maxUses) ?? null,
  expiresAt: expiresAt === '' ? null : expiresAt,
});
