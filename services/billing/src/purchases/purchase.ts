import type { Order, ProviderKind } from '../provider/payment-provider.ts';

/**
 * What a user is buying, from the first click until it is paid, abandoned or ended. Its id is the provider's
 * idempotency key.
 */
export interface Purchase {
  _id: string;
  userId: string;
  kind: ProviderKind;
  /**
   * Equals `kind` while the purchase is open: a unique index allows one open purchase of each kind per user. A
   * subscription stays open until it has ended.
   */
  openKind?: ProviderKind;
  /** Id of the provider's object; null until the provider has answered. */
  objectId: string | null;
  promoCode: string | null;
  price: number;
  total: number;
  currency: string;
  beganAt: Date;
}

export const orderOf = ({ _id, kind, userId, total, price, currency, promoCode }: Purchase): Order => ({
  idempotencyKey: _id,
  kind,
  userId,
  total,
  price,
  currency,
  promoCode,
});
