import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import type { ClientSession, Connection } from 'mongoose';
import type { ProviderKind } from '../provider/payment-provider.ts';
import type { Purchase } from './purchase.ts';

export class PurchaseRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async findOpen(userId: string, kind: ProviderKind): Promise<Purchase | null> {
    return await this.#rows.findOne({ userId, openKind: kind });
  }

  async findOpenByPromoCode(userId: string, promoCode: string): Promise<Purchase | null> {
    return await this.#rows.findOne({ userId, promoCode, openKind: { $exists: true } });
  }

  /** Open one-offs that were started before the given time. */
  async listUnpaid(before: Date, limit: number): Promise<Purchase[]> {
    return await this.#rows
      .find({ openKind: 'payment', beganAt: { $lte: before } })
      .limit(limit)
      .toArray();
  }

  async findByObject(objectId: string, session: ClientSession): Promise<Purchase | null> {
    return await this.#rows.findOne({ objectId }, { session });
  }

  /**
   * Inserts an open purchase. False when the user already has one of the same kind or with the same promo code, so two
   * clicks create one purchase.
   */
  async open(purchase: Purchase): Promise<boolean> {
    try {
      await this.#rows.insertOne({ ...purchase, openKind: purchase.kind });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Stores the id of the provider's object. False when the purchase was closed in the meantime. */
  async setObject(id: string, objectId: string): Promise<boolean> {
    const isOpen = { openKind: { $exists: true } };
    const { matchedCount } = await this.#rows.updateOne({ _id: id, ...isOpen }, { $set: { objectId } });
    return matchedCount === 1;
  }

  /** Closes the purchase of a provider's object. Idempotent. */
  async close(objectId: string, session?: ClientSession): Promise<void> {
    await this.#rows.updateOne({ objectId }, { $unset: { openKind: 1 } }, session ? { session } : {});
  }

  /**
   * Closes a purchase for which the provider never answered. Nobody has its client secret, so it cannot be paid. False
   * when the provider has answered.
   */
  async closeWithoutProviderObject(id: string): Promise<boolean> {
    return (await this.#rows.updateOne({ _id: id, objectId: null }, { $unset: { openKind: 1 } })).matchedCount === 1;
  }

  async isOpen(objectId: string): Promise<boolean> {
    return (await this.#rows.findOne({ objectId, openKind: { $exists: true } }, { projection: { _id: 1 } })) !== null;
  }

  async erase(userId: string): Promise<void> {
    await this.#rows.deleteMany({ userId });
  }

  get #rows() {
    return this.#connection.collection<Purchase>('purchases');
  }
}
