import type { Order, ProviderKind } from '../provider/payment-provider.ts';

/** What someone set out to pay, from the first click until it is paid, abandoned or over. Its id is the provider's idempotency key. */
export interface Purchase {
  _id: string;
  userId: string;
  kind: ProviderKind;
  /** The kind while it is open: one of each for a user. A subscription stays open until it has ended. */
  openKind?: ProviderKind;
  /** At the provider; null until it has answered. */
  objectId: string | null;
  promoCode: string | null;
  price: number;
  total: number;
  currency: string;
  beganAt: Date;
}

export const orderOf = ({ _id, kind, userId, total, price, currency, promoCode }: Purchase): Order => ({
  key: _id,
  kind,
  userId,
  total,
  price,
  currency,
  promoCode,
});
