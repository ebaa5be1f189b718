import type { ServiceName } from '@inkbear/contracts/services';
import type { Connection } from 'mongoose';
import { SpanKind } from '@opentelemetry/api';
import type { Broker } from './broker.ts';
import type { Logger } from './logger.ts';
import type { Outbox, OutboxRow } from './outbox.ts';
import { toEnvelope } from './outbox.ts';
import { contextFrom, currentTraceparent, inSpan } from './telemetry.ts';

const sweepEveryMs = 2000;
/** How long the loss of the stream can stay unnoticed while nothing is published. */
const streamCheckEveryMs = 5000;
/** More than a publish takes, and more than the clocks of broker and service may differ. */
const marginMs = 60_000;
const batch = 200;

/**
 * Publishes committed events: at once after the commit, and again by a sweep of what is still unpublished. When the
 * broker has lost the stream (its `created` time differs from the stored one), all rows are published again. When it has lost
 * only the end of the stream (rows have higher numbers than its newest message), the lost rows are published again.
 * Consumers drop repeats by their inboxes.
 */
export class Relay {
  readonly #connection: Connection;
  readonly #broker: Broker;
  readonly #service: ServiceName;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> | null = null;
  /** Nothing is published before `start`, nor after `stop`. */
  #stopped = true;
  #streamCheckedAt: number | null = null;
  /** The creation time of the stream into which this process publishes. */
  #stream: string | null = null;
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

  /** Checks whether the broker still has the stream, then publishes what it lacks. */
  async recheckStream(): Promise<void> {
    this.#streamCheckedAt = null;
    await this.#sweeping;
    await this.sweep();
  }

  start(): void {
    this.#stopped = false;
    this.#timer = setInterval(() => void this.sweep(), sweepEveryMs);
    void this.sweep();
  }

  /** Waits for what is on its way; the rest is in the outbox and goes out after the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await Promise.all([...this.#inFlight, this.#sweeping]);
  }

  /** Publishes everything unpublished, oldest first. */
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

  /** A publish fails when the stream is lost, among other reasons: the next sweep checks it before it publishes. */
  #publishFailed(err: unknown): void {
    this.#streamCheckedAt = null;
    this.#logger.warn({ err, retryInMs: sweepEveryMs }, 'nats_publish_failed');
  }

  async #sweepOnce(): Promise<void> {
    if (this.#stopped || !this.#broker.isConnected) return;
    await this.#checkStream();
    for (;;) {
      const rows = await this.#rows.find({ publishedAt: null }).sort({ _id: 1 }).limit(batch).toArray();
      await this.#publishInOrder(rows);
      if (rows.length < batch || this.#stopped) return;
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
    }
    if (rows.length > 0)
      await this.#rows.updateMany(
        { _id: { $in: rows.map((row) => row._id) } },
        { $set: { publishedAt: new Date(), streamSeq } },
      );
  }

  async #checkStream(): Promise<void> {
    if (this.#streamCheckedAt !== null && Date.now() - this.#streamCheckedAt < streamCheckEveryMs) return;
    const newest = await this.#newestSeq();
    const { created, lastSeq } = await this.#broker.ensureStream(this.#service);
    if (created !== this.#stream) await this.#adoptStream(created);
    // The rows were looked at first: what is published meanwhile makes the stream longer, never the other way round.
    else if (newest > lastSeq) await this.#repeatLostEnd(lastSeq, newest);
    this.#streamCheckedAt = Date.now();
  }

  /** Marks as unpublished what a new stream lacks. */
  async #adoptStream(created: string): Promise<void> {
    // What is being published right now may be marked as published after the loss: wait for it, then look.
    await Promise.all(this.#inFlight);
    const state = this.#connection.collection<{ _id: string; created: string }>('relay_state');
    const known = await state.findOne({ _id: 'stream' });
    if (known && known.created !== created) {
      this.#logger.warn({ created, before: known.created }, 'nats_stream_lost');
      await this.#rows.updateMany(
        { publishedAt: { $ne: null } },
        { $set: { publishedAt: null }, $unset: { streamSeq: '' } },
      );
    } else if (this.#stream !== null) {
      // Another replica has noticed the loss first. Between the loss and now this one may have marked rows as
      // published that only the lost stream had.
      const since = new Date(Date.parse(created) - marginMs);
      await this.#rows.updateMany(
        { publishedAt: { $gte: since } },
        { $set: { publishedAt: null }, $unset: { streamSeq: '' } },
      );
    }
    if (known?.created !== created) await state.updateOne({ _id: 'stream' }, { $set: { created } }, { upsert: true });
    this.#stream = created;
  }

  /** Marks as unpublished what the broker acknowledged and has lost since, e.g. by a restore of its disk or a power cut. */
  async #repeatLostEnd(lastSeq: number, newest: number): Promise<void> {
    // What was published since the loss has numbers that were used before; so many of them are repeated too.
    const lost = { streamSeq: { $gt: Math.max(0, lastSeq - batch) } };
    const { modifiedCount } = await this.#rows.updateMany(lost, {
      $set: { publishedAt: null },
      $unset: { streamSeq: '' },
    });
    this.#logger.warn({ lastSeq, newest, repeated: modifiedCount }, 'nats_stream_end_lost');
  }

  /** The highest number that an event of this service ever had in the stream. */
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
