import { type OutboxRoute, outboxRoutes } from '@inkbear/contracts/outbox';
import type { ServiceName } from '@inkbear/contracts/services';
import type { EventEnvelope } from '@inkbear/contracts/events';
import type { Connection } from 'mongoose';
import { type OutboxRow, toEnvelope } from './outbox.ts';
import { reply, serve, type ServedRoute } from './serve.ts';

/** A page of the outbox in id order, starting after the event `after`. */
export async function listOutbox(
  connection: Connection,
  { after, limit, types }: { after: string; limit: number; types?: string | undefined },
): Promise<EventEnvelope[]> {
  const rows = connection
    .collection<OutboxRow>('outbox')
    .find({ _id: { $gt: after }, ...(types ? { type: { $in: types.split(',') } } : {}) });
  return (await rows.sort({ _id: 1 }).hint({ _id: 1 }).limit(limit).toArray()).map(toEnvelope);
}

/**
 * Every service serves its outbox, so that the admin service can rebuild its projections. The contract lists the
 * callers.
 */
export const outboxRoute = (service: ServiceName, connection: Connection): ServedRoute =>
  serve<OutboxRoute>(outboxRoutes[service], async ({ query }) => reply(200, await listOutbox(connection, query)));
