import type { PromoCode } from '@inkbear/contracts/billing/promo-code';
import { formatNumber, formatPounds } from '../../kit/format.ts';

/** What a code gives, in words. */
export function givesText({ discountType, discountValue }: Pick<PromoCode, 'discountType' | 'discountValue'>): string {
  if (discountType === 'percentage') return `${formatNumber(discountValue)} % off`;
  if (discountType === 'fixed') return `${formatPounds(discountValue)} off`;
  return discountValue === 1 ? '1 book credit' : `${formatNumber(discountValue)} book credits`;
}

export const usesText = ({ currentUses, maxUses }: PromoCode): string =>
  `${formatNumber(currentUses)} of ${maxUses === null ? 'any number' : formatNumber(maxUses)}`;

/** Whether it can be used, in a word: switched off, over, used up, or active. */
export function stateText({ isActive, isExpired, currentUses, maxUses }: PromoCode): string {
  if (!isActive) return 'Inactive';
  if (isExpired) return 'Expired';
  return maxUses !== null && currentUses >= maxUses ? 'Used up' : 'Active';
}
