import pMap from 'p-map';
import type Stripe from 'stripe';
import type { ProviderCharge, ProviderPayment, ProviderSubscription } from '../provider/payment-provider.ts';
import { ask, find, idOf, toDate } from './stripe-client.ts';

/** Of one customer; 40 years of months. */
const mostCharges = 500;

/** Reads Stripe's objects as billing knows them; null for what is not ours. */
export class StripeObjects {
  readonly #stripe: Stripe;

  constructor(stripe: Stripe) {
    this.#stripe = stripe;
  }

  async findSubscription(id: string): Promise<ProviderSubscription | null> {
    const subscription = await find(() => this.#stripe.subscriptions.retrieve(id));
    const userId = subscription?.metadata['userId'];
    const item = subscription?.items.data[0];
    if (!subscription || !userId || !item) return null;
    const invoices = await ask(() =>
      this.#stripe.invoices
        .list({ subscription: id, status: 'paid', limit: 100, expand: ['data.payments'] })
        .autoPagingToArray({ limit: mostCharges }),
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
    const intent = await find(() => this.#stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.refunds'] }));
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

  /** A paid invoice is told with the charge that paid it. */
  async #chargesOf(customer: string, invoices: readonly Stripe.Invoice[]): Promise<ProviderCharge[]> {
    if (invoices.length === 0) return [];
    const listed = await find(() =>
      this.#stripe.charges
        .list({ customer, limit: 100, expand: ['data.refunds'] })
        .autoPagingToArray({ limit: mostCharges }),
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

  /** One by one: the customer has been deleted, and with it the list of its charges. */
  async #chargesOfIntents(invoices: readonly Stripe.Invoice[]): Promise<Stripe.Charge[]> {
    const ids = invoices.flatMap(
      (invoice) => invoice.payments?.data.map(({ payment }) => idOf(payment.payment_intent)) ?? [],
    );
    const intents = await pMap(
      ids.filter((id) => id !== null),
      (id) => find(() => this.#stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.refunds'] })),
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

  /** Stripe does not say when a dispute was decided; the money was gone from its first day. */
  async #disputeLostAt(charge: string): Promise<Date | null> {
    const { data } = await ask(() => this.#stripe.disputes.list({ charge, limit: 10 }));
    const lost = data.find(({ status }) => status === 'lost');
    return lost ? toDate(lost.created) : null;
  }
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
  const known = statuses[status];
  if (!known) throw new Error(`Stripe has a subscription status that is not known here: ${status}.`);
  if (known !== 'canceled') return { status: known, endedAt: null, endReason: null };
  return {
    status: known,
    endedAt: endedAt === null ? null : toDate(endedAt),
    endReason: details?.reason === 'payment_failed' ? 'unpaid' : 'cancelled',
  };
}

/** Stripe begins the next period before its invoice is paid, so an overdue subscription's paid period is that of its last paid invoice. */
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
