import type Stripe from 'stripe';
import { callStripe, callOrNull, createIdempotently } from './stripe-client.ts';

const maxIntents = 1000;

/** Finds, creates and deletes the Stripe customer of a user. There is one per user, found by its metadata. */
export class StripeCustomers {
  readonly #stripe: Stripe;

  constructor(stripe: Stripe) {
    this.#stripe = stripe;
  }

  /**
   * Returns the id of the user's customer. Stripe's search may not find a new customer for a minute; until then the
   * idempotency key returns the one that was just created.
   */
  async getOrCreate(userId: string): Promise<string> {
    return (
      (await this.find(userId)) ??
      (
        await createIdempotently(`customer-${userId}`, (options) =>
          this.#stripe.customers.create({ metadata: { userId } }, options),
        )
      ).id
    );
  }

  /** The id of the user's customer; null when there is none. */
  async find(userId: string): Promise<string | null> {
    const { data } = await callStripe(() =>
      this.#stripe.customers.search({ query: `metadata['userId']:'${quote(userId)}'`, limit: 10 }),
    );
    return data.find(({ deleted }: { deleted?: unknown }) => deleted !== true)?.id ?? null;
  }

  /** Cancels the user's open payments and deletes the customer, which also ends its subscriptions. */
  async delete(userId: string): Promise<void> {
    const customer = await this.find(userId);
    if (!customer) return;
    for (const intent of await callStripe(() =>
      this.#stripe.paymentIntents.list({ customer, limit: 100 }).autoPagingToArray({ limit: maxIntents }),
    )) {
      if (intent.status.startsWith('requires_') && intent.metadata['kind'] === 'one-off')
        await callStripe(() => this.#stripe.paymentIntents.cancel(intent.id));
    }
    await callOrNull(() => this.#stripe.customers.del(customer));
  }
}

const quote = (text: string): string => text.replaceAll(/['\\]/g, String.raw`\$&`);
