import pMap from 'p-map';
import Stripe from 'stripe';
import type {
  ProviderCharge,
  ProviderEvent,
  ProviderPayment,
  ProviderSubscription,
} from '../provider/payment-provider.ts';
import { callStripe, callOrNull, idOf, toDate } from './stripe-client.ts';

/** Per customer; enough for 40 years of monthly payments. */
const maxCharges = 500;

/** The fields of an event's object that are used. Everything else is fetched. */
interface EventObject {
  id: string;
  object: string;
  metadata?: Record<string, string> | null;
  payment_intent?: string | { id: string } | null;
  parent?: {
    subscription_details?: { subscription: string | { id: string }; metadata?: Record<string, string> | null } | null;
  } | null;
}

/**
 * Fetches objects and verifies events from Stripe, and maps them to those of the `PaymentProvider` interface. Null for
 * objects that billing did not create.
 */
export class StripeObjects {
  readonly #stripe: Stripe;
  readonly #webhookSecret: string;

  constructor(stripe: Stripe, webhookSecret: string) {
    this.#stripe = stripe;
    this.#webhookSecret = webhookSecret;
  }

  async findSubscription(id: string): Promise<ProviderSubscription | null> {
    const subscription = await callOrNull(() => this.#stripe.subscriptions.retrieve(id));
    const userId = subscription?.metadata['userId'];
    const item = subscription?.items.data[0];
    if (!subscription || !userId || !item) return null;
    const invoices = await callStripe(() =>
      this.#stripe.invoices
        .list({ subscription: id, status: 'paid', limit: 100, expand: ['data.payments'] })
        .autoPagingToArray({ limit: maxCharges }),
    );
    const paid = invoices.filter(({ amount_paid }) => amount_paid > 0).toSorted((a, b) => a.created - b.created);
    const charges = await this.#chargesOf(idOf(subscription.customer) ?? '', paid);
    return {
      kind: 'subscription',
      id,
      userId,
      currency: subscription.currency,
      amount: item.price.unit_amount ?? 0,
      charges,
      startedAt: toDate(subscription.start_date),
      ...periodOf(subscription.status, item, paid.at(-1)),
      ...endOf(subscription),
      cancelAtPeriodEnd: subscription.cancel_at_period_end,
    };
  }

  async findPayment(id: string): Promise<ProviderPayment | null> {
    const intent = await callOrNull(() =>
      this.#stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.refunds'] }),
    );
    const userId = intent?.metadata['userId'];
    if (!intent || !userId || intent.metadata['kind'] !== 'one-off') return null;
    const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
    const isPaid = intent.status === 'succeeded' && charge !== null;
    return {
      kind: 'payment',
      id,
      userId,
      currency: intent.currency,
      status: isPaid ? 'succeeded' : intent.status === 'canceled' ? 'canceled' : 'requires_payment',
      charges: isPaid ? [await this.#toCharge(id, intent.amount_received, charge.created, charge)] : [],
    };
  }

  /** The event; null unless the signature matches exactly these bytes and is at most 5 minutes old. */
  async readEvent(raw: Buffer, signature: string | undefined): Promise<ProviderEvent | null> {
    const event = this.#verify(raw, signature);
    return (
      event && {
        id: event.id,
        type: event.type,
        objectId: await this.#objectIdOf(event.data.object as unknown as EventObject),
      }
    );
  }

  #verify(raw: Buffer, signature: string | undefined): Stripe.Event | null {
    try {
      return this.#stripe.webhooks.constructEvent(raw, signature ?? '', this.#webhookSecret);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
      throw error;
    }
  }

  async #objectIdOf(object: EventObject): Promise<string | null> {
    switch (object.object) {
      case 'subscription':
        return object.metadata?.['userId'] ? object.id : null;
      case 'payment_intent':
        return isOneOff(object) ? object.id : null;
      case 'invoice':
        return subscriptionOf(object);
      case 'charge':
      case 'refund':
      case 'dispute':
        return await this.#objectPaidFor(idOf(object.payment_intent));
      default:
        return null;
    }
  }

