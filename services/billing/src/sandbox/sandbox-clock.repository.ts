import type { ClientSession, Connection } from 'mongoose';

/** The one row with the offset of business time from real time. */
export class SandboxClockRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Adds to the offset. Returns the new one in milliseconds. */
  async advance(byMs: number, session: ClientSession): Promise<number> {
    const updated = await this.#connection
      .collection<{ _id: string; offsetMs: number }>('sandbox_clock')
      .findOneAndUpdate(
        { _id: 'clock' },
        { $inc: { offsetMs: byMs } },
        { session, upsert: true, returnDocument: 'after' },
      );
    return updated?.offsetMs ?? byMs;
  }
}
