import * as events from './events.ts';
import type { EventType } from './events.ts';
import { type ProcessName, serviceNames, type ServiceName } from './services.ts';

/**
 * Events that every service consumes: it caches users' plans, the sandbox clock or both, and deletes the data of
 * removed users.
 */
const common = [events.userRemoved, events.sandboxClockMoved] as const;

/**
 * The events that each service consumes with a durable consumer. The broker permissions of a process are derived from
 * this list. A service whose subscriptions differ from it does not start.
 */
export const consumedEvents: Readonly<Record<ServiceName, readonly EventType[]>> = {
  auth: [
    ...common,
    events.entitlementChanged,
    events.creditBalanceChanged,
    events.referralsChanged,
    events.chapterProgressed,
  ],
  books: [
    ...common,
    events.entitlementChanged,
    events.allowanceOverridden,
    events.promoCreditsAwarded,
    events.referralCreditsAwarded,
    events.aiCountersChanged,
    events.exportFinished,
  ],
  ai: [...common, events.entitlementChanged, events.bookRemoved, events.chapterRemoved, events.storyChanged],
  stories: [...common, events.entitlementChanged, events.aiCountersChanged, events.storyExported],
  billing: [...common, events.creditBalanceChanged, events.planGrantRequested],
  referrals: [
    ...common,
    events.userRegistered,
    events.paymentSucceeded,
    events.paymentRefunded,
    events.paymentDisputed,
    events.subscriptionChanged,
  ],
  reviews: [...common, events.entitlementChanged, events.userRegistered, events.exportFinished, events.storyExported],
  export: [...common, events.entitlementChanged],
  admin: [
    ...common,
    events.userRegistered,
    events.entitlementChanged,
    events.creditBalanceChanged,
    events.aiUsageReset,
    events.paymentSucceeded,
    events.paymentRefunded,
    events.paymentDisputed,
    events.referralChanged,
    events.bookCreated,
    events.bookRemoved,
    events.storyChanged,
    events.aiCallSettled,
    events.adminAdminAction,
    events.aiAdminAction,
    events.authAdminAction,
    events.billingAdminAction,
    events.reviewsAdminAction,
    events.storiesAdminAction,
  ],
};

/** Subject on which gateway replicas publish their rate counts to each other; not stored. */
export const rateCountsSubject = 'gateway.rate-counts';

/** Events that a process receives without a stream. It polls a list to find those that it missed. */
const watchedEvents: Partial<Record<ProcessName, readonly EventType[]>> = {
  gateway: [events.sessionRevoked, events.adminSessionRevoked],
};
/** Subjects for messages between the replicas of one process. */
const replicaSubjects: Partial<Record<ProcessName, readonly string[]>> = { gateway: [rateCountsSubject] };

/** `books` → `inkbear-books`. */
export const streamName = (owner: ServiceName): string => `inkbear-${owner}`;

/** `books` + `auth.user.removed.v1` → `books__auth-user-removed-v1`. */
export const durableName = (service: ServiceName, eventType: string): string =>
  `${service}__${eventType.replaceAll('.', '-')}`;

/** Prefix of a process's reply subjects, so that no process can read replies to another. */
export const inboxPrefix = (process: string): string => `_INBOX.${process}`;

/** Subjects that a process may publish to and subscribe to on the broker; everything else is refused there. */
export interface BrokerPermissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** The least permissions that a process needs on the broker, derived from the events that it owns and consumes. */
export function brokerPermissions(process: ProcessName): BrokerPermissions {
  const own = replicaSubjects[process] ?? [];
  const watched = (watchedEvents[process] ?? []).map(({ type }) => type);
  const stored =
    process === 'gateway'
      ? []
      : [...ownStream(process), ...consumedEvents[process].flatMap((event) => consumerSubjects(process, event))];
  return { publish: [...stored, ...own], subscribe: [`${inboxPrefix(process)}.>`, ...watched, ...own] };
}

/** An operator deletes the services' streams after a restore, and neither reads nor publishes events. */
export const operatorPermissions: BrokerPermissions = {
  publish: serviceNames.map((service) => `$JS.API.STREAM.DELETE.${streamName(service)}`),
  subscribe: [`${inboxPrefix('ops')}.>`],
};

/**
 * A service publishes its own events and creates its own stream. It may not update the stream: a changed stream could
 * copy the events of other services (`sources`) or republish its own under their subjects (`republish`).
 */
function ownStream(service: ServiceName): string[] {
  const stream = streamName(service);
  const types = events.events.filter(({ owner }) => owner === service).map(({ type }) => type);
  return [...types, `$JS.API.STREAM.INFO.${stream}`, `$JS.API.STREAM.CREATE.${stream}`];
}

/** One durable pull consumer on the stream of the event's owner, filtered to this event. */
function consumerSubjects(service: ServiceName, { type, owner }: EventType): string[] {
  const consumer = `${streamName(owner)}.${durableName(service, type)}`;
  return [
    `$JS.API.CONSUMER.CREATE.${consumer}.${type}`,
    `$JS.API.CONSUMER.INFO.${consumer}`,
    `$JS.API.CONSUMER.MSG.NEXT.${consumer}`,
    `$JS.ACK.${consumer}.>`,
  ];
}
