import type { PromoCode } from '@inkbear/contracts/billing/promo-code';
import { isExpired, type StoredPromoCode } from './promo-code.ts';

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
