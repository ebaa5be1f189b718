import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { Connection } from 'mongoose';
import type { ProviderEvent } from './payment-provider.ts';
import type { ObjectSync } from './sync-object.ts';

interface Deps {
  connection: Connection;
  objects: ObjectSync;
}

/** How long the id of an applied event is kept: twice as long as Stripe can list an event, and a repeated delivery comes within days. */
const keptMs = 60 * 86_400_000;

/** Applies an event once, whatever the order: its id is stored with its effect. Throws when its object cannot be found, so that it comes again. */
export async function applyProviderEvent(
  { connection, objects }: Deps,
  { id, type, objectId }: ProviderEvent,
): Promise<void> {
  const seen = connection.collection<{ _id: string; type: string; at: Date; expireAt: Date }>('provider_events');
  if (objectId === null || (await seen.findOne({ _id: id }))) return;
  try {
    const object = await objects.sync(
      objectId,
      async ({ session }) =>
        void (await seen.insertOne(
          { _id: id, type, at: new Date(), expireAt: new Date(Date.now() + keptMs) },
          { session },
        )),
    );
    if (!object)
      throw new ProblemError('billing.provider_failed', {
        cause: new Error(`The provider does not know ${objectId}, of which it sent an event.`),
      });
  } catch (error) {
    if (isDuplicateKey(error) && (await seen.findOne({ _id: id }))) return;
    throw error;
  }
}
