/** Money that was taken, and what became of it since. Amounts are minor units. */
export interface ProviderCharge {
  paymentId: string;
  amount: number;
  currency: string;
  paidAt: Date;
  cardFingerprint: string | null;
  /** Given back so far, in one or several refunds. */
  refunded: number;
  /** When the last of it was given back; null while nothing was. */
  refundedAt: Date | null;
  /** When a dispute about it was lost. */
  disputeLostAt: Date | null;
}

interface Held {
  id: string;
  userId: string;
  currency: string;
  /** Every payment made for it, the earliest first; an unpaid one has none. */
  charges: ProviderCharge[];
}
/** A subscription as the provider holds it now. */
export interface ProviderSubscription extends Held {
  kind: 'subscription';
  status: 'incomplete' | 'active' | 'past_due' | 'canceled';
  /** What a renewal takes. */
  amount: number;
  startedAt: Date | null;
  /** The last period that was paid for, also while a renewal is overdue. */
  periodStart: Date | null;
  periodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  /** When and why it ended, for `canceled`. */
  endedAt: Date | null;
  endReason: 'cancelled' | 'unpaid' | null;
}
/** A one-off payment as the provider holds it now. */
export interface ProviderPayment extends Held {
  kind: 'payment';
  status: 'requires_payment' | 'succeeded' | 'canceled';
}
export type ProviderObject = ProviderSubscription | ProviderPayment;
export type ProviderKind = ProviderObject['kind'];

export interface ProviderEvent {
  id: string;
  type: string;
  /** Of what it tells; null when it is none of ours. */
  objectId: string | null;
}

/** What someone is about to pay. */
export interface Order {
  kind: ProviderKind;
  userId: string;
  /** The same key always gets the same object. */
  key: string;
  /** What the first payment takes; at most `price`. */
  total: number;
  /** The list price, which renewals take. */
  price: number;
  currency: string;
  promoCode: string | null;
}
export interface Begun {
  id: string;
  clientSecret: string;
}

/** What billing needs of whoever takes the money. Every call throws `billing.provider_failed` when there is no answer. */
export interface PaymentProvider {
  begin(order: Order): Promise<Begun>;
  /** The client secret of what was begun, while it can still be paid; else null. */
  resume(id: string): Promise<string | null>;
  /** Makes sure that what was begun is never paid; false when it has been, or is just being, paid. */
  abandon(id: string): Promise<boolean>;
  /** No renewal after the present period. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  /** Takes `cancelAtPeriodEnd` back; does nothing when the subscription has ended. */
  keepRenewing(subscriptionId: string): Promise<void>;
  /** Ends a subscription at once; does nothing when it has ended. */
  cancelNow(subscriptionId: string): Promise<void>;
  /** Where a user manages cards and invoices; null for someone it does not know. */
  portalUrl(userId: string): Promise<string | null>;
  /** Ends what still runs and removes what is kept of a user there, as far as the law lets the provider; does nothing when repeated. */
  forgetUser(userId: string): Promise<void>;
  /** The present state; events only say that something changed, because their order is not promised. */
  findObject(id: string): Promise<ProviderObject | null>;
  /** Ids of all subscriptions that run, and of everything begun since. */
  listIds(since: Date): AsyncIterable<string>;
  /** The event if its signature is right over exactly these bytes, else null. */
  readEvent(raw: Buffer, signature: string | undefined): Promise<ProviderEvent | null>;
}

export const isFullyReturned = ({ amount, refunded, disputeLostAt }: ProviderCharge): boolean =>
  disputeLostAt !== null || refunded >= amount;
/** Begun, and neither paid nor given up. */
export const isPayable = ({ status }: Pick<ProviderObject, 'status'>): boolean =>
  status === 'incomplete' || status === 'requires_payment';
