import type { ListQuery } from '@inkbear/contracts/list-query';
import { escapeRegExp, listPage } from '@inkbear/service-kit/list-page';
import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import { ProblemError } from '@inkbear/service-kit/problem';
import { type ClientSession, type Collection, type Connection, trusted } from 'mongoose';
import { promoCodeModel } from './promo-code.model.ts';
import type { StoredPromoCode } from './promo-code.ts';

export class PromoCodeRepository {
  readonly #promoCodes;

  constructor(connection: Connection) {
    this.#promoCodes = promoCodeModel(connection);
  }

  /** Throws 404 `billing.promo_not_found`. */
  async getByCode(code: string, session?: ClientSession): Promise<StoredPromoCode> {
    const promo = await this.#promoCodes
      .findOne({ code })
      .session(session ?? null)
      .lean<StoredPromoCode>()
      .exec();
    if (!promo) throw new ProblemError('billing.promo_not_found');
    return promo;
  }

  async list(query: ListQuery): Promise<{ rows: StoredPromoCode[]; next: string | null }> {
    const pattern = { $regex: escapeRegExp(query.q ?? ''), $options: 'i' };
    const rows = this.#promoCodes.collection as unknown as Collection<StoredPromoCode>;
    return await listPage(rows, query, query.q ? { $or: [{ code: pattern }, { description: pattern }] } : {});
  }

  /** Throws 409 `billing.promo_exists` when the code is in use. */
  async insert(promo: StoredPromoCode, session: ClientSession): Promise<void> {
    try {
      await this.#promoCodes.create([promo], { session });
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
    const before = await this.#promoCodes
      .findOneAndUpdate({ _id: id }, { $set: { isActive } }, { session, returnDocument: 'before' })
      .lean<StoredPromoCode>()
      .exec();
    if (!before) throw new ProblemError('billing.promo_not_found');
    return { before, after: { ...before, isActive } };
  }

  /** Counts one more use by a conditional update. False when the maximum is reached. */
  async incrementTaken({ _id, maxUses }: StoredPromoCode, session: ClientSession): Promise<boolean> {
    const belowMaximum = maxUses === null ? {} : { taken: trusted({ $lt: maxUses }) };
    const updated = await this.#promoCodes
      .updateOne({ _id, ...belowMaximum }, { $inc: { taken: 1 } }, { session })
      .exec();
    return updated.modifiedCount === 1;
  }

  /** Changes the counters of a code by the given numbers. */
  async incrementCounters(
    code: string,
    by: { taken: number; currentUses: number },
    session: ClientSession,
  ): Promise<void> {
    await this.#promoCodes.updateOne({ code }, { $inc: by }, { session }).exec();
  }
}
