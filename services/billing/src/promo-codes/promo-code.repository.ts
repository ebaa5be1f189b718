import type { ListQuery } from '@inkbear/contracts/list-query';
import { escapeRegExp, listPage } from '@inkbear/service-kit/list-page';
import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ClientSession, Connection } from 'mongoose';
import type { StoredPromoCode } from './promo-code.ts';

export class PromoCodeRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Throws 404 `billing.promo_not_found`. */
  async getByCode(code: string, session?: ClientSession): Promise<StoredPromoCode> {
    const promo = await this.#rows.findOne({ code }, session ? { session } : {});
    if (!promo) throw new ProblemError('billing.promo_not_found');
    return promo;
  }

  async list(query: ListQuery): Promise<{ rows: StoredPromoCode[]; next: string | null }> {
    const pattern = { $regex: escapeRegExp(query.q ?? ''), $options: 'i' };
    return await listPage(this.#rows, query, query.q ? { $or: [{ code: pattern }, { description: pattern }] } : {});
  }

  /** Throws 409 `billing.promo_exists` when the code is in use. */
  async insert(promo: StoredPromoCode, session: ClientSession): Promise<void> {
    try {
      await this.#rows.insertOne(promo, { session });
    } catch (error) {
      if (isDuplicateKey(error)) throw new ProblemError('billing.promo_exists');
      throw error;
    }
  }

  /** Activates or deactivates a code. Returns it before and after the change. */
  async setActive(
    id: string,
    isActive: boolean,
    session: ClientSession,
  ): Promise<{ before: StoredPromoCode; after: StoredPromoCode }> {
    const before = await this.#rows.findOneAndUpdate(
      { _id: id },
      { $set: { isActive } },
      { session, returnDocument: 'before' },
    );
    if (!before) throw new ProblemError('billing.promo_not_found');
    return { before, after: { ...before, isActive } };
  }

  /** Counts one more use by a conditional update. False when the maximum is reached. */
  async reserveUse({ _id, maxUses }: StoredPromoCode, session: ClientSession): Promise<boolean> {
    const belowMaximum = maxUses === null ? {} : { taken: { $lt: maxUses } };
    const updated = await this.#rows.updateOne({ _id, ...belowMaximum }, { $inc: { taken: 1 } }, { session });
    return updated.modifiedCount === 1;
  }

  /** Changes the counters of a code by the given numbers. */
  async count(code: string, by: { taken: number; currentUses: number }, session: ClientSession): Promise<void> {
    await this.#rows.updateOne({ code }, { $inc: by }, { session });
  }

  get #rows() {
    return this.#connection.collection<StoredPromoCode>('promo_codes');
  }
}
