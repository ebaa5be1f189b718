import * as events from './events.ts';
import type { EventType } from './events.ts';
import { type ProcessName, serviceNames, type ServiceName } from './services.ts';

/** Events that every service consumes, to delete the data of removed users and to follow the sandbox clock. */
const consumedByEveryService = [events.userRemoved, events.sandboxClockMoved] as const;

/**
 * The events that each service consumes with a durable consumer. The broker permissions of a process are derived from
 * this list. A service whose subscriptions differ from it does not start.
 */
export const consumedEvents: Readonly<Record<ServiceName, readonly EventType[]>> = {
  auth: [
    ...consumedByEveryService,
    events.entitlementChanged,
    events.creditBalanceChanged,
    events.referralsSummaryChanged,
    events.chapterProgressed,
  ],
  books: [
    ...consumedByEveryService,
    events.entitlementChanged,
    events.allowanceOverridden,
    events.billingCreditsAwarded,
    events.referralsCreditsAwarded,
    events.aiCallSettled,
    events.aiResultCreated,
    events.aiCountersChanged,
    events.exportFileFinished,
  ],
  ai: [
    ...consumedByEveryService,
    events.entitlementChanged,
    events.bookRemoved,
    events.chapterRemoved,
    events.chapterContentChanged,
    events.storyChanged,
  ],
  stories: [...consumedByEveryService, events.entitlementChanged, events.aiCountersChanged, events.exportStoryFinished],
  billing: [...consumedByEveryService, events.creditBalanceChanged, events.planGrantRequested],
  referrals: [
    ...consumedByEveryService,
    events.userRegistered,
    events.userChanged,
    events.paymentSucceeded,
    events.paymentRefunded,
    events.paymentDisputed,
    events.subscriptionChanged,
  ],
  reviews: [
    ...consumedByEveryService,
    events.entitlementChanged,
    events.userRegistered,
    events.userChanged,
    events.exportFileFinished,
    events.exportStoryFinished,
  ],
  export: [...consumedByEveryService, events.entitlementChanged, events.bookRemoved],
  admin: [
    ...consumedByEveryService,
    events.userRegistered,
    events.userChanged,
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

/**
 * Events that each replica of a process receives by a plain subscription, without a consumer, as soon as they are
 * published. It reads stored state for those it missed.
 */
export const subscribedEvents = (process: ProcessName): readonly EventType[] =>
  process === 'gateway' ? [events.sessionRevoked, events.adminSessionRevoked] : [events.sandboxClockMoved];
/** Subjects for messages between the replicas of one process. */
const replicaSubjects: Partial<Record<ProcessName, readonly string[]>> = { gateway: [rateCountsSubject] };

/** The JetStream stream with the events of a service: `books` → `inkbear-books`. */
export const streamName = (owner: ServiceName): string => `inkbear-${owner}`;

/** The durable consumer of a service for one event: `books` + `auth.user.removed.v1` → `books__auth-user-removed-v1`. */
export const durableName = (service: ServiceName, eventType: string): string =>
  `${service}__${eventType.replaceAll('.', '-')}`;

/** Prefix of a process's reply subjects, so that no process can read replies to another. */
export const inboxPrefix = (process: string): string => `_INBOX.${process}`;

/** Subjects that a process may publish to and subscribe to. The broker refuses all others. */
export interface BrokerPermissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** The least permissions that a process needs on the broker, derived from the events that it owns and consumes. */
export function brokerPermissions(process: ProcessName): BrokerPermissions {
  const betweenReplicas = replicaSubjects[process] ?? [];
  const subscribed = subscribedEvents(process).map(({ type }) => type);
  const jetStream =
    process === 'gateway'
      ? []
      : [...streamSubjects(process), ...consumedEvents[process].flatMap((event) => consumerSubjects(process, event))];
  return {
    publish: [...jetStream, ...betweenReplicas],
    subscribe: [`${inboxPrefix(process)}.>`, ...subscribed, ...betweenReplicas],
  };
}

/** An operator deletes the streams of the services after a restore. An operator cannot read or publish events. */
export const operatorPermissions: BrokerPermissions = {
  publish: serviceNames.map((service) => `$JS.API.STREAM.DELETE.${streamName(service)}`),
  subscribe: [`${inboxPrefix('ops')}.>`],
};

/**
 * Subjects with which a service publishes its events and creates its stream. It may not update the stream: an updated
 * stream could copy the events of other services (`sources`) or republish its events under their subjects (`republish`).
 */
function streamSubjects(service: ServiceName): string[] {
  const stream = streamName(service);
  const types = events.events.filter(({ owner }) => owner === service).map(({ type }) => type);
  return [...types, `$JS.API.STREAM.INFO.${stream}`, `$JS.API.STREAM.CREATE.${stream}`];
}

/** Subjects of one durable pull consumer on the stream of the event's owner, filtered to this event. */
function consumerSubjects(service: ServiceName, { type, owner }: EventType): string[] {
  const consumer = `${streamName(owner)}.${durableName(service, type)}`;
  return [
    `$JS.API.CONSUMER.CREATE.${consumer}.${type}`,
    `$JS.API.CONSUMER.INFO.${consumer}`,
    `$JS.API.CONSUMER.MSG.NEXT.${consumer}`,
    `$JS.ACK.${consumer}.>`,
  ];
}
