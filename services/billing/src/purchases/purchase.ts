import type { Order, ProviderKind } from '../provider/payment-provider.ts';

/** A purchase from the first click until it is paid, cancelled or ended. */
export interface Purchase {
  /** Also the idempotency key at the provider. */
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
  /** List price in minor units. */
  price: number;
  /** The first payment in minor units: the price without the discount. */
  total: number;
  currency: string;
  /** When the purchase was started; `beganAt` is the stored name. */
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
