import type { Connection } from 'mongoose';
import type { ClockMove } from './clock-moves.ts';

export class ClockMoveRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** All moves of the business clock, oldest first. Only the payment sandbox moves it. */
  async list(): Promise<ClockMove[]> {
    const rows = await this.#connection
      .collection<{ _id: string; data: ClockMove }>('clock_moves')
      .find({ 'data.at': { $exists: true } })
      .sort({ 'data.at': 1 })
      .toArray();
    return rows.map(({ data: move }) => move);
  }
}
