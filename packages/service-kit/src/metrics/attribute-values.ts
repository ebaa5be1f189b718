import { STATUS_CODES } from 'node:http';
import { limitNames } from '@inkbear/contracts/ai/limit';
import { events } from '@inkbear/contracts/events';
import { consumedEvents, durableName } from '@inkbear/contracts/messaging';
import { routes } from '@inkbear/contracts/routes';
import { serviceNames } from '@inkbear/contracts/services';

/** Recorded instead of a value that the catalogue does not list. OpenTelemetry reserves the name for this purpose. */
export const otherValue = '_OTHER';

/** Requests that no contract describes: what the gateway serves itself, and `none` for an unknown address. */
const ownRoutes = ['page', 'asset', 'openapi', 'robots.txt', 'sitemap.xml', 'none'];
export const routeNames: readonly string[] = [...routes.map(({ id }) => id), ...ownRoutes];

export const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** `none`: the client disconnected before the reply began. */
export const statusCodes: readonly (number | 'none')[] = [...Object.keys(STATUS_CODES).map(Number), 'none'];

/** Durable consumers, such as `books__auth-user-removed-v1`. */
export const consumerNames: readonly string[] = serviceNames.flatMap((service) =>
  consumedEvents[service].map(({ type }) => durableName(service, type)),
);

export const eventTypes: readonly string[] = events.map(({ type }) => type);

/** Bounded queues in front of worker threads, child processes and other scarce resources. */
export const poolNames = [
  'memory',
  'processors',
  'passwords',
  'generation',
  'style',
  'outlines',
  'voices',
  'checks',
  'readings',
  'mentions',
  'origins',
  'book_reads',
  'exports',
  'editions',
  'covers',
  'archives',
  'requests',
  'large_requests',
  'streams',
  'uploads',
  'bodies',
  'discarded_bodies',
] as const;
export type PoolName = (typeof poolNames)[number];

/** Which limit rejected a job: the length of the queue, the caller's part of it, or the maximum time in the queue. */
export const poolBounds = ['total', 'share', 'wait'] as const;
export type PoolBound = (typeof poolBounds)[number];

export const aiKinds = [
  'generate',
  'plan-beats',
  'write-part',
  'find-facts',
  'summarise-chapter',
  'find-contradictions',
  'argue-contradictions',
  'rewrite',
  'expand',
  'tone',
  'polish',
  'instruct',
  'extend',
  'options',
  'titles',
  'quiz',
  'outline',
  'coach',
  'story-generate',
  'story-enhance',
  'story-polish',
  'story-tone',
  'story-length',
] as const;

/**
 * A usage limit, the number of variants, or one of the token ceilings: of one request, of a user, of a user's automatic
 * calls (not started by a click), and of all users.
 */
export const aiRefusalReasons = [
  ...limitNames,
  'variants',
  'tokens.request',
  'tokens.user',
  'tokens.automatic',
  'tokens.all',
] as const;
export type AiRefusalReason = (typeof aiRefusalReasons)[number];
