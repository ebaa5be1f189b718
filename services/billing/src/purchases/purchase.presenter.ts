import type { Purchase } from '@inkbear/contracts/billing/purchase';
import type { PurchaseRow } from '../provider/provider-object.repository.ts';

export function presentPurchase({ _id, amount, refunded, disputeLostAt, bought }: PurchaseRow): Purchase {
  const { plan, paidAt, currency, effect } = bought;
  return {
    id: _id,
    plan,
    paidAt: paidAt.toISOString(),
    amount,
    currency,
    refunded,
    isDisputed: disputeLostAt !== null,
    effect,
  };
}
