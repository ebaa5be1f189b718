import type { ClientSession, Connection } from 'mongoose';
import type { ReferralRow, ReferrerRow } from './referral.ts';

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

  get #referrals() {
    return this.#connection.collection<ReferralRow>('referrals');
  }
  get #referrers() {
    return this.#connection.collection<ReferrerRow>('referrers');
  }
}
