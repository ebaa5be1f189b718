import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { Connection } from 'mongoose';
import type { PaymentProvider, ProviderEvent } from './payment-provider.ts';
import type { ProviderObjectSync } from './provider-object-sync.ts';

interface Deps {
  connection: Connection;
  objectSync: ProviderObjectSync;
  provider: PaymentProvider;
}
export type ReceiveEvent = (raw: Buffer, signature: string | undefined) => Promise<void>;

/** How long ids of applied events are kept. Stripe lists events for half as long, and redelivers them within days. */
const retentionMs = 60 * 86_400_000;

/** Verifies and applies an event as received. Throws 400 `billing.bad_signature` when its signature is wrong. */
export const receiveEvents =
  (deps: Deps): ReceiveEvent =>
  async (raw, signature) => {
    const event = await deps.provider.readEvent(raw, signature);
    if (!event) throw new ProblemError('billing.bad_signature');
    await applyProviderEvent(deps, event);
  };

/**
 * Applies an event once, in any order: its id is stored in the transaction of its effect. Throws when the provider does
 * not know its object, so that the event is redelivered.
 */
async function applyProviderEvent(
  { connection, objectSync }: Deps,
  { id, type, objectId }: ProviderEvent,
): Promise<void> {
  const applied = connection.collection<{ _id: string; type: string; at: Date; expireAt: Date }>('provider_events');
  if (objectId === null || (await applied.findOne({ _id: id }))) return;
  try {
    const object = await objectSync.refetch(
      objectId,
      async ({ session }) =>
        void (await applied.insertOne(
          { _id: id, type, at: new Date(), expireAt: new Date(Date.now() + retentionMs) },
          { session },
        )),
    );
    if (!object)
      throw new ProblemError('billing.provider_failed', {
        cause: new Error(`The provider sent an event about ${objectId}, but does not know it.`),
      });
  } catch (error) {
    if (isDuplicateKey(error) && (await applied.findOne({ _id: id }))) return;
    throw error;
  }
}
