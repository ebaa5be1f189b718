import { z } from 'zod';
import { eventEnvelope } from './events.ts';
import { defineRoute } from './route.ts';
import { serviceNames, type ServiceName } from './services.ts';

/** At most this many events on a page. */
export const outboxPageSize = 500;

const outboxRoute = (owner: ServiceName) =>
  defineRoute({
    id: `${owner}Outbox`,
    owner,
    method: 'GET',
    path: `/internal/${owner}/outbox`,
    summary: 'Everything this service has ever told, oldest first; for the admin’s projections alone',
    access: 'service',
    callers: ['admin'],
    rate: 'read',
    timeoutMs: 30_000,
    query: z.object({
      /** The id of the newest event that is known; empty begins at the first. */ after: z.string().max(64).default(''),
      limit: z.coerce.number().int().min(1).max(outboxPageSize).default(outboxPageSize),
      /** Event types, separated by commas; absent means all. */ types: z.string().min(1).max(4000).optional(),
    }),
    responses: { 200: z.array(eventEnvelope).max(outboxPageSize) },
  });
export type OutboxRoute = ReturnType<typeof outboxRoute>;

/** The record of each service, from which a projection can be made again. The kit serves it. */
export const outboxRoutes = Object.fromEntries(serviceNames.map((owner) => [owner, outboxRoute(owner)])) as Readonly<
  Record<ServiceName, OutboxRoute>
>;
