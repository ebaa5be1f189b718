import type Stripe from 'stripe';
import type {
  StartedPayment,
  Order,
  PaymentProvider,
  ProviderEvent,
  ProviderObject,
} from '../provider/payment-provider.ts';
import { callStripe, callUnlessInvalid, callOrNull, createIdempotently } from './stripe-client.ts';
import { StripeCustomers } from './stripe-customers.ts';
import { StripeObjects } from './stripe-objects.ts';
import { StripePrice } from './stripe-price.ts';

interface Settings {
  webhookSecret: string;
  monthlyPriceId?: string | undefined;
  /** The page to which the portal's “back” link leads. */
  returnUrl: string;
}

const isSubscription = (id: string): boolean => id.startsWith('sub_');

/** Payments with real money by Stripe, which stores customers, subscriptions and payments. Billing stores their ids. */
export class StripeProvider implements PaymentProvider {
  readonly #stripe: Stripe;
  readonly #returnUrl: string;
  readonly #customers: StripeCustomers;
  readonly #price: StripePrice;
  readonly #objects: StripeObjects;

  constructor(stripe: Stripe, { webhookSecret, monthlyPriceId, returnUrl }: Settings) {
    this.#stripe = stripe;
    this.#returnUrl = returnUrl;
    this.#customers = new StripeCustomers(stripe);
    this.#price = new StripePrice(stripe, monthlyPriceId);
    this.#objects = new StripeObjects(stripe, webhookSecret);
  }

  async start(order: Order): Promise<StartedPayment> {
    const customer = await this.#customers.getOrCreate(order.userId);
    return order.kind === 'subscription'
      ? await this.#startSubscription(order, customer)
      : await this.#startOneOff(order, customer);
  }

  async resume(id: string): Promise<string | null> {
    if (isSubscription(id)) {
      const subscription = await callOrNull(() =>
        this.#stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.confirmation_secret'] }),
      );
      return subscription?.status === 'incomplete' ? secretOf(subscription) : null;
    }
    const intent = await callOrNull(() => this.#stripe.paymentIntents.retrieve(id));
    return intent?.status.startsWith('requires_') ? intent.client_secret : null;
  }

  /** Voids the invoice or cancels the payment intent. Stripe refuses both once the payment was made. */
  async cancelUnpaid(id: string): Promise<boolean> {
    if (!isSubscription(id)) {
      await callUnlessInvalid(() => this.#stripe.paymentIntents.cancel(id));
      const intent = await callOrNull(() => this.#stripe.paymentIntents.retrieve(id));
      return !intent || intent.status === 'canceled';
    }
    const subscription = await callOrNull(() =>
      this.#stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }),
    );
    const invoice = subscription?.latest_invoice;
    if (!subscription || subscription.status === 'incomplete_expired' || typeof invoice !== 'object' || !invoice)
      return true;
    if (
      subscription.status !== 'incomplete' ||
      !(await callUnlessInvalid(() => this.#stripe.invoices.voidInvoice(invoice.id)))
    )
      return false;
    await callUnlessInvalid(() => this.#stripe.subscriptions.cancel(id));
    return true;
  }

  async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    await callStripe(() => this.#stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }));
  }

  async undoCancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    const subscription = await callOrNull(() => this.#stripe.subscriptions.retrieve(subscriptionId));
    if (subscription?.cancel_at_period_end && subscription.status !== 'canceled')
      await callStripe(() => this.#stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false }));
  }

  async cancelNow(subscriptionId: string): Promise<void> {
    await callOrNull(() => this.#stripe.subscriptions.cancel(subscriptionId, { invoice_now: false, prorate: false }));
  }

  async portalUrl(userId: string): Promise<string | null> {
    const customer = await this.#customers.find(userId);
    return (
      customer &&
      (await callStripe(() => this.#stripe.billingPortal.sessions.create({ customer, return_url: this.#returnUrl })))
        .url
    );
  }

  async eraseUser(userId: string): Promise<void> {
    await this.#customers.delete(userId);
  }

  async findObject(id: string): Promise<ProviderObject | null> {
    return isSubscription(id) ? await this.#objects.findSubscription(id) : await this.#objects.findPayment(id);
  }

  async *listIds(since: Date): AsyncIterable<string> {
    const created = { gte: Math.floor(since.getTime() / 1000) };
    for (const filter of [
      { status: 'active' as const },
      { status: 'past_due' as const },
      { status: 'all' as const, created },
    ]) {
      for await (const { id, metadata } of this.#stripe.subscriptions.list({ ...filter, limit: 100 }))
        if (metadata['userId']) yield id;
    }
    for await (const { id, metadata } of this.#stripe.paymentIntents.list({ created, limit: 100 }))
      if (metadata['kind'] === 'one-off') yield id;
  }

  readEvent(raw: Buffer, signature: string | undefined): Promise<ProviderEvent | null> {
    return this.#objects.readEvent(raw, signature);
  }

  async #startSubscription(
    { idempotencyKey, userId, price, total, currency, promoCode }: Order,
    customer: string,
  ): Promise<StartedPayment> {
    const coupon = total < price ? await this.#createCoupon(idempotencyKey, price - total, currency, promoCode) : null;
    const monthly = await this.#price.monthly(price, currency);
    const subscription = await createIdempotently(`subscription-${idempotencyKey}`, (options) =>
      this.#stripe.subscriptions.create(
        {
          customer,
          items: [{ price: monthly }],
          metadata: { userId, purchase: idempotencyKey },
          payment_behavior: 'default_incomplete',
          payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
          expand: ['latest_invoice.confirmation_secret'],
          ...(coupon === null ? {} : { discounts: [{ coupon }] }),
        },
        options,
      ),
    );
    return { id: subscription.id, clientSecret: secretOf(subscription) };
  }

  /** Creates the coupon for a subscription's first invoice. Renewals charge the full price. */
  async #createCoupon(key: string, amountOff: number, currency: string, promoCode: string | null): Promise<string> {
    const coupon = await createIdempotently(`coupon-${key}`, (options) =>
      this.#stripe.coupons.create(
        {
          amount_off: amountOff,
          currency,
          duration: 'once',
          max_redemptions: 1,
          name: promoCode ?? 'Discount',
          metadata: { purchase: key },
        },
        options,
      ),
    );
    return coupon.id;
  }

  async #startOneOff(
    { idempotencyKey, userId, total, currency, promoCode }: Order,
    customer: string,
  ): Promise<StartedPayment> {
    const metadata = {
      userId,
      purchase: idempotencyKey,
      kind: 'one-off',
      ...(promoCode === null ? {} : { promoCode }),
    };
    const intent = await createIdempotently(`payment-${idempotencyKey}`, (options) =>
      this.#stripe.paymentIntents.create(
        {
          amount: total,
          currency,
          customer,
          allowed_payment_method_types: ['card'],
          description: 'Inkbear Pro One-off',
          metadata,
        },
        options,
      ),
    );
    if (!intent.client_secret) throw new Error('Stripe returned a payment intent without a client secret.');
    return { id: intent.id, clientSecret: intent.client_secret };
  }
}

function secretOf({ id, latest_invoice: invoice }: Stripe.Subscription): string {
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : null;
  if (!secret) throw new Error(`Stripe returned no confirmation secret for ${id}.`);
  return secret;
}
