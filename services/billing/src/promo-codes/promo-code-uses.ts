import type { ClientSession, Connection } from 'mongoose';
import type { PromoCodeRepository } from './promo-code.repository.ts';

/** One use of one code by one user: there is never a second. */
export interface PromoCodeUse {
  /** `<code>:<user>` */
  _id: string;
  code: string;
  userId: string;
  state: 'reserved' | 'settled';
  /** Until when a reservation holds; null once settled. */
  reservedUntil: Date | null;
  usedAt: Date | null;
}
const idOf = (code: string, userId: string): string => `${code}:${userId}`;

/** Counts uses exactly: a use and its code's counter are written in one transaction. */
export class PromoCodeUses {
  readonly #connection: Connection;
  readonly #codes: PromoCodeRepository;

  constructor(connection: Connection, codes: PromoCodeRepository) {
    this.#connection = connection;
    this.#codes = codes;
  }

  async find(code: string, userId: string, session?: ClientSession): Promise<PromoCodeUse | null> {
    return await this.#rows.findOne({ _id: idOf(code, userId) }, session ? { session } : {});
  }

  /** Holds a use that was counted as taken, or holds it longer. */
  async reserve(code: string, userId: string, reservedUntil: Date, session: ClientSession): Promise<void> {
    await this.#rows.replaceOne(
      { _id: idOf(code, userId) },
      { code, userId, state: 'reserved', reservedUntil, usedAt: null },
      { session, upsert: true },
    );
  }

  /** The payment has come. It counts also when its reservation is gone: then somebody has really paid less. */
  async settle(code: string, userId: string, session: ClientSession, usedAt = new Date()): Promise<void> {
    const use = await this.find(code, userId, session);
    if (use?.state === 'settled') return;
    await this.#rows.replaceOne(
      { _id: idOf(code, userId) },
      { code, userId, state: 'settled', reservedUntil: null, usedAt },
      { session, upsert: true },
    );
    await this.#codes.count(code, { taken: use ? 0 : 1, currentUses: 1 }, session);
  }

  /** Gives a reservation back unless it was settled or held longer meanwhile. */
  async release({ _id, code, reservedUntil }: PromoCodeUse, session: ClientSession): Promise<void> {
    const { deletedCount } = await this.#rows.deleteOne({ _id, state: 'reserved', reservedUntil }, { session });
    if (deletedCount === 1) await this.#codes.count(code, { taken: -1, currentUses: 0 }, session);
  }

  /** Reservations whose time is over, of one code or of all. */
  async listExpired(now: Date, limit: number, code?: string): Promise<PromoCodeUse[]> {
    return await this.#rows
      .find({ state: 'reserved', reservedUntil: { $lte: now }, ...(code === undefined ? {} : { code }) })
      .limit(limit)
      .toArray();
  }

  /** The counter stays: what was used stays used. */
  async erase(userId: string): Promise<void> {
    await this.#rows.deleteMany({ userId });
  }

  get #rows() {
    return this.#connection.collection<PromoCodeUse>('promo_code_usage');
  }
}
