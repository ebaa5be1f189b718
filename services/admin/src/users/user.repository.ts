import type { listAdminUsers } from '@inkbear/contracts/admin/users';
import type { RouteQuery } from '@inkbear/contracts/route';
import { escapeRegExp, listPage } from '@inkbear/service-kit/list-page';
import type { ClientSession, Connection } from 'mongoose';
import type { UserListRow, UserRow } from './user.ts';

interface PaymentRow {
  _id: string;
  /** A copy of the data in the newest event about this payment. */
  data: {
    userId: string;
    plan: 'pro_monthly' | 'pro_oneoff';
    subscriptionId: string | null;
    amount: number;
    currency: string;
    paidAt: Date;
  };
}
type Query = RouteQuery<typeof listAdminUsers>;

const newestPayments = 20;

export class UserRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** A page of the admin list. */
  list(query: Query, now: Date) {
    const sort = query.sort.startsWith('-') ? `-list.${query.sort.slice(1)}` : `list.${query.sort}`;
    const search = query.q ? [{ 'list.search': { $regex: escapeRegExp(query.q.toLowerCase()) } }] : [];
    return listPage(
      this.#users,
      { ...query, sort },
      { $and: [{ 'list.createdAt': { $exists: true } }, ...search, ...planFilter(query, now)] },
    );
  }

  find(id: string, session?: ClientSession): Promise<UserRow | null> {
    return this.#users.findOne({ _id: id }, session ? { session } : {});
  }

  async *streamIds(): AsyncIterable<string> {
    for await (const { _id } of this.#users.find({}, { projection: { _id: 1 } }).hint({ _id: 1 })) yield _id;
  }

  /** Stores what the admin list shows of a user. Null removes the user from the list. */
  async saveListRow(id: string, list: UserListRow | null, session: ClientSession): Promise<void> {
    await this.#users.updateOne({ _id: id }, list ? { $set: { list } } : { $unset: { list: '' } }, { session });
  }

  /** Sets the counts of this month to zero for users whose counts are of an earlier one. False when there are none. */
  async resetMonthlyCounts(month: string): Promise<boolean> {
    const isOfEarlierMonth = { 'list.month': { $lt: month } };
    if (!(await this.#users.findOne(isOfEarlierMonth, { projection: { _id: 1 } }))) return false;
    await this.#users.updateMany(isOfEarlierMonth, {
      $set: {
        'list.month': month,
        'list.bookCountThisMonth': 0,
        'list.openaiCostThisMonth': 0,
        'list.openaiRequestsThisMonth': 0,
      },
    });
    return true;
  }

  /** The newest payments with their refunded amounts. */
  async listPayments(userId: string): Promise<(PaymentRow & { refunded: number })[]> {
    const payments = await this.#connection
      .collection<PaymentRow>('payments')
      .find({ 'data.userId': userId })
      .sort({ 'data.paidAt': -1 })
      .limit(newestPayments)
      .toArray();
    const refunds = await this.#connection
      .collection<{ _id: string; data: { paymentId: string; amount: number } }>('refunds')
      .find({ 'data.paymentId': { $in: payments.map(({ _id }) => _id) } })
      .toArray();
    return payments.map((payment) => ({
      ...payment,
      refunded: refunds.reduce(
        (sum, { data: refund }) => (refund.paymentId === payment._id ? sum + refund.amount : sum),
        0,
      ),
    }));
  }

  /** Counts the user’s referrals by status. */
  async countReferrals(userId: string): Promise<{ pending: number; processed: number; cancelled: number }> {
    const rows = await this.#connection
      .collection('referrals')
      .aggregate([{ $match: { 'data.referrerId': userId } }, { $group: { _id: '$data.status', count: { $sum: 1 } } }])
      .toArray();
    return {
      pending: 0,
      processed: 0,
      cancelled: 0,
      ...Object.fromEntries(rows.map(({ _id, count }) => [String(_id), Number(count)])),
    };
  }

  /** Blanks the names of an erased user. The figures stay. Returns how many parts of the row had any. */
  async eraseNames(userId: string): Promise<number> {
    let erased = 0;
    for (const part of ['registered', 'changed']) {
      const blank = { [`${part}.email`]: '', [`${part}.firstName`]: '', [`${part}.lastName`]: '' };
      const update = { $set: blank, $unset: { list: '' as const } };
      erased += (await this.#users.updateOne({ _id: userId, [part]: { $exists: true } }, update)).modifiedCount;
    }
    return erased;
  }

  get #users() {
    return this.#connection.collection<UserRow>('users');
  }
}

/**
 * The filter for plan and state by end date, because no event is published when a plan ends: an ended monthly plan counts
 * as free, and no ended plan is active.
 */
function planFilter({ plan, state }: Query, now: Date): object[] {
  const active = { 'list.planEndDate': { $gt: now } };
  const ended = { 'list.planEndDate': { $lte: now } };
  const byPlan = {
    free: { $or: [{ 'list.plan': 'free' }, { 'list.plan': 'pro_monthly', ...ended }] },
    pro_monthly: { 'list.plan': 'pro_monthly', ...active },
    pro_oneoff: { 'list.plan': 'pro_oneoff' },
  };
  return [...(plan ? [byPlan[plan]] : []), ...(state ? [state === 'active' ? active : ended] : [])];
}
