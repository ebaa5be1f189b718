import Stripe from 'stripe';
import type { ProviderEvent } from '../provider/payment-provider.ts';
import { callStripe, callOrNull, idOf } from './stripe-client.ts';

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

/** Verifies events and finds the subscription or one-off of billing that each is about. */
export class StripeEvents {
  readonly #stripe: Stripe;
  readonly #secret: string;

  constructor(stripe: Stripe, secret: string) {
    this.#stripe = stripe;
    this.#secret = secret;
  }

  /** The event; null unless the signature matches exactly these bytes and is at most 5 minutes old. */
  async read(raw: Buffer, signature: string | undefined): Promise<ProviderEvent | null> {
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
      return this.#stripe.webhooks.constructEvent(raw, signature ?? '', this.#secret);
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
        return await this.#paidBy(idOf(object.payment_intent));
      default:
        return null;
    }
  }

  /** The one-off or the subscription that a payment intent pays for. */
  async #paidBy(intentId: string | null): Promise<string | null> {
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
}

const isOneOff = ({ metadata }: Pick<EventObject, 'metadata'>): boolean =>
  metadata?.['kind'] === 'one-off' && Boolean(metadata['userId']);

function subscriptionOf({ parent }: EventObject): string | null {
  const details = parent?.subscription_details;
  return details?.metadata?.['userId'] ? idOf(details.subscription) : null;
}