  /** The one-off or the subscription that a payment intent pays for. */
  async #objectPaidFor(intentId: string | null): Promise<string | null> {
    const intent = intentId === null ? null : await callOrNull(() => this.#stripe.paymentIntents.retrieve(intentId));
    if (!intent || intentId === null) return null;
    if (isOneOff(intent)) return intent.id;
    const {
      data: [payment],
    } = await callStripe(() =>
      this.#stripe.invoicePayments.list({
        payment: { type: 'payment_intent', payment_intent: intentId },
        limit: 1,
        expand: ['data.invoice'],
      }),
    );
    return payment && typeof payment.invoice === 'object' ? subscriptionOf(payment.invoice) : null;
  }

  /** The charge of each paid invoice. */
  async #chargesOf(customer: string, invoices: readonly Stripe.Invoice[]): Promise<ProviderCharge[]> {
    if (invoices.length === 0) return [];
    const listed = await callOrNull(() =>
      this.#stripe.charges
        .list({ customer, limit: 100, expand: ['data.refunds'] })
        .autoPagingToArray({ limit: maxCharges }),
    );
    const charges = listed ?? (await this.#chargesOfIntents(invoices));
    const byIntent = new Map(
      charges.filter(({ status }) => status === 'succeeded').map((charge) => [idOf(charge.payment_intent), charge]),
    );
    return await Promise.all(
      invoices.map((invoice) => {
        const intents = invoice.payments?.data.map(({ payment }) => idOf(payment.payment_intent)) ?? [];
        const charge = intents.map((intent) => byIntent.get(intent)).find((each) => each !== undefined);
        return this.#toCharge(
          invoice.id,
          invoice.amount_paid,
          invoice.status_transitions.paid_at ?? invoice.created,
          charge,
        );
      }),
    );
  }

  /** Fetches charges one by one, because the charges of a deleted customer cannot be listed. */
  async #chargesOfIntents(invoices: readonly Stripe.Invoice[]): Promise<Stripe.Charge[]> {
    const ids = invoices.flatMap(
      (invoice) => invoice.payments?.data.map(({ payment }) => idOf(payment.payment_intent)) ?? [],
    );
    const intents = await pMap(
      ids.filter((id) => id !== null),
      (id) => callOrNull(() => this.#stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.refunds'] })),
      { concurrency: 4 },
    );
    return intents.flatMap((intent) =>
      intent && typeof intent.latest_charge === 'object' && intent.latest_charge ? [intent.latest_charge] : [],
    );
  }

  async #toCharge(
    paymentId: string,
    amount: number,
    paidAt: number,
    charge: Stripe.Charge | undefined,
  ): Promise<ProviderCharge> {
    const refunds =
      charge?.refunds?.data.filter(({ status }) => status === 'succeeded').map(({ created }) => created) ?? [];
    const refunded = charge?.amount_refunded ?? 0;
    return {
      paymentId,
      amount,
      currency: charge?.currency ?? 'gbp',
      paidAt: toDate(paidAt),
      cardFingerprint: charge?.payment_method_details?.card?.fingerprint ?? null,
      refunded,
      refundedAt: refunded > 0 ? toDate(Math.max(paidAt, ...refunds)) : null,
      disputeLostAt: charge?.disputed ? await this.#disputeLostAt(charge.id) : null,
    };
  }

  /**
   * When a dispute was lost; null when none was. Stripe does not return that time, so the time at which the dispute was
   * opened and the money was withdrawn counts.
   */
  async #disputeLostAt(charge: string): Promise<Date | null> {
    const { data } = await callStripe(() => this.#stripe.disputes.list({ charge, limit: 10 }));
    const lost = data.find(({ status }) => status === 'lost');
    return lost ? toDate(lost.created) : null;
  }
}

const isOneOff = ({ metadata }: Pick<EventObject, 'metadata'>): boolean =>
  metadata?.['kind'] === 'one-off' && Boolean(metadata['userId']);

function subscriptionOf({ parent }: EventObject): string | null {
  const details = parent?.subscription_details;
  return details?.metadata?.['userId'] ? idOf(details.subscription) : null;
}

const statuses: Readonly<Record<string, ProviderSubscription['status']>> = {
  incomplete: 'incomplete',
  incomplete_expired: 'canceled',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'canceled',
};

function endOf({
  status,
  ended_at: endedAt,
  cancellation_details: details,
}: Stripe.Subscription): Pick<ProviderSubscription, 'status' | 'endedAt' | 'endReason'> {
  const mapped = statuses[status];
  if (!mapped) throw new Error(`Unknown subscription status from Stripe: ${status}.`);
  if (mapped !== 'canceled') return { status: mapped, endedAt: null, endReason: null };
  return {
    status: mapped,
    endedAt: endedAt === null ? null : toDate(endedAt),
    endReason: details?.reason === 'payment_failed' ? 'unpaid' : 'cancelled',
  };
}

/**
 * The last paid period. Stripe starts the next period before its invoice is paid, so the period of an overdue
 * subscription is that of its last paid invoice.
 */
function periodOf(
  status: string,
  item: Stripe.SubscriptionItem,
  lastPaid: Stripe.Invoice | undefined,
): Pick<ProviderSubscription, 'periodStart' | 'periodEnd'> {
  const line = lastPaid?.lines.data.find(({ period }) => period.end > period.start)?.period;
  const period =
    status === 'active' || !line ? { start: item.current_period_start, end: item.current_period_end } : line;
  return { periodStart: toDate(period.start), periodEnd: toDate(period.end) };
}
