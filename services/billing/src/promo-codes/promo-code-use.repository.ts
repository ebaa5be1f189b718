import type { ClientSession, Connection } from 'mongoose';
import type { PromoCodeRepository } from './promo-code.repository.ts';

/** The use of a code by a user, of which there is at most one. */
export interface PromoCodeUse {
  /** `<code>:<user>` */
  _id: string;
  code: string;
  userId: string;
  /** `settled` is the stored name of a redeemed use. */
  state: 'reserved' | 'settled';
  /** When the reservation expires; null once the use is redeemed. */
  reservedUntil: Date | null;
  /** When the use was redeemed. */
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

  /** Upserts a reservation. The caller has already incremented the code's counter. */
  async reserve(code: string, userId: string, reservedUntil: Date, session: ClientSession): Promise<void> {
    await this.#rows.replaceOne(
      { _id: idOf(code, userId) },
      { code, userId, state: 'reserved', reservedUntil, usedAt: null },
      { session, upsert: true },
    );
  }

  /**
   * Marks a use as redeemed, after its payment or when its credits are awarded. A paid use counts even when its
   * reservation was released, because the user has paid the lower price.
   */
  async redeem(code: string, userId: string, usedAt: Date, session: ClientSession): Promise<void> {
    const use = await this.find(code, userId, session);
    if (use?.state === 'settled') return;
    await this.#rows.replaceOne(
      { _id: idOf(code, userId) },
      { code, userId, state: 'settled', reservedUntil: null, usedAt },
      { session, upsert: true },
    );
    await this.#promoCodes.incrementCounters(code, { taken: use ? 0 : 1, currentUses: 1 }, session);
  }

  /** Deletes a reservation, unless it was redeemed or extended in the meantime. */
  async release({ _id, code, reservedUntil }: PromoCodeUse, session: ClientSession): Promise<void> {
    const { deletedCount } = await this.#rows.deleteOne({ _id, state: 'reserved', reservedUntil }, { session });
    if (deletedCount === 1) await this.#promoCodes.incrementCounters(code, { taken: -1, currentUses: 0 }, session);
  }

  /** Expired reservations, of one code or of all codes. */
  async listExpired(now: Date, limit: number, code?: string): Promise<PromoCodeUse[]> {
    return await this.#rows
      .find({ state: 'reserved', reservedUntil: { $lte: now }, ...(code === undefined ? {} : { code }) })
      .limit(limit)
      .toArray();
  }

  /** Deletes the uses of a user. The code's counter does not change, because a redeemed use still counts. */
  async erase(userId: string): Promise<void> {
    await this.#rows.deleteMany({ userId });
  }

  get #rows() {
    return this.#connection.collection<PromoCodeUse>('promo_code_usage');
  }
}
