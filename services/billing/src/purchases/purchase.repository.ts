import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import type { ClientSession, Connection } from 'mongoose';
import type { ProviderKind } from '../provider/payment-provider.ts';
import type { Purchase } from './purchase.ts';

export class Purchases {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async findOpen(userId: string, kind: ProviderKind): Promise<Purchase | null> {
    return await this.#rows.findOne({ userId, openKind: kind });
  }

  async findOpenWith(userId: string, promoCode: string): Promise<Purchase | null> {
    return await this.#rows.findOne({ userId, promoCode, openKind: { $exists: true } });
  }

  /** One-offs that nobody has paid since. */
  async listUnpaid(before: Date, limit: number): Promise<Purchase[]> {
    return await this.#rows
      .find({ openKind: 'payment', beganAt: { $lte: before } })
      .limit(limit)
      .toArray();
  }

  async findByObject(objectId: string, session: ClientSession): Promise<Purchase | null> {
    return await this.#rows.findOne({ objectId }, { session });
  }

  /** False when another one of its kind, or with the same use of a promo code, is open: two clicks make one purchase. */
  async open(purchase: Purchase): Promise<boolean> {
    try {
      await this.#rows.insertOne({ ...purchase, openKind: purchase.kind });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Notes the provider's object; false when the purchase was closed meanwhile. */
  async setObject(id: string, objectId: string): Promise<boolean> {
    return (
      (await this.#rows.updateOne({ _id: id, openKind: { $exists: true } }, { $set: { objectId } })).matchedCount === 1
    );
  }

  async close(objectId: string, session?: ClientSession): Promise<void> {
    await this.#rows.updateOne({ objectId }, { $unset: { openKind: 1 } }, session ? { session } : {});
  }

  /** Closes one that the provider never answered for, so nobody has its secret. */
  async closeUnanswered(id: string): Promise<boolean> {
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
