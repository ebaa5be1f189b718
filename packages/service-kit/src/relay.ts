import type { ServiceName } from '@inkbear/contracts/services';
import type { Connection } from 'mongoose';
import { SpanKind } from '@opentelemetry/api';
import type { Broker } from './broker.ts';
import type { Logger } from './logger.ts';
import { metrics } from './metrics/metrics.ts';
import type { Outbox, OutboxRow } from './outbox.ts';
import { toEnvelope } from './outbox.ts';
import { contextFrom, currentTraceparent, inSpan } from './telemetry.ts';

const sweepIntervalMs = 2000;
/** How long the loss of the stream can stay undetected while nothing is published. */
const streamCheckIntervalMs = 5000;
/** Exceeds the duration of a publish and the clock skew between broker and service. */
const clockSkewMs = 60_000;
const batchSize = 200;

/**
 * Publishes committed events: immediately after the commit, and by a periodic sweep of unpublished rows. When the
 * broker has lost the stream (its `created` time differs from the stored one), all rows are published again. When it
 * has lost only the end of the stream (rows have a higher sequence than its newest message), the lost rows are
 * published again. Consumers deduplicate with their inboxes.
 */
export class Relay {
  readonly #connection: Connection;
  readonly #broker: Broker;
  readonly #service: ServiceName;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> | null = null;
  /** Nothing is published before `start` or after `stop`. */
  #stopped = true;
  #streamCheckedAt: number | null = null;
  /** Creation time of the stream to which this process publishes. */
  #streamCreated: string | null = null;
  readonly #inFlight = new Set<Promise<void>>();

  constructor(options: {
    connection: Connection;
    broker: Broker;
    service: ServiceName;
    logger: Logger;
    outbox: Outbox;
  }) {
    this.#connection = options.connection;
    this.#broker = options.broker;
    this.#service = options.service;
    this.#logger = options.logger;
    options.outbox.onCommit((rows) => this.#push(rows));
    options.broker.onConnect(() => void this.recheckStream());
  }

  /** Checks whether the broker still has the stream, then publishes missing events. */
  async recheckStream(): Promise<void> {
    this.#streamCheckedAt = null;
    await this.#sweeping;
    await this.sweep();
  }

  start(): void {
    this.#stopped = false;
    this.#timer = setInterval(() => void this.sweep(), sweepIntervalMs);
    void this.sweep();
  }

  /** Waits for publishes in progress. The rest stays in the outbox until the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await Promise.all([...this.#inFlight, this.#sweeping]);
  }

  /** Publishes all unpublished rows, oldest first. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#sweepOnce()
      .catch((err: unknown) => this.#publishFailed(err))
      .finally(() => (this.#sweeping = null));
    return this.#sweeping;
  }

  #push(rows: readonly OutboxRow[]): void {
    if (this.#stopped || !this.#broker.isConnected || this.#streamCheckedAt === null) return;
    const work = this.#publishInOrder(rows).catch((err: unknown) => this.#publishFailed(err));
    this.#inFlight.add(work);
    void work.finally(() => this.#inFlight.delete(work));
  }

  /** The lost stream may be the cause, so the next sweep checks it before it publishes. */
  #publishFailed(err: unknown): void {
    this.#streamCheckedAt = null;
    metrics.count('inkbear.relay.failures', {});
    this.#logger.warn({ err, retryInMs: sweepIntervalMs }, 'nats_publish_failed');
  }

  async #sweepOnce(): Promise<void> {
    if (this.#stopped || !this.#broker.isConnected) return;
    await this.#checkStream();
    for (;;) {
      const rows = await this.#rows.find({ publishedAt: null }).sort({ _id: 1 }).limit(batchSize).toArray();
      await this.#publishInOrder(rows);
      if (rows.length < batchSize || this.#stopped) return;
    }
  }

  async #publishInOrder(rows: readonly OutboxRow[]): Promise<void> {
    let streamSeq = 0;
    for (const row of rows) {
      streamSeq = await inSpan(
        `publish ${row.type}`,
        SpanKind.PRODUCER,
        { 'messaging.system': 'nats', 'messaging.destination.name': row.type, 'messaging.message.id': row._id },
        () =>
          this.#broker.publish(
            row.type,
            row._id,
            JSON.stringify(toEnvelope(row)),
            currentTraceparent() ?? row.traceparent,
          ),
        contextFrom(row.traceparent),
      );
      metrics.count('inkbear.relay.published', { 'messaging.destination.name': row.type });
    }
    if (rows.length > 0)
      await this.#rows.updateMany(
        { _id: { $in: rows.map((row) => row._id) } },
        { $set: { publishedAt: new Date(), streamSeq } },
      );
  }

  async #checkStream(): Promise<void> {
    if (this.#streamCheckedAt !== null && Date.now() - this.#streamCheckedAt < streamCheckIntervalMs) return;
    const newest = await this.#newestSeq();
    const { created, lastSeq } = await this.#broker.ensureStream(this.#service);
    if (created !== this.#streamCreated) await this.#adoptStream(created);
    // The rows were read before the stream, so concurrent publishes only make the stream longer than expected.
    else if (newest > lastSeq) await this.#markLostEndUnpublished(lastSeq, newest);
    this.#streamCheckedAt = Date.now();
  }

  /** Marks the rows that a new stream lacks as unpublished. */
  async #adoptStream(created: string): Promise<void> {
    // A publish in progress may mark its rows as published after the loss, so wait for it before the update.
    await Promise.all(this.#inFlight);
    const state = this.#connection.collection<{ _id: string; created: string }>('relay_state');
    const stored = await state.findOne({ _id: 'stream' });
    if (stored && stored.created !== created) {
      this.#logger.warn({ created, before: stored.created }, 'nats_stream_lost');
      await this.#rows.updateMany(
        { publishedAt: { $ne: null } },
        { $set: { publishedAt: null }, $unset: { streamSeq: '' } },
      );
    } else if (this.#streamCreated !== null) {
      // Another replica has detected the loss first. Since the loss, this one may have marked rows as published that
      // were only in the lost stream.
      const since = new Date(Date.parse(created) - clockSkewMs);
      await this.#rows.updateMany(
        { publishedAt: { $gte: since } },
        { $set: { publishedAt: null }, $unset: { streamSeq: '' } },
      );
    }
    if (stored?.created !== created) await state.updateOne({ _id: 'stream' }, { $set: { created } }, { upsert: true });
    this.#streamCreated = created;
  }

  /** Marks rows as unpublished that the broker acknowledged but lost since, e.g. by a disk restore or a power cut. */
  async #markLostEndUnpublished(lastSeq: number, newest: number): Promise<void> {
    // Events published since the loss have reused sequences, so the last batch before the gap is published again too.
    const lost = { streamSeq: { $gt: Math.max(0, lastSeq - batchSize) } };
    const { modifiedCount } = await this.#rows.updateMany(lost, {
      $set: { publishedAt: null },
      $unset: { streamSeq: '' },
    });
    this.#logger.warn({ lastSeq, newest, unpublished: modifiedCount }, 'nats_stream_end_lost');
  }

  /** The highest stream sequence that any event of this service ever had. */
  async #newestSeq(): Promise<number> {
    const newest = await this.#rows
      .find({ streamSeq: { $gt: 0 } }, { projection: { streamSeq: 1 } })
      .sort({ streamSeq: -1 })
      .limit(1)
      .next();
    return newest?.streamSeq ?? 0;
  }

  get #rows() {
    return this.#connection.collection<OutboxRow>('outbox');
  }
}
