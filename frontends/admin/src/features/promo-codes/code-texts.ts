import type { PromoCode } from '@inkbear/contracts/billing/promo-code';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { formatPounds } from '../../kit/format.ts';

/** The benefit of a code as text. */
export function benefitText({
  discountType,
  discountValue,
}: Pick<PromoCode, 'discountType' | 'discountValue'>): string {
  if (discountType === 'percentage') return `${formatNumber(discountValue)}% off`;
  if (discountType === 'fixed') return `${formatPounds(discountValue)} off`;
  return discountValue === 1 ? '1 book credit' : `${formatNumber(discountValue)} book credits`;
}

/** '3 of 100', '3, unlimited'. */
export const usesText = ({ currentUses, maxUses }: PromoCode): string =>
  maxUses === null
    ? `${formatNumber(currentUses)}, unlimited`
    : `${formatNumber(currentUses)} of ${formatNumber(maxUses)}`;

/** The state of a code as text; an active code may have expired or be used up. */
export function stateText({ isActive, isExpired, currentUses, maxUses }: PromoCode): string {
  if (!isActive) return 'Inactive';
  if (isExpired) return 'Expired';
  return maxUses !== null && currentUses >= maxUses ? 'Used up' : 'Active';
}
