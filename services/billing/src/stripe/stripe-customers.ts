import type Stripe from 'stripe';
import { ask, find, make } from './stripe-client.ts';

const mostIntents = 1000;

/** One customer for a user, known by its metadata. */
export class StripeCustomers {
  readonly #stripe: Stripe;

  constructor(stripe: Stripe) {
    this.#stripe = stripe;
  }

  /** A search may lag behind for a minute; until then the idempotency key finds the one just made. */
  async getOrMake(userId: string): Promise<string> {
    return (
      (await this.find(userId)) ??
      (await make(`customer-${userId}`, (options) => this.#stripe.customers.create({ metadata: { userId } }, options)))
        .id
    );
  }

  async find(userId: string): Promise<string | null> {
    const { data } = await ask(() =>
      this.#stripe.customers.search({ query: `metadata['userId']:'${quote(userId)}'`, limit: 10 }),
    );
    return data.find(({ deleted }: { deleted?: unknown }) => deleted !== true)?.id ?? null;
  }

  /** Ends what the user pays and removes the customer; Stripe keeps what the law asks for. */
  async forget(userId: string): Promise<void> {
    const customer = await this.find(userId);
    if (!customer) return;
    for (const intent of await ask(() =>
      this.#stripe.paymentIntents.list({ customer, limit: 100 }).autoPagingToArray({ limit: mostIntents }),
    )) {
      if (intent.status.startsWith('requires_') && intent.metadata['kind'] === 'one-off')
        await ask(() => this.#stripe.paymentIntents.cancel(intent.id));
    }
    await find(() => this.#stripe.customers.del(customer));
  }
}

const quote = (text: string): string => text.replaceAll(/['\\]/g, String.raw`\$&`);
