import type { Batches } from '@inkbear/service-kit/batches';
import type { ReceiveEvent } from '../provider/sync-provider-object.ts';
import { signEvent } from './sandbox-event.ts';
import type { SandboxObjectRepository } from './sandbox-object.repository.ts';

interface Deps {
  readonly objects: SandboxObjectRepository;
  readonly secret: string;
  readonly batches: Batches;
}

/** Signs the sandbox's events and delivers them through the code of the webhook. Failed deliveries are retried. */
export async function deliverSandboxEvents(
  { objects, secret, batches }: Deps,
  receiveEvent: ReceiveEvent,
): Promise<void> {
  await batches.run({
    name: 'deliver-sandbox-events',
    list: (limit) => objects.listUndelivered(limit),
    idOf: ({ _id }) => _id,
    work: async ({ _id, type, objectId }) => {
      const raw = Buffer.from(JSON.stringify({ id: _id, type, objectId }));
      await receiveEvent(raw, signEvent(raw, secret));
      await objects.markDelivered(_id);
    },
  });
}
