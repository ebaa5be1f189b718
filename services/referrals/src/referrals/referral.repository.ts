import type { ListQuery } from '@inkbear/contracts/list-query';
import { escapeRegExp, listPage } from '@inkbear/service-kit/list-page';
import type { ClientSession, Connection } from 'mongoose';
import type { ReferralFacts, PaymentRow, ReferralRow, ReferrerRow, SubscriptionRow } from './referral.ts';

/** The lower bound of the index on referrals whose days have yet to pass. */
const never = new Date(0);

export class ReferralRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async insertReferrer({ _id, ...row }: ReferrerRow, session: ClientSession): Promise<void> {
    await this.#referrers.updateOne({ _id }, { $setOnInsert: row }, { session, upsert: true });
  }

  findReferrer(userId: string): Promise<ReferrerRow | null> {
    return this.#referrers.findOne({ _id: userId });
  }

  findReferrerByCode(referralCode: string, session: ClientSession): Promise<ReferrerRow | null> {
    return this.#referrers.findOne({ referralCode }, { session });
  }

  /** False when this person's referral is noted already. */
  async insertReferral({ _id, ...row }: ReferralRow, session: ClientSession): Promise<boolean> {
    const { upsertedCount } = await this.#referrals.updateOne(
      { _id },
      { $setOnInsert: row },
      { session, upsert: true },
    );
    return upsertedCount === 1;
  }

  /** Newest first. */
  listByReferrer(referrerId: string, session?: ClientSession): Promise<ReferralRow[]> {
    return this.#referrals
      .find({ referrerId }, session ? { session } : {})
      .sort({ createdAt: -1 })
      .toArray();
  }

  async list(query: ListQuery & { status?: ReferralRow['status'] | undefined }) {
    const pattern = { $regex: escapeRegExp(query.q ?? ''), $options: 'i' };
    return await listPage(this.#referrals, query, {
      ...(query.status ? { status: query.status } : {}),
      ...(query.q ? { $or: [{ referrerEmail: pattern }, { referredEmail: pattern }] } : {}),
    });
  }

  findReferral(userId: string, session: ClientSession): Promise<ReferralRow | null> {
    return this.#referrals.findOne({ _id: userId }, { session });
  }

  /** The pending referral of this person, held until the transaction ends: of two events that are heard at once, the second one decides on what the first one wrote. */
  lockPending(userId: string, session: ClientSession): Promise<ReferralRow | null> {
    return this.#referrals.findOneAndUpdate(
      { _id: userId, status: 'pending' },
      { $inc: { holds: 1 } },
      { session, returnDocument: 'after' },
    );
  }

  async replaceReferral(row: ReferralRow, session: ClientSession): Promise<void> {
    await this.#referrals.replaceOne({ _id: row._id }, row, { session });
  }

  /** Ids of referred users whose days have passed and whose referral was not looked at since, the longest overdue first. */
  async listDue(now: Date, limit: number): Promise<string[]> {
    const due = this.#referrals
      .find({ dueAt: { $gt: never, $lte: now } }, { projection: { _id: 1 } })
      .sort({ dueAt: 1 })
      .limit(limit);
    return (await due.toArray()).map(({ _id }) => _id);
  }

  /** The days have passed and were looked at. */
  async clearDue(referredId: string, session: ClientSession): Promise<void> {
    await this.#referrals.updateOne({ _id: referredId }, { $set: { dueAt: null } }, { session });
  }

  /** Puts the referral of an erased person under its own id: the referrer's numbers stay, the person does not. */
  async replaceUnderOwnId(userId: string, row: ReferralRow, session: ClientSession): Promise<void> {
    await this.#referrals.deleteOne({ _id: userId }, { session });
    await this.#referrals.insertOne(row, { session });
  }

  /** A referral of this referrer, whom somebody has to be taken out of. */
  findByReferrer(referrerId: string, session: ClientSession): Promise<ReferralRow | null> {
    return this.#referrals.findOne({ referrerId }, { session });
  }

  async deleteUser(userId: string): Promise<void> {
    await this.#referrers.deleteOne({ _id: userId });
    await this.#subscriptions.deleteMany({ userId });
    await this.#payments.deleteMany({ userId });
  }

  /** Keeps what billing said of a subscription; false when something newer is known. */
  async upsertSubscriptionIfNewer({ _id, ...row }: SubscriptionRow, session: ClientSession): Promise<boolean> {
    const known = await this.#subscriptions.findOne({ _id }, { session });
    if (known && known.seq >= row.seq) return false;
    await this.#subscriptions.replaceOne({ _id }, row, { session, upsert: true });
    return true;
  }

  /** Keeps a payment; whether its money is back may be heard of first. */
  async upsertPayment(
    { _id, ...row }: Omit<PaymentRow, 'isBack'>,
    isBack: boolean,
    session: ClientSession,
  ): Promise<void> {
    const { fingerprint, ...fixed } = row;
    await this.#payments.updateOne(
      { _id },
      {
        $set: { ...fixed, ...(fingerprint === null ? {} : { fingerprint }), ...(isBack ? { isBack } : {}) },
        $setOnInsert: { ...(fingerprint === null ? { fingerprint } : {}), ...(isBack ? {} : { isBack }) },
      },
      { session, upsert: true },
    );
  }

  async readFacts({ _id, referrerId }: ReferralRow, session: ClientSession): Promise<ReferralFacts> {
    const subscriptions = await this.#subscriptions.find({ userId: _id }, { session }).toArray();
    const payments = await this.#payments.find({ userId: _id }, { session }).toArray();
    const theirs = referrerId === null ? [] : await this.#payments.find({ userId: referrerId }, { session }).toArray();
    return { subscriptions, payments, referrerCards: new Set(theirs.flatMap(({ fingerprint }) => fingerprint ?? [])) };
  }

  /** Pending referrals of this referrer whose referred user has paid with this card, too. */
  async listPendingWithCard(referrerId: string, fingerprint: string, session: ClientSession): Promise<string[]> {
    const pending = await this.#referrals
      .find({ referrerId, status: 'pending' }, { session, projection: { _id: 1 } })
      .toArray();
    const paid = await this.#payments
      .find({ fingerprint, userId: { $in: pending.map(({ _id }) => _id) } }, { session, projection: { userId: 1 } })
      .toArray();
    return paid.map(({ userId }) => userId);
  }

  get #referrals() {
    return this.#connection.collection<ReferralRow>('referrals');
  }
  get #referrers() {
    return this.#connection.collection<ReferrerRow>('referrers');
  }
  get #subscriptions() {
    return this.#connection.collection<SubscriptionRow>('subscriptions');
  }
  get #payments() {
    return this.#connection.collection<PaymentRow>('payments');
  }
}
