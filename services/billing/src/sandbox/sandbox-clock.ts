import { sandboxClockMoved } from '@inkbear/contracts/events';
import type { BusinessClock } from '@inkbear/service-kit/clock';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import type { Connection } from 'mongoose';

/** Moves the business time of all services forward, never back. */
export class SandboxClock {
  readonly #connection: Connection;
  readonly #outbox: Outbox;
  readonly #clock: BusinessClock;

  constructor(options: { connection: Connection; outbox: Outbox; clock: BusinessClock }) {
    this.#connection = options.connection;
    this.#outbox = options.outbox;
    this.#clock = options.clock;
  }

  /**
   * Moves the clock by a number of days, which may be fractional. Returns the new time and its offset from real time.
   * @param inSameTransaction further writes of the transaction, such as the record in the audit trail
   */
  async advance(
    days: number,
    inSameTransaction: (
      transaction: Transaction,
      change: { before: { offsetMs: number }; after: { offsetMs: number } },
    ) => Promise<void>,
  ): Promise<{ now: string; offsetMs: number }> {
    const byMs = Math.round(days * 86_400_000);
    const offsetMs = await this.#outbox.run(async (transaction) => {
      const { session, emit } = transaction;
      const moved = await this.#connection
        .collection<{ _id: string; offsetMs: number }>('sandbox_clock')
        .findOneAndUpdate(
          { _id: 'clock' },
          { $inc: { offsetMs: byMs } },
          { session, upsert: true, returnDocument: 'after' },
        );
      const total = moved?.offsetMs ?? byMs;
      await emit(sandboxClockMoved, 'clock', { offsetMs: total });
      await inSameTransaction(transaction, { before: { offsetMs: total - byMs }, after: { offsetMs: total } });
      return total;
    });
    this.#clock.move(offsetMs);
    return { now: this.#clock.now().toISOString(), offsetMs };
  }
}
