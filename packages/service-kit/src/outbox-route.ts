import { type OutboxRoute, outboxRoutes } from '@inkbear/contracts/outbox';
import type { ServiceName } from '@inkbear/contracts/services';
import type { EventEnvelope } from '@inkbear/contracts/events';
import type { Connection } from 'mongoose';
import { type OutboxRow, toEnvelope } from './outbox.ts';
import { ProblemError } from './problem.ts';
import { reply, serve, type ServedRoute } from './serve.ts';

/** The one service that may read what another has ever told. */
const reader: ServiceName = 'admin';

/** A page of the outbox in the order of ids, from the event after `after` on. */
export async function listOutbox(connection: Connection, { after, limit, types }: { after: string; limit: number; types?: string | undefined }): Promise<EventEnvelope[]> {
  const rows = connection.collection<OutboxRow>('outbox').find({ _id: { $gt: after }, ...(types ? { type: { $in: types.split(',') } } : {}) });
  return (await rows.sort({ _id: 1 }).hint({ _id: 1 }).limit(limit).toArray()).map(toEnvelope);
}

/** Every service's record of events, from which the admin's projections can be made again. For anybody else it does not exist. */
export const outboxRoute = (service: ServiceName, connection: Connection): ServedRoute => serve<OutboxRoute>(outboxRoutes[service], async ({ identity, query }) => {
  if (identity.service !== reader) throw new ProblemError('request.not_found');
  return reply(200, await listOutbox(connection, query));
});
