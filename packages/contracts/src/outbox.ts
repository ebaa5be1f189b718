import { z } from 'zod';
import { eventEnvelope } from './events.ts';
import { defineRoute } from './route.ts';
import { serviceNames, type ServiceName } from './services.ts';

/** Maximum number of events per page. */
export const outboxPageSize = 500;

const outboxRoute = (owner: ServiceName) =>
  defineRoute({
    id: `${owner}Outbox`,
    owner,
    method: 'GET',
    path: `/internal/${owner}/outbox`,
    summary: 'All events of this service, oldest first; only for the admin service’s projections',
    access: 'service',
    callers: ['admin'],
    rate: 'read',
    timeoutMs: 30_000,
    query: z.object({
      /** The id of the newest known event; empty starts at the first event. */
      after: z.string().max(64).default(''),
      limit: z.coerce.number().int().min(1).max(outboxPageSize).default(outboxPageSize),
      /** Event types, separated by commas; all types when absent. */
      types: z.string().min(1).max(4000).optional(),
    }),
    responses: { 200: z.array(eventEnvelope).max(outboxPageSize) },
  });
export type OutboxRoute = ReturnType<typeof outboxRoute>;

/** The outbox route of each service. The service kit serves it; the admin service rebuilds its projections from it. */
export const outboxRoutes = Object.fromEntries(serviceNames.map((owner) => [owner, outboxRoute(owner)])) as Readonly<
  Record<ServiceName, OutboxRoute>
>;
