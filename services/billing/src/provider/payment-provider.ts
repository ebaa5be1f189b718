/** A subscription as the provider holds it now. */
export interface ProviderSubscription {
  kind: 'subscription';
  id: string;
  userId: string;
  version: number;
  status: 'incomplete' | 'active' | 'past_due' | 'canceled';
  startedAt: Date | null;
  periodStart: Date | null;
  periodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  endedAt: Date | null;
  amount: number;
  currency: string;
  cardFingerprint: string | null;
}
/** A one-off payment as the provider holds it now. */
export interface ProviderPayment {
  kind: 'payment';
  id: string;
  userId: string;
  version: number;
  status: 'requires_payment' | 'succeeded' | 'refunded';
  paidAt: Date | null;
  amount: number;
  currency: string;
  cardFingerprint: string | null;
}
export type ProviderObject = ProviderSubscription | ProviderPayment;

export interface ProviderEvent {
  id: string;
  type: string;
  objectId: string;
}
export interface Begun {
  id: string;
  clientSecret: string;
  total: number;
  discount: number;
}

/** What billing needs of whoever takes the money. Amounts are minor units. */
export interface PaymentProvider {
  /** Begins a subscription, or answers the one already begun by this user. The same `key` always gets the same one, also when it is long paid. */
  beginSubscription(userId: string, key: string): Promise<Begun>;
  beginPayment(userId: string, key: string): Promise<Begun>;
  /** No renewal after the present period. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  cancelNow(subscriptionId: string): Promise<void>;
  /** Ends what still runs and removes what is kept of a user there, as far as the law lets the provider; does nothing when repeated. */
  forgetUser(userId: string): Promise<void>;
  /** The present state; events only say that something changed, because their order is not promised. */
  findObject(id: string): Promise<ProviderObject | null>;
  /** The event if its signature is right over exactly these bytes, else null. */
  verifyEvent(raw: Buffer, signature: string | undefined): ProviderEvent | null;
}
