import { type DiscountType, minimumTotal, type PromoCode } from '@inkbear/contracts/billing/promo-code';
import type { ErrorCode } from '@inkbear/contracts/error-codes';

export interface StoredPromoCode {
  _id: string;
  /** Upper case, unique. */
  code: string;
  description: string;
  discountType: DiscountType;
  /** Credits, per cent or pounds, depending on the type. */
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
 * The reason why a code cannot be used at all now; null when it can be used. Used-up codes are not checked here,
 * because a reservation may be released.
 */
export function refusalOf({ isActive, expiresAt }: StoredPromoCode, now: Date): ErrorCode | null {
  if (!isActive) return 'billing.promo_inactive';
  return isExpired({ expiresAt }, now) ? 'billing.promo_expired' : null;
}
const isExpired = ({ expiresAt }: Pick<StoredPromoCode, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

/** The discount in minor units. The remaining payment never falls below 30p. */
export function discountOf(
  { discountType, discountValue }: Pick<StoredPromoCode, 'discountType' | 'discountValue'>,
  price: number,
): number {
  const requested = { credits: 0, percentage: (price * discountValue) / 100, fixed: discountValue * 100 }[discountType];
  return Math.min(Math.round(requested), price - minimumTotal);
}

export const presentPromoCode = (
  {
    _id,
    code,
    description,
    discountType,
    discountValue,
    maxUses,
    currentUses,
    expiresAt,
    isActive,
    createdAt,
  }: StoredPromoCode,
  now: Date,
): PromoCode => ({
  id: _id,
  code,
  description,
  discountType,
  discountValue,
  maxUses,
  currentUses,
  expiresAt: expiresAt?.toISOString() ?? null,
  isExpired: isExpired({ expiresAt }, now),
  isActive,
  createdAt: createdAt.toISOString(),
});
