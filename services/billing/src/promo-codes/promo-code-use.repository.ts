import type { ClientSession, Connection } from 'mongoose';
import type { PromoCodeRepository } from './promo-code.repository.ts';

/** The only use of one code by one user. */
export interface PromoCodeUse {
  /** `<code>:<user>` */
  _id: string;
  code: string;
  userId: string;
  /** `settled` is the stored name of a redeemed use. */
  state: 'reserved' | 'settled';
  /** When the reservation expires; null once redeemed. */
  reservedUntil: Date | null;
  usedAt: Date | null;
}
const idOf = (code: string, userId: string): string => `${code}:${userId}`;

/** Uses of promo codes. A use and its code's counter are written in one transaction, so the counter is exact. */
export class PromoCodeUseRepository {
  readonly #connection: Connection;
  readonly #promoCodes: PromoCodeRepository;

  constructor(connection: Connection, promoCodes: PromoCodeRepository) {
    this.#connection = connection;
    this.#promoCodes = promoCodes;
  }

  async find(code: string, userId: string, session?: ClientSession): Promise<PromoCodeUse | null> {
    return await this.#rows.findOne({ _id: idOf(code, userId) }, session ? { session } : {});
  }

  /** Reserves a use that has been counted as taken, or extends its reservation. */
  async reserve(code: string, userId: string, reservedUntil: Date, session: ClientSession): Promise<void> {
    await this.#rows.replaceOne(
      { _id: idOf(code, userId) },
      { code, userId, state: 'reserved', reservedUntil, usedAt: null },
      { session, upsert: true },
    );
  }

  /**
   * Marks a use as redeemed once its payment has arrived. It counts even when its reservation was released, because the
   * user has paid the lower price.
   */
  async redeem(code: string, userId: string, session: ClientSession, usedAt = new Date()): Promise<void> {
    const use = await this.find(code, userId, session);
    if (use?.state === 'settled') return;
    await this.#rows.replaceOne(
      { _id: idOf(code, userId) },
      { code, userId, state: 'settled', reservedUntil: null, usedAt },
      { session, upsert: true },
    );
    await this.#promoCodes.count(code, { taken: use ? 0 : 1, currentUses: 1 }, session);
  }

  /** Deletes a reservation, unless it was redeemed or extended meanwhile. */
  async release({ _id, code, reservedUntil }: PromoCodeUse, session: ClientSession): Promise<void> {
    const { deletedCount } = await this.#rows.deleteOne({ _id, state: 'reserved', reservedUntil }, { session });
    if (deletedCount === 1) await this.#promoCodes.count(code, { taken: -1, currentUses: 0 }, session);
  }

  /** Expired reservations, of one code or of all codes. */
  async listExpired(now: Date, limit: number, code?: string): Promise<PromoCodeUse[]> {
    return await this.#rows
      .find({ state: 'reserved', reservedUntil: { $lte: now }, ...(code === undefined ? {} : { code }) })
      .limit(limit)
      .toArray();
  }

  /** The counter of the code is not changed: a redeemed use stays counted. */
  async erase(userId: string): Promise<void> {
    await this.#rows.deleteMany({ userId });
  }

  get #rows() {
    return this.#connection.collection<PromoCodeUse>('promo_code_usage');
  }
}
