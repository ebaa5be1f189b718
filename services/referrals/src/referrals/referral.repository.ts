import type { ClientSession, Connection } from 'mongoose';
import { cancelPending, type ReferralRow, type ReferrerRow } from './referral.ts';

export class ReferralRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async insertReferrer(row: ReferrerRow, session: ClientSession): Promise<void> {
    await this.#referrers.updateOne({ _id: row._id }, { $setOnInsert: { referralCode: row.referralCode } }, { session, upsert: true });
  }

  findReferrer(userId: string): Promise<ReferrerRow | null> {
    return this.#referrers.findOne({ _id: userId });
  }

  findReferrerByCode(referralCode: string, session: ClientSession): Promise<ReferrerRow | null> {
    return this.#referrers.findOne({ referralCode }, { session });
  }

  /** False when this person's referral is noted already. */
  async insertReferral({ _id, ...row }: ReferralRow, session: ClientSession): Promise<boolean> {
    const { upsertedCount } = await this.#referrals.updateOne({ _id }, { $setOnInsert: row }, { session, upsert: true });
    return upsertedCount === 1;
  }

  /** Newest first. */
  listOf(referrerId: string, session?: ClientSession): Promise<ReferralRow[]> {
    return this.#referrals.find({ referrerId }, session ? { session } : {}).sort({ createdAt: -1 }).toArray();
  }

  findReferral(userId: string, session: ClientSession): Promise<ReferralRow | null> {
    return this.#referrals.findOne({ _id: userId }, { session });
  }

  /** Puts the referral of an erased person under its own id: the referrer's numbers stay, the person does not. */
  async replaceReferred(userId: string, row: ReferralRow, session: ClientSession): Promise<void> {
    await this.#referrals.deleteOne({ _id: userId }, { session });
    await this.#referrals.insertOne(row, { session });
  }

  /** Takes an erased referrer out of at most so many of their referrals and answers how many. */
  async forgetReferrer(userId: string, most: number): Promise<number> {
    const rows = await this.#referrals.find({ referrerId: userId }, { projection: { status: 1 } }).limit(most).toArray();
    for (const { _id, status } of rows) await this.#referrals.updateOne({ _id, referrerId: userId }, { $set: { referrerId: null, status: cancelPending(status) } });
    return rows.length;
  }

  async removeReferrer(userId: string): Promise<void> {
    await this.#referrers.deleteOne({ _id: userId });
  }

  get #referrals() {
    return this.#connection.collection<ReferralRow>('referrals');
  }
  get #referrers() {
    return this.#connection.collection<ReferrerRow>('referrers');
  }
}
