import type { Consumer } from '../consumer.ts';
import type { Platform } from '../platform.ts';
import { CachedReading } from './cached-reading.ts';
import { metrics } from './metrics.ts';

type ObservedPlatform = Pick<Platform, 'connection' | 'databaseProbe' | 'broker' | 'outbox' | 'deadLetters' | 'logger'>;

/** `readyState` of a connection that works. */
const connected = 1;
const mongodb = { dependency: 'mongodb' } as const;
const nats = { dependency: 'nats' } as const;

/**
 * Observes what a service reads from its database and from the broker: outbox, dead letters, lag of its consumers, and
 * both connections. Returns the function that ends it.
 */
export function observeService(platform: ObservedPlatform, consumers: readonly Consumer[]): () => void {
  const { connection, databaseProbe, broker } = platform;
  const ends = [
    ...observeOutbox(platform),
    observeDeadLetters(platform, consumers),
    ...consumers.flatMap((consumer) => observeLag(consumer, platform)),
    metrics.observe('inkbear.dependency.up', () => [
      { value: Number(connection.readyState === connected && !databaseProbe.isUnavailable), attributes: mongodb },
      { value: Number(broker.isConnected), attributes: nats },
    ]),
  ];
  return () => ends.forEach((end) => end());
}

function observeOutbox({ outbox, logger }: ObservedPlatform): (() => void)[] {
  const backlog = new CachedReading({ name: 'inkbear.outbox', read: () => outbox.readBacklog(), logger });
  return [
    metrics.observe('inkbear.outbox.waiting', async () => {
      const found = await backlog.get();
      return found ? [{ value: found.waiting, attributes: {} }] : [];
    }),
    metrics.observe('inkbear.outbox.oldest.age', async () => {
      const found = await backlog.get();
      return found ? [{ value: found.oldestAgeSeconds, attributes: {} }] : [];
    }),
  ];
}

function observeDeadLetters({ deadLetters, logger }: ObservedPlatform, consumers: readonly Consumer[]): () => void {
  const open = new CachedReading({ name: 'inkbear.dead_letters.open', read: () => deadLetters.countOpen(), logger });
  return metrics.observe('inkbear.dead_letters.open', async () => {
    const counts = await open.get();
    if (!counts) return [];
    const names = new Set([...consumers.map(({ durable }) => durable), ...counts.keys()]);
    return [...names].map((name) => ({
      value: counts.get(name) ?? 0,
      attributes: { 'messaging.consumer.group.name': name },
    }));
  });
}

/** Absent while the broker is unreachable, and before the consumer exists on it. */
function observeLag(consumer: Consumer, { broker, logger }: ObservedPlatform): (() => void)[] {
  const lag = new CachedReading({ name: consumer.durable, read: () => consumer.readLag(), logger });
  const attributes = { 'messaging.consumer.group.name': consumer.durable };
  const read = async () => (broker.isConnected ? await lag.get() : null);
  return [
    metrics.observe('inkbear.consumer.pending', async () => {
      const found = await read();
      return found ? [{ value: found.pending, attributes }] : [];
    }),
    metrics.observe('inkbear.consumer.ack_pending', async () => {
      const found = await read();
      return found ? [{ value: found.ackPending, attributes }] : [];
    }),
  ];
}
