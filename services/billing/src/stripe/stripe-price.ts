import type Stripe from 'stripe';
import { callStripe, createIdempotently } from './stripe-client.ts';

/**
 * The monthly price at Stripe: the configured one, or the one with billing's lookup key, which is created if missing.
 */
export class StripePrice {
  readonly #stripe: Stripe;
  readonly #configured: string | undefined;
  readonly #cache = new Map<string, string>();

  constructor(stripe: Stripe, configured: string | undefined) {
    this.#stripe = stripe;
    this.#configured = configured;
  }

  /** The id of the price. Throws when the configured price has another amount, currency or interval. */
  async monthly(amount: number, currency: string): Promise<string> {
    const lookupKey = `inkbear_pro_monthly_${currency}_${amount}`;
    const id =
      this.#cache.get(lookupKey) ??
      (await (this.#configured === undefined
        ? this.#findOrCreate(lookupKey, amount, currency)
        : this.#check(this.#configured, amount, currency)));
    this.#cache.set(lookupKey, id);
    return id;
  }

  /** Checks the configured price, because a different one would charge another amount than the page shows. */
  async #check(id: string, amount: number, currency: string): Promise<string> {
    const price = await callStripe(() => this.#stripe.prices.retrieve(id));
    if (price.unit_amount !== amount || price.currency !== currency || price.recurring?.interval !== 'month')
      throw new Error(`STRIPE_MONTHLY_PRICE_ID is not ${amount} ${currency} a month.`);
    return price.id;
  }

  async #findOrCreate(lookupKey: string, amount: number, currency: string): Promise<string> {
    const {
      data: [found],
    } = await callStripe(() => this.#stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 }));
    if (found) return found.id;
    const created = await createIdempotently(lookupKey, (options) =>
      this.#stripe.prices.create(
        {
          currency,
          unit_amount: amount,
          recurring: { interval: 'month' },
          lookup_key: lookupKey,
          product_data: { name: 'Inkbear Pro Monthly' },
        },
        options,
      ),
    );
    return created.id;
  }
}
