import type { AnalyticsMonth } from '@inkbear/contracts/admin/analytics';
import type { Connection, mongo } from 'mongoose';
import { listClockMoves, toSystemTime } from '../projections/clock-moves.ts';
import { ActivePlanCount, type PlanChange } from './active-plans.ts';
import { lastMonths, type Month } from './months.ts';

interface Cut extends Month {
  /** When business time reached `cut`, on the system's clock. */
  readonly system: Date;
}
type Sums = Record<string, number>;

const one = (condition: object): object => ({ $sum: { $cond: [condition, 1, 0] } });
/** Missing fields count as before everything in an aggregation, so it has to be asked whether they are there. */
const isBefore = (field: string, time: Date): object => ({ $and: [{ $gt: [field, null] }, { $lt: [field, time] }] });
const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** The twelve figures of whole months, counted from the rows that events left; nothing is counted in advance, so nothing can drift. */
export class Analytics {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The last so many months, oldest first. */
  async listMonths(now: Date, count: number): Promise<AnalyticsMonth[]> {
    const moves = await listClockMoves(this.#connection);
    const cuts = lastMonths(now, count).map((month): Cut => ({ ...month, system: toSystemTime(moves, month.cut) }));
    const [activePlans, money, calls] = await Promise.all([
      this.#countActivePlans(cuts),
      this.#sumMoney(),
      this.#sumCalls(),
    ]);
    return await Promise.all(
      cuts.map(async (cut, index) => {
        const [users, books, referrals] = await Promise.all([
          this.#countUsers(cut),
          this.#countBooks(cut),
          this.#countReferrals(cut),
        ]);
        const own = calls.get(cut.month);
        const tokens = [...calls].reduce(
          (sum, [month, row]) => (month <= cut.month ? sum + (row['tokens'] ?? 0) : sum),
          0,
        );
        return {
          month: cut.month,
          totalUsers: users['here'] ?? 0,
          newUsersThisMonth: users['new'] ?? 0,
          activeProPlans: activePlans[index] ?? 0,
          monthlyRevenue: round((money.get(cut.month) ?? 0) / 100, 2),
          totalBooks: books['here'] ?? 0,
          booksThisMonth: books['new'] ?? 0,
          totalCostThisMonth: round(own?.['cost'] ?? 0, 4),
          totalTokensUsed: tokens,
          totalRequestsThisMonth: own?.['requests'] ?? 0,
          totalReferrals: referrals['all'] ?? 0,
          pendingCredits: referrals['pending'] ?? 0,
          creditsPaid: referrals['paid'] ?? 0,
        };
      }),
    );
  }

  async #countActivePlans(cuts: readonly Cut[]): Promise<number[]> {
    const count = new ActivePlanCount(
      cuts.map(({ cut, system }) => ({ business: cut, system })),
      await this.#listLeavings(),
    );
    const changes = this.#connection
      .collection<{ _id: string; told: PlanChange }>('plan_changes')
      .find({}, { projection: { told: 1 } })
      .sort({ 'told.userId': 1, 'told.order': 1 })
      .hint({ 'told.userId': 1, 'told.order': 1 });
    for await (const { told } of changes) if (told) count.add(told);
    return count.end();
  }

  /** Since when those are gone who are, by user. */
  async #listLeavings(): Promise<Map<string, Date>> {
    const gone = await this.#connection
      .collection<{ _id: string; removed: { at: Date } }>('users')
      .find({ 'removed.stage': { $in: ['grace', 'erased'] } }, { projection: { 'removed.at': 1 } })
      .toArray();
    return new Map(gone.map(({ _id, removed }) => [_id, removed.at]));
  }

  /** Pence of each month: what came in less what went back in it. */
  async #sumMoney(): Promise<Map<string, number>> {
    const sums = new Map<string, number>();
    for (const [collection, sign] of [
      ['payments', 1],
      ['refunds', -1],
    ] as const) {
      for (const { _id, amount } of await this.#sum(
        collection,
        { 'told.month': { $gt: '' } },
        { _id: '$told.month', amount: { $sum: '$told.amount' } },
      ))
        sums.set(String(_id), (sums.get(String(_id)) ?? 0) + sign * Number(amount));
    }
    return sums;
  }

  async #sumCalls(): Promise<Map<string, Sums>> {
    const rows = await this.#sum(
      'ai_calls',
      { 'told.month': { $gt: '' } },
      { _id: '$told.month', tokens: { $sum: '$told.tokens' }, cost: { $sum: '$told.cost' }, requests: { $sum: 1 } },
    );
    return new Map(rows.map((row) => [String(row['_id']), row]));
  }

  #countUsers({ start, cut, system }: Cut): Promise<Sums> {
    const isGone = { $and: [{ $in: ['$removed.stage', ['grace', 'erased']] }, isBefore('$removed.at', system)] };
    return this.#count(
      'users',
      { 'registered.createdAt': { $lt: cut } },
      { here: one({ $not: [isGone] }), new: one({ $gte: ['$registered.createdAt', start] }) },
    );
  }

  #countBooks({ start, cut, system }: Cut): Promise<Sums> {
    const isGone = { $and: [{ $in: ['$removed.stage', ['trashed', 'purged']] }, isBefore('$removed.at', system)] };
    return this.#count(
      'books',
      { 'created.createdAt': { $lt: cut } },
      { here: one({ $not: [isGone] }), new: one({ $gte: ['$created.createdAt', start] }) },
    );
  }

  /** Each referral is worth its credits twice: to whoever brought and to whoever came. */
  #countReferrals({ cut, system }: Cut): Promise<Sums> {
    const isPaid = isBefore('$told.processedAt', cut);
    const isCancelled = {
      $and: [
        { $eq: ['$told.status', 'cancelled'] },
        { $or: [isBefore('$told.cancelledAt', cut), isBefore('$cancelled.at', system)] },
      ],
    };
    const credits = (condition: object) => ({
      $sum: { $cond: [condition, { $multiply: [2, '$told.creditsAwarded'] }, 0] },
    });
    return this.#count(
      'referrals',
      { 'told.createdAt': { $lt: cut } },
      { all: { $sum: 1 }, paid: credits(isPaid), pending: credits({ $not: [{ $or: [isPaid, isCancelled] }] }) },
    );
  }

  async #count(collection: string, match: object, sums: object): Promise<Sums> {
    return (await this.#sum(collection, match, { _id: null, ...sums }))[0] ?? {};
  }

  #sum(collection: string, $match: object, $group: mongo.Document): Promise<mongo.Document[]> {
    return this.#connection.collection(collection).aggregate([{ $match }, { $group }]).toArray();
  }
}
