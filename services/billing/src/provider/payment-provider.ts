/** A payment that was taken, with its refunds and disputes. Amounts are in minor units. */
export interface ProviderCharge {
  paymentId: string;
  amount: number;
  currency: string;
  paidAt: Date;
  cardFingerprint: string | null;
  /** The sum of all refunds so far. */
  refunded: number;
  /** When the last refund was made; null when there is none. */
  refundedAt: Date | null;
  /** When a dispute about the payment was lost; null when none was. */
  disputeLostAt: Date | null;
}

interface ProviderObjectBase {
  id: string;
  userId: string;
  currency: string;
  /** Every payment made for the object, the earliest first. */
  charges: ProviderCharge[];
}
/** A subscription as the provider holds it now. */
export interface ProviderSubscription extends ProviderObjectBase {
  kind: 'subscription';
  status: 'incomplete' | 'active' | 'past_due' | 'canceled';
  /** Price of a renewal. */
  amount: number;
  startedAt: Date | null;
  /** The last period that was paid for, even while a renewal is overdue. */
  periodStart: Date | null;
  periodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  /** Set for `canceled` only. */
  endedAt: Date | null;
  endReason: 'cancelled' | 'unpaid' | null;
}
/** A one-off payment as the provider holds it now. */
export interface ProviderPayment extends ProviderObjectBase {
  kind: 'payment';
  status: 'requires_payment' | 'succeeded' | 'canceled';
}
export type ProviderObject = ProviderSubscription | ProviderPayment;
export type ProviderKind = ProviderObject['kind'];

export interface ProviderEvent {
  id: string;
  type: string;
  /** The subscription or payment that changed; null when the event is about neither. */
  objectId: string | null;
}

/** A purchase of a plan that is to be started at the provider. */
export interface Order {
  kind: ProviderKind;
  userId: string;
  /** The same key always returns the same object. */
  idempotencyKey: string;
  /** Amount of the first payment; at most `price`. */
  total: number;
  /** The list price, which renewals charge. */
  price: number;
  currency: string;
  promoCode: string | null;
}
export interface StartedPayment {
  id: string;
  clientSecret: string;
}

/**
 * What billing needs from a payment provider. Every call throws `billing.provider_failed` when the provider does not
 * answer, and `billing.provider_refused` when it refuses the call.
 */
export interface PaymentProvider {
  /** Creates the subscription or payment of an order, once per idempotency key. */
  start(order: Order): Promise<StartedPayment>;
  /** The client secret of a started object while it can still be paid, else null. */
  resume(id: string): Promise<string | null>;
  /** Cancels a started object, so that it cannot be paid. False when it has been paid, or is being paid right now. */
  cancelUnpaid(id: string): Promise<boolean>;
  /** Stops renewals. The current period runs to its end. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  /** Lets a subscription renew again. Does nothing when it has ended. */
  undoCancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  /** Ends a subscription at once. Does nothing when it has ended. */
  cancelNow(subscriptionId: string): Promise<void>;
  /** The page where a user manages cards and invoices; null when the provider does not know the user. */
  portalUrl(userId: string): Promise<string | null>;
  /** Ends running subscriptions and removes the user's data, as far as the law allows. Idempotent. */
  eraseUser(userId: string): Promise<void>;
  /** The current state of an object; null when the provider does not know it. */
  findObject(id: string): Promise<ProviderObject | null>;
  /** Ids of all running subscriptions, and of everything created since the given time. May repeat an id. */
  listIds(since: Date): AsyncIterable<string>;
  /** The event, or null when the signature does not match exactly these bytes. */
  readEvent(raw: Buffer, signature: string | undefined): Promise<ProviderEvent | null>;
}

/** True when a payment was refunded in full or lost to a dispute. */
export const isFullyReversed = ({ amount, refunded, disputeLostAt }: ProviderCharge): boolean =>
  disputeLostAt !== null || refunded >= amount;
/** True for an object that was started, and neither paid nor cancelled. */
export const isPayable = ({ status }: Pick<ProviderObject, 'status'>): boolean =>
  status === 'incomplete' || status === 'requires_payment';
/** True when no more payments will be made for the object. */
export const isFinal = ({ status }: Pick<ProviderObject, 'status'>): boolean =>
  status === 'canceled' || status === 'succeeded';

/** A payment can be charged back for this long. */
export const disputableMs = 120 * 86_400_000;
/** `watchUntil` of an object that is always compared. */
export const watchForever = new Date('9999-01-01T00:00:00.000Z');

/**
 * Until when the reconciler compares an object: always while it can still be paid, otherwise while a payment can be
 * charged back.
 */
export function watchUntil(object: ProviderObject, now: Date): Date {
  if (!isFinal(object)) return watchForever;
  const disputable = object.charges
    .filter((charge) => !isFullyReversed(charge))
    .map(({ paidAt }) => paidAt.getTime() + disputableMs);
  return new Date(Math.max(now.getTime(), ...disputable));
}
