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

  async getByCode(code: string, session?: ClientSession): Promise<StoredPromoCode> {
    const found = await this.#rows.findOne({ code }, session ? { session } : {});
    if (!found) throw new ProblemError('billing.promo_not_found');
    return found;
  }

  async list(query: ListQuery): Promise<{ rows: StoredPromoCode[]; next: string | null }> {
    const pattern = { $regex: escapeRegExp(query.q ?? ''), $options: 'i' };
    return await listPage(this.#rows, query, query.q ? { $or: [{ code: pattern }, { description: pattern }] } : {});
  }

  async insert(promo: StoredPromoCode, session: ClientSession): Promise<void> {
    try {
      await this.#rows.insertOne(promo, { session });
    } catch (error) {
      if (isDuplicateKey(error)) throw new ProblemError('billing.promo_exists');
      throw error;
    }
  }

  /** Returns the code before and after. */
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

  /** Counts one more use. False when none is left. */
  async reserveUse({ _id, maxUses }: StoredPromoCode, session: ClientSession): Promise<boolean> {
    const left = maxUses === null ? {} : { taken: { $lt: maxUses } };
    return (await this.#rows.updateOne({ _id, ...left }, { $inc: { taken: 1 } }, { session })).modifiedCount === 1;
  }

  async count(code: string, by: { taken: number; currentUses: number }, session: ClientSession): Promise<void> {
    await this.#rows.updateOne({ code }, { $inc: by }, { session });
  }

  get #rows() {
    return this.#connection.collection<StoredPromoCode>('promo_codes');
  }
}
