import { type DiscountType, minimumTotal } from '@inkbear/contracts/billing/promo-code';
import type { ErrorCode } from '@inkbear/contracts/error-codes';

export interface StoredPromoCode {
  _id: string;
  /** Upper case, unique. */
  code: string;
  description: string;
  discountType: DiscountType;
  /** In credits, per cent or pounds, depending on the type. */
  discountValue: number;
  maxUses: number | null;
  /** Uses that are reserved or redeemed; never above `maxUses`. */
  taken: number;
  /** Uses that are redeemed. */
  currentUses: number;
  expiresAt: Date | null;
  isActive: boolean;
  createdAt: Date;
}

/**
 * The reason why a code cannot be used now; null when it can. Does not check whether the code is used up, because an
 * expired reservation may be released first.
 */
export function refusalOf({ isActive, expiresAt }: StoredPromoCode, now: Date): ErrorCode | null {
  if (!isActive) return 'billing.promo_inactive';
  return isExpired({ expiresAt }, now) ? 'billing.promo_expired' : null;
}

export const isExpired = ({ expiresAt }: Pick<StoredPromoCode, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

/** The discount in minor units. The remaining payment never falls below 30p. */
export function discountOf(
  { discountType, discountValue }: Pick<StoredPromoCode, 'discountType' | 'discountValue'>,
  price: number,
): number {
  const requested = { credits: 0, percentage: (price * discountValue) / 100, fixed: discountValue * 100 }[discountType];
  return Math.min(Math.round(requested), price - minimumTotal);
}
