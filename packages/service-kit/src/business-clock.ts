import { sandboxClockMoved } from '@inkbear/contracts/events';
import type { Connection } from 'mongoose';
import type { Broker } from './broker.ts';
import { BusinessClock } from './clock.ts';
import { on, type Subscription } from './consumer.ts';
import { onPublished } from './live-subscription.ts';
import type { Logger } from './logger.ts';

type ClockBroker = Pick<Broker, 'subscribe' | 'onConnect'>;

interface Row {
  _id: 'offset';
  offsetMs: number;
  seq: number;
}

/** How often a replica looks for events that it missed, for example because it started while another one stored them. */
const pollIntervalMs = 60_000;

/**
 * The business clock of one process. It reads the stored offset at start, and every replica receives sandbox events as
 * they are published. After a broken connection it reads the stored offset again.
 */
export class StoredBusinessClock {
  readonly clock = new BusinessClock();
  readonly #connection: Connection;
  readonly #logger: Logger;
  /** `seq` of the newest event that this process has applied. */
  #seq = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ connection, broker, logger }: { connection: Connection; broker: ClockBroker; logger: Logger }) {
    this.#connection = connection;
    this.#logger = logger;
    broker.subscribe(onPublished(sandboxClockMoved, ({ seq, data }) => this.#apply({ offsetMs: data.offsetMs, seq })));
    broker.onConnect(() => void this.#readAgain());
  }

  async start(): Promise<void> {
    await this.#read();
    this.#timer = setInterval(() => void this.#readAgain(), pollIntervalMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  readonly subscription: Subscription = on(sandboxClockMoved, async (event, { session, afterCommit }) => {
    const stored = await this.#rows.findOne({ _id: 'offset' }, { session });
    if (stored && stored.seq >= event.seq) return;
    await this.#rows.replaceOne(
      { _id: 'offset' },
      { offsetMs: event.data.offsetMs, seq: event.seq },
      { session, upsert: true },
    );
    // Not inside the transaction: it may be retried or aborted, and the clock would then show an offset that is not
    // stored.
    afterCommit(() => this.#apply({ offsetMs: event.data.offsetMs, seq: event.seq }));
  });

  async #readAgain(): Promise<void> {
    await this.#read().catch((err: unknown) => this.#logger.warn({ err }, 'business_clock_read_failed'));
  }

  async #read(): Promise<void> {
    const stored = await this.#rows.findOne({ _id: 'offset' });
    if (stored) this.#apply(stored);
  }

  /**
   * Applies each offset once. Billing moves its clock before its own event comes back, and an older row must not undo
   * that.
   */
  #apply({ offsetMs, seq }: Pick<Row, 'offsetMs' | 'seq'>): void {
    if (seq <= this.#seq) return;
    this.#seq = seq;
    this.clock.setOffset(offsetMs);
  }

  get #rows() {
    return this.#connection.collection<Row>('business_clock');
  }
}
