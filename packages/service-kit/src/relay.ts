import type { ServiceName } from '@inkbear/contracts/services';
import type { Connection } from 'mongoose';
import { SpanKind } from '@opentelemetry/api';
import type { Broker } from './broker.ts';
import type { Logger } from './logger.ts';
import type { Outbox, OutboxRow } from './outbox.ts';
import { toEnvelope } from './outbox.ts';
import { contextFrom, currentTraceparent, inSpan } from './telemetry.ts';

const sweepEveryMs = 2000;
const batch = 200;

/**
 * Publishes committed events: at once after the commit, and for ever again by a sweep of what is still unpublished. When the
 * stream is younger than the rows it should hold (the broker lost its disk), every row is published anew; inboxes drop repeats.
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
  #streamChecked = false;
  readonly #inFlight = new Set<Promise<void>>();

  constructor(options: { connection: Connection; broker: Broker; service: ServiceName; logger: Logger; outbox: Outbox }) {
    this.#connection = options.connection;
    this.#broker = options.broker;
    this.#service = options.service;
    this.#logger = options.logger;
    options.outbox.onCommit((rows) => this.#push(rows));
    options.broker.onConnect(() => void this.recheckStream());
  }

  /** Looks whether the broker still has the stream it had, then publishes what it lacks. */
  async recheckStream(): Promise<void> {
    this.#streamChecked = false;
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
      .catch((err: unknown) => this.#logger.warn({ err }, 'relay will try again'))
      .finally(() => (this.#sweeping = null));
    return this.#sweeping;
  }

  #push(rows: readonly OutboxRow[]): void {
    if (this.#stopped || !this.#broker.isConnected || !this.#streamChecked) return;
    const work = this.#publishInOrder(rows).catch((err: unknown) => this.#logger.warn({ err }, 'publish will be repeated'));
    this.#inFlight.add(work);
    void work.finally(() => this.#inFlight.delete(work));
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
    for (const row of rows) {
      await inSpan(`publish ${row.type}`, SpanKind.PRODUCER, { 'messaging.system': 'nats', 'messaging.destination.name': row.type, 'messaging.message.id': row._id },
        () => this.#broker.publish(row.type, row._id, JSON.stringify(toEnvelope(row)), currentTraceparent() ?? row.traceparent), contextFrom(row.traceparent));
    }
    if (rows.length > 0) await this.#rows.updateMany({ _id: { $in: rows.map((row) => row._id) } }, { $set: { publishedAt: new Date() } });
  }

  async #checkStream(): Promise<void> {
    if (this.#streamChecked) return;
    const created = await this.#broker.ensureStream(this.#service);
    const state = this.#connection.collection<{ _id: string; created: string }>('relay_state');
    const known = await state.findOne({ _id: 'stream' });
    if (known && known.created !== created) {
      this.#logger.warn('the broker lost its stream: every event is published again');
      await this.#rows.updateMany({ publishedAt: { $ne: null } }, { $set: { publishedAt: null } });
    }
    if (known?.created !== created) await state.updateOne({ _id: 'stream' }, { $set: { created } }, { upsert: true });
    this.#streamChecked = true;
  }

  get #rows() {
    return this.#connection.collection<OutboxRow>('outbox');
  }
}
