import { ProblemError } from '@inkbear/service-kit/problem';
import Stripe from 'stripe';

/** The version that this code was written against; the account's own setting does not matter. */
export const stripeVersion = '2026-10-28.endive';
/** Two tries stay under 20 s. */
const timeoutMs = 9000;

export interface StripeAccess {
  secretKey: string;
  /** Instead of Stripe's own address, for tests. */
  apiUrl?: string | undefined;
}

export function createStripe({ secretKey, apiUrl }: StripeAccess): Stripe {
  const address = apiUrl === undefined ? null : new URL(apiUrl);
  return new Stripe(secretKey, {
    apiVersion: stripeVersion,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: 'Inkbear' },
    ...(address
      ? {
          host: address.hostname,
          port: address.port,
          protocol: address.protocol === 'https:' ? ('https' as const) : ('http' as const),
        }
      : {}),
  });
}

/** Whether Stripe looked at the request and said no; anything else is a Stripe that did not answer. */
const isRefusal = (error: Stripe.errors.StripeError): boolean =>
  (error.statusCode ?? 500) < 500 && error.statusCode !== 409 && error.statusCode !== 429;

/** Asks Stripe. What it leaves unanswered is `billing.provider_failed`, what it refuses `billing.provider_refused`, with its own error as the cause. */
export async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeError)
      throw new ProblemError(isRefusal(cause) ? 'billing.provider_refused' : 'billing.provider_failed', { cause });
    throw cause;
  }
}

/** Under so many keys something is asked for in a day; those that failed before answer quickly. */
const mostKeys = 20;

/** Makes something once for a key. Under a key Stripe keeps its own failures, too, for a day: what comes from there is asked for under the next one. What may have come of the first is never paid, for nobody has its secret. */
export async function make<T>(key: string, create: (options: Stripe.RequestOptions) => Promise<T>): Promise<T> {
  return await ask(async () => {
    for (let number = 1; ; number += 1) {
      try {
        // Another try of the client's own would look as if the failure had been kept.
        return await create({ idempotencyKey: number === 1 ? key : `${key}-${number}`, maxNetworkRetries: 0 });
      } catch (error) {
        if (number === mostKeys || !isKeptFailure(error)) throw error;
      }
    }
  });
}

const isKeptFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.statusCode ?? 0) >= 500 &&
  error.headers?.['idempotent-replayed'] === 'true';

/** The same, with null for what Stripe does not know. */
export async function find<T>(question: () => Promise<T>): Promise<T | null> {
  return await askUnless(question, (error) => error.code === 'resource_missing' || error.statusCode === 404);
}

/** The same, with null where Stripe refuses because the object is no longer in a state for it. */
export async function attempt<T>(question: () => Promise<T>): Promise<T | null> {
  return await askUnless(question, (error) => error instanceof Stripe.errors.StripeInvalidRequestError);
}

async function askUnless<T>(
  question: () => Promise<T>,
  isNo: (error: Stripe.errors.StripeError) => boolean,
): Promise<T | null> {
  return await ask(async () => {
    try {
      return await question();
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError && isNo(error)) return null;
      throw error;
    }
  });
}

export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);
/** Stripe counts seconds. */
export const toDate = (seconds: number): Date => new Date(seconds * 1000);
