import { sandboxClockMoved } from '@inkbear/contracts/events';
import type { Connection } from 'mongoose';
import { BusinessClock } from './clock.ts';
import { on, type Subscription } from './consumer.ts';

interface Row {
  _id: 'offset';
  offsetMs: number;
  seq: number;
}

const pollIntervalMs = 1000;

/**
 * The business clock of one process. It reads the stored offset at start and polls it, so a sandbox event reaches all
 * replicas within a second.
 */
export class StoredBusinessClock {
  readonly clock = new BusinessClock();
  readonly #connection: Connection;
  /** `seq` of the newest event that this process has applied. */
  #seq = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async start(onError: (error: unknown) => void): Promise<void> {
    await this.#read();
    this.#timer = setInterval(() => void this.#read().catch(onError), pollIntervalMs);
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
    this.clock.move(offsetMs);
  }

  get #rows() {
    return this.#connection.collection<Row>('business_clock');
  }
}
