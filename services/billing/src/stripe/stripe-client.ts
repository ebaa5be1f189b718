import { ProblemError } from '@inkbear/service-kit/problem';
import Stripe from 'stripe';

/** The API version that this code is written for. It overrides the account's default. */
export const stripeVersion = '2026-10-28.endive';
/** The timeout of one attempt; two attempts take less than 20 s. */
const timeoutMs = 9000;

export interface StripeAccess {
  secretKey: string;
  /** Base URL of Stripe's API in tests. */
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

/** True when Stripe processed the request and refused it. Any other error counts as unanswered. */
const isRefusal = (error: Stripe.errors.StripeError): boolean =>
  (error.statusCode ?? 500) < 500 && error.statusCode !== 409 && error.statusCode !== 429;

/**
 * Calls Stripe. An unanswered call throws `billing.provider_failed`, a refused one `billing.provider_refused`, with
 * Stripe's error as the cause.
 */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeError)
      throw new ProblemError(isRefusal(cause) ? 'billing.provider_refused' : 'billing.provider_failed', { cause });
    throw cause;
  }
}

/** Idempotency keys that are tried for one object. Each try is quick, because Stripe only replays a stored failure. */
const maxIdempotencyKeys = 20;

/**
 * Creates an object once per key. Stripe stores its own 5xx failures, too, and replays them for their key for a day. So
 * after a replayed failure the next key is tried. If the failed request did create an object, nobody has its client
 * secret, so it can never be paid.
 */
export async function createIdempotently<T>(
  key: string,
  create: (options: Stripe.RequestOptions) => Promise<T>,
): Promise<T> {
  return await callStripe(async () => {
    for (let number = 1; ; number += 1) {
      try {
        // Without retries by the SDK, because they would look like replayed failures.
        return await create({ idempotencyKey: number === 1 ? key : `${key}-${number}`, maxNetworkRetries: 0 });
      } catch (error) {
        if (number === maxIdempotencyKeys || !isReplayedFailure(error)) throw error;
      }
    }
  });
}

const isReplayedFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.statusCode ?? 0) >= 500 &&
  error.headers?.['idempotent-replayed'] === 'true';

/** Like `callStripe`, but null when Stripe does not know the object. */
export async function callOrNull<T>(call: () => Promise<T>): Promise<T | null> {
  return await callUnless(call, (error) => error.code === 'resource_missing' || error.statusCode === 404);
}

/** Like `callStripe`, but null when Stripe refuses because the object's state does not allow the operation. */
export async function callUnlessInvalid<T>(call: () => Promise<T>): Promise<T | null> {
  return await callUnless(call, (error) => error instanceof Stripe.errors.StripeInvalidRequestError);
}

async function callUnless<T>(
  call: () => Promise<T>,
  isExpected: (error: Stripe.errors.StripeError) => boolean,
): Promise<T | null> {
  return await callStripe(async () => {
    try {
      return await call();
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError && isExpected(error)) return null;
      throw error;
    }
  });
}

/** The id of a reference, which Stripe returns as an id or, if expanded, as an object. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);
/** Converts Unix seconds to a date. */
export const toDate = (seconds: number): Date => new Date(seconds * 1000);
