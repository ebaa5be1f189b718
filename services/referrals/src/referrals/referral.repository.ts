import type { ListQuery } from '@inkbear/contracts/list-query';
import { maxRecentReferrals } from '@inkbear/contracts/referrals/referral';
import { escapeRegExp, listPage } from '@inkbear/service-kit/list-page';
import { Renames } from '@inkbear/service-kit/mongo-renames';
import type { ClientSession, Connection } from 'mongoose';
import type { Payment, ReferralFacts, ReferralRow, ReferrerRow, SubscriptionRow } from './referral.ts';

/** The lower bound of the partial index on `dueAt`, which queries must repeat. */
const epoch = new Date(0);

/** The fields of payments that are being renamed. */
export const paymentRenames = new Renames({ isReturned: 'isBack' });

/** The referrals of one referrer in one status. */
interface StatusTotal {
  readonly _id: ReferralRow['status'];
  readonly count: number;
  readonly credits: number;
}

export interface ReferralSummary {
  readonly recent: readonly ReferralRow[];
  readonly totals: readonly StatusTotal[];
}

export class ReferralRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Inserts a user as a possible referrer. Does nothing when the user is known. */
  async insertReferrer({ _id, ...row }: ReferrerRow, session: ClientSession): Promise<void> {
    await this.#referrers.updateOne({ _id }, { $setOnInsert: row }, { session, upsert: true });
  }

  findReferrer(userId: string): Promise<ReferrerRow | null> {
    return this.#referrers.findOne({ _id: userId });
  }

  /** The user with this code, locked until the transaction ends, so that a referral gets the present address. */
  lockReferrerByCode(referralCode: string, session: ClientSession): Promise<ReferrerRow | null> {
    return this.#referrers.findOneAndUpdate(
      { referralCode },
      { $inc: { lockCount: 1 } },
      { session, returnDocument: 'after' },
    );
  }

  /**
   * Replaces a user's address, also at all their referrals, unless a newer one is stored. False when the user is
   * unknown.
   * @param emailSeq the `seq` of the change
   */
  async replaceEmailIfNewer(
    userId: string,
    { email, emailSeq }: { email: string; emailSeq: number },
    session: ClientSession,
  ): Promise<boolean> {
    const stored = await this.#referrers.findOne({ _id: userId }, { session });
    if (!stored) return false;
    if ((stored.emailSeq ?? 0) >= emailSeq) return true;
    await this.#referrers.updateOne({ _id: userId }, { $set: { email, emailSeq } }, { session });
    await this.#referrals.updateOne({ _id: userId }, { $set: { referredEmail: email } }, { session });
    await this.#referrals.updateMany({ referrerId: userId }, { $set: { referrerEmail: email } }, { session });
    return true;
  }

  /** False when the referred user already has a referral. */
  async insertReferral({ _id, ...row }: ReferralRow, session: ClientSession): Promise<boolean> {
    const { upsertedCount } = await this.#referrals.updateOne(
      { _id },
      { $setOnInsert: row },
      { session, upsert: true },
    );
    return upsertedCount === 1;
  }

  /** The newest referrals of a referrer, newest first, and the numbers of all of them. */
  async readSummary(referrerId: string, session?: ClientSession): Promise<ReferralSummary> {
    const options = session ? { session } : {};
    const recent = await this.#referrals
      .find({ referrerId }, options)
      .sort({ createdAt: -1 })
      .limit(maxRecentReferrals)
      .toArray();
    const totals = await this.#referrals
      .aggregate<StatusTotal>(
        [
          { $match: { referrerId } },
          { $group: { _id: '$status', count: { $sum: 1 }, credits: { $sum: '$creditsAwarded' } } },
        ],
        { ...options, hint: { referrerId: 1, status: 1, creditsAwarded: 1 } },
      )
      .toArray();
    return { recent, totals };
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

  /**
   * The user's pending referral, locked until the transaction ends. So of two concurrent events, the second is
   * evaluated after the first is committed.
   */
  lockPending(userId: string, session: ClientSession): Promise<ReferralRow | null> {
    return this.#referrals.findOneAndUpdate(
      { _id: userId, status: 'pending' },
      { $inc: { lockCount: 1 } },
      { session, returnDocument: 'after' },
    );
  }

  async replaceReferral(row: ReferralRow, session: ClientSession): Promise<void> {
    await this.#referrals.replaceOne({ _id: row._id }, row, { session });
  }

  /** Ids of referred users whose referral is due for evaluation, the longest overdue first. */
  async listDue(now: Date, limit: number): Promise<string[]> {
    const due = this.#referrals
      .find({ dueAt: { $gt: epoch, $lte: now } }, { projection: { _id: 1 } })
      .sort({ dueAt: 1 })
      .limit(limit);
    return (await due.toArray()).map(({ _id }) => _id);
  }

  /** Marks a referral as evaluated by the job, so that it is not listed as due again. */
  async clearDue(referredId: string, session: ClientSession): Promise<void> {
    await this.#referrals.updateOne({ _id: referredId }, { $set: { dueAt: null } }, { session });
  }

  /** Moves the referral of an erased user to its own id, so that it still counts for the referrer. */
  async replaceUnderOwnId(userId: string, row: ReferralRow, session: ClientSession): Promise<void> {
    await this.#referrals.deleteOne({ _id: userId }, { session });
    await this.#referrals.insertOne(row, { session });
  }

  /** One referral of this referrer, whichever comes first; null when there is none. */
  findByReferrer(referrerId: string, session: ClientSession): Promise<ReferralRow | null> {
    return this.#referrals.findOne({ referrerId }, { session });
  }

  /** Deletes a user's code, subscriptions and payments, but not referrals. */
  async deleteUser(userId: string): Promise<void> {
    await this.#referrers.deleteOne({ _id: userId });
    await this.#subscriptions.deleteMany({ userId });
    await this.#payments.deleteMany({ userId });
  }

  /** False when a newer event of the subscription was stored before. */
  async upsertSubscriptionIfNewer({ _id, ...row }: SubscriptionRow, session: ClientSession): Promise<boolean> {
    const stored = await this.#subscriptions.findOne({ _id }, { session });
    if (stored && stored.seq >= row.seq) return false;
    await this.#subscriptions.replaceOne({ _id }, row, { session, upsert: true });
    return true;
  }

  /**
   * Stores what an event says about a payment. Events may arrive in any order, so a known fingerprint is never removed,
   * and a reversed payment stays reversed.
   */
  async upsertPayment({ _id, fingerprint, isReturned, ...fixed }: Payment, session: ClientSession): Promise<void> {
    const reversed = paymentRenames.withBothNames({ isReturned });
    await this.#payments.updateOne(
      { _id },
      {
        $set: { ...fixed, ...(fingerprint === null ? {} : { fingerprint }), ...(isReturned ? reversed : {}) },
        $setOnInsert: { ...(fingerprint === null ? { fingerprint } : {}), ...(isReturned ? {} : reversed) },
      },
      { session, upsert: true },
    );
  }

  /** Reads everything that the decision about a referral depends on. */
  async readFacts({ _id, referrerId }: ReferralRow, session: ClientSession): Promise<ReferralFacts> {
    const subscriptions = await this.#subscriptions.find({ userId: _id }, { session }).toArray();
    const payments = await this.#payments.find({ userId: _id }, { session }).toArray();
    const referrerPayments =
      referrerId === null ? [] : await this.#payments.find({ userId: referrerId }, { session }).toArray();
    return {
      subscriptions,
      payments: payments.map((row) => paymentRenames.read<Payment>(row)),
      referrerCards: new Set(referrerPayments.flatMap(({ fingerprint }) => fingerprint ?? [])),
    };
  }

  /** Ids of the users with a pending referral by this referrer who have paid with this card. */
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
    return this.#connection.collection<Payment>('payments');
  }
}
