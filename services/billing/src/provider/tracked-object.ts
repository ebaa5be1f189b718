import { isFullyReturned, type ProviderObject } from './payment-provider.ts';

const dayMs = 86_400_000;
/** A payment can be charged back for this long. */
const disputableMs = 120 * dayMs;
/** `watchUntil` of an object that is always compared. */
export const watchForever = new Date('9999-01-01T00:00:00.000Z');

/** What billing knows about one object at the payment provider. */
export interface TrackedObject {
  id: string;
  /** Null until the owner is known from the provider. */
  userId: string | null;
  /** The number of the last fetch that was started. */
  fetchSeq: number;
  /** The number of the newest fetch whose result was applied. */
  appliedSeq: number;
  /**
   * The data of the last `billing.subscription.changed` event, as JSON, so that unchanged data is not published again.
   */
  lastPublished: string | null;
  /** The reconciler compares the object until then. */
  watchUntil: Date;
}

/**
 * Until when an object is compared: always while it can still be paid, otherwise while a payment can be charged back.
 */
export function watchUntil({ status, charges }: ProviderObject, now: Date): Date {
  if (status !== 'canceled' && status !== 'succeeded') return watchForever;
  const disputable = charges
    .filter((charge) => !isFullyReturned(charge))
    .map(({ paidAt }) => paidAt.getTime() + disputableMs);
  return new Date(Math.max(now.getTime(), ...disputable));
}
