import type Stripe from 'stripe';
import type { Begun, Order, PaymentProvider, ProviderEvent, ProviderObject } from '../provider/payment-provider.ts';
import { ask, attempt, find, make } from './stripe-client.ts';
import { StripeCustomers } from './stripe-customers.ts';
import { StripeEvents } from './stripe-events.ts';
import { StripeObjects } from './stripe-objects.ts';
import { StripePrice } from './stripe-price.ts';

interface Settings {
  webhookSecret: string;
  monthlyPriceId?: string | undefined;
  /** Where the portal leads back to. */
  returnUrl: string;
}

const isSubscription = (id: string): boolean => id.startsWith('sub_');

/** Real money. Stripe holds customers, subscriptions and payments; nothing of them is kept here but their ids. */
export class StripeProvider implements PaymentProvider {
  readonly #stripe: Stripe;
  readonly #returnUrl: string;
  readonly #customers: StripeCustomers;
  readonly #price: StripePrice;
  readonly #objects: StripeObjects;
  readonly #events: StripeEvents;

  constructor(stripe: Stripe, { webhookSecret, monthlyPriceId, returnUrl }: Settings) {
    this.#stripe = stripe;
    this.#returnUrl = returnUrl;
    this.#customers = new StripeCustomers(stripe);
    this.#price = new StripePrice(stripe, monthlyPriceId);
    this.#objects = new StripeObjects(stripe);
    this.#events = new StripeEvents(stripe, webhookSecret);
  }

  async begin(order: Order): Promise<Begun> {
    const customer = await this.#customers.getOrMake(order.userId);
    return order.kind === 'subscription'
      ? await this.#beginSubscription(order, customer)
      : await this.#beginPayment(order, customer);
  }

  async resume(id: string): Promise<string | null> {
    if (isSubscription(id)) {
      const subscription = await find(() =>
        this.#stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.confirmation_secret'] }),
      );
      return subscription?.status === 'incomplete' ? secretOf(subscription) : null;
    }
    const intent = await find(() => this.#stripe.paymentIntents.retrieve(id));
    return intent?.status.startsWith('requires_') ? intent.client_secret : null;
  }

  /** A void invoice or a cancelled intent takes no money; Stripe refuses both once it has been paid. */
  async abandon(id: string): Promise<boolean> {
    if (!isSubscription(id)) {
      await attempt(() => this.#stripe.paymentIntents.cancel(id));
      const intent = await find(() => this.#stripe.paymentIntents.retrieve(id));
      return !intent || intent.status === 'canceled';
    }
    const subscription = await find(() => this.#stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }));
    const invoice = subscription?.latest_invoice;
    if (!subscription || subscription.status === 'incomplete_expired' || typeof invoice !== 'object' || !invoice)
      return true;
    if (subscription.status !== 'incomplete' || !(await attempt(() => this.#stripe.invoices.voidInvoice(invoice.id))))
      return false;
    await attempt(() => this.#stripe.subscriptions.cancel(id));
    return true;
  }

  async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    await ask(() => this.#stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }));
  }

  async keepRenewing(subscriptionId: string): Promise<void> {
    const subscription = await find(() => this.#stripe.subscriptions.retrieve(subscriptionId));
    if (subscription?.cancel_at_period_end && subscription.status !== 'canceled')
      await ask(() => this.#stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false }));
  }

  async cancelNow(subscriptionId: string): Promise<void> {
    await find(() => this.#stripe.subscriptions.cancel(subscriptionId, { invoice_now: false, prorate: false }));
  }

  async portalUrl(userId: string): Promise<string | null> {
    const customer = await this.#customers.find(userId);
    return (
      customer &&
      (await ask(() => this.#stripe.billingPortal.sessions.create({ customer, return_url: this.#returnUrl }))).url
    );
  }

  async forgetUser(userId: string): Promise<void> {
    await this.#customers.forget(userId);
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
    return this.#events.read(raw, signature);
  }

  async #beginSubscription(
    { key, userId, price, total, currency, promoCode }: Order,
    customer: string,
  ): Promise<Begun> {
    const coupon = total < price ? await this.#makeCoupon(key, price - total, currency, promoCode) : null;
    const monthly = await this.#price.monthly(price, currency);
    const subscription = await make(`subscription-${key}`, (options) =>
      this.#stripe.subscriptions.create(
        {
          customer,
          items: [{ price: monthly }],
          metadata: { userId, purchase: key },
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

  /** For the first invoice of this one subscription: renewals take the whole price. */
  async #makeCoupon(key: string, amountOff: number, currency: string, promoCode: string | null): Promise<string> {
    const coupon = await make(`coupon-${key}`, (options) =>
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

  async #beginPayment({ key, userId, total, currency, promoCode }: Order, customer: string): Promise<Begun> {
    const metadata = { userId, purchase: key, kind: 'one-off', ...(promoCode === null ? {} : { promoCode }) };
    const intent = await make(`payment-${key}`, (options) =>
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
    if (!intent.client_secret) throw new Error('Stripe made a payment without a client secret.');
    return { id: intent.id, clientSecret: intent.client_secret };
  }
}

function secretOf({ id, latest_invoice: invoice }: Stripe.Subscription): string {
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : null;
  if (!secret) throw new Error(`Stripe gave no confirmation secret for ${id}.`);
  return secret;
}
