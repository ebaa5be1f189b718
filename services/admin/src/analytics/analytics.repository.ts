import type { AnalyticsMonth } from '@inkbear/contracts/admin/analytics';
import type { Connection, mongo } from 'mongoose';
import type { ClockMoveRepository } from '../projections/clock-move.repository.ts';
import { toSystemTime } from '../projections/clock-moves.ts';
import { ActivePlanCount, type PlanChange } from './active-plans.ts';
import { lastMonths, type Month } from './months.ts';

interface MonthOnBothClocks extends Month {
  /** The system time at which business time reached `end`. */
  readonly systemEnd: Date;
}
type Sums = Record<string, number>;

const countIf = (condition: object): object => ({ $sum: { $cond: [condition, 1, 0] } });
/** In an aggregation a missing field sorts before every date, so its presence is checked too. */
const isBefore = (field: string, time: Date): object => ({ $and: [{ $gt: [field, null] }, { $lt: [field, time] }] });
const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/**
 * Computes the twelve figures of a month from the projections on each request. So there are no counters that could
 * differ from the rows.
 */
export class AnalyticsRepository {
  readonly #connection: Connection;
  readonly #clockMoves: ClockMoveRepository;

  constructor(connection: Connection, clockMoves: ClockMoveRepository) {
    this.#connection = connection;
    this.#clockMoves = clockMoves;
  }

  /** The last `count` months, oldest first. */
  async listLastMonths(now: Date, count: number): Promise<AnalyticsMonth[]> {
    const moves = await this.#clockMoves.list();
    const months = lastMonths(now, count).map((month): MonthOnBothClocks => ({
      ...month,
      systemEnd: toSystemTime(moves, month.end),
    }));
    const [activePlans, money, calls] = await Promise.all([
      this.#countActivePlans(months),
      this.#sumMoney(),
      this.#sumCalls(),
    ]);
    return await Promise.all(
      months.map(async (month, index) => {
        const [users, books, referrals] = await Promise.all([
          this.#countUsers(month),
          this.#countBooks(month),
          this.#countReferrals(month),
        ]);
        const callsOfMonth = calls.get(month.month);
        const tokens = [...calls].reduce(
          (sum, [name, row]) => (name <= month.month ? sum + (row['tokens'] ?? 0) : sum),
          0,
        );
        return {
          month: month.month,
          totalUsers: users['existing'] ?? 0,
          newUsersThisMonth: users['new'] ?? 0,
          activeProPlans: activePlans[index] ?? 0,
          monthlyRevenue: round((money.get(month.month) ?? 0) / 100, 2),
          totalBooks: books['existing'] ?? 0,
          booksThisMonth: books['new'] ?? 0,
          totalCostThisMonth: round(callsOfMonth?.['cost'] ?? 0, 4),
          totalTokensUsed: tokens,
          totalRequestsThisMonth: callsOfMonth?.['requests'] ?? 0,
          totalReferrals: referrals['all'] ?? 0,
          pendingCredits: referrals['pending'] ?? 0,
          creditsPaid: referrals['paid'] ?? 0,
        };
      }),
    );
  }

  async #countActivePlans(months: readonly MonthOnBothClocks[]): Promise<number[]> {
    const count = new ActivePlanCount(
      months.map(({ end, systemEnd }) => ({ business: end, system: systemEnd })),
      await this.#listRemovals(),
    );
    const changes = this.#connection
      .collection<{ _id: string; data: PlanChange }>('plan_changes')
      .find({}, { projection: { data: 1 } })
      .sort({ 'data.userId': 1, 'data.order': 1 })
      .hint({ 'data.userId': 1, 'data.order': 1 });
    for await (const { data: change } of changes) if (change) count.add(change);
    return count.finish();
  }

  /** The system time of each user's removal, by user id. */
  async #listRemovals(): Promise<Map<string, Date>> {
    const removedUsers = await this.#connection
      .collection<{ _id: string; removed: { at: Date } }>('users')
      .find({ 'removed.stage': { $in: ['grace', 'erased'] } }, { projection: { 'removed.at': 1 } })
      .toArray();
    return new Map(removedUsers.map(({ _id, removed }) => [_id, removed.at]));
  }

  /** Payments minus refunds of each month, in pence. */
  async #sumMoney(): Promise<Map<string, number>> {
    const sums = new Map<string, number>();
    for (const [collection, sign] of [
      ['payments', 1],
      ['refunds', -1],
    ] as const) {
      for (const { _id, amount } of await this.#sum(
        collection,
        { 'data.month': { $gt: '' } },
        { _id: '$data.month', amount: { $sum: '$data.amount' } },
      ))
        sums.set(String(_id), (sums.get(String(_id)) ?? 0) + sign * Number(amount));
    }
    return sums;
  }

  async #sumCalls(): Promise<Map<string, Sums>> {
    const rows = await this.#sum(
      'ai_calls',
      { 'data.month': { $gt: '' } },
      { _id: '$data.month', tokens: { $sum: '$data.tokens' }, cost: { $sum: '$data.cost' }, requests: { $sum: 1 } },
    );
    return new Map(rows.map((row) => [String(row['_id']), row]));
  }

  #countUsers({ start, end, systemEnd }: MonthOnBothClocks): Promise<Sums> {
    const isGone = { $and: [{ $in: ['$removed.stage', ['grace', 'erased']] }, isBefore('$removed.at', systemEnd)] };
    return this.#count(
      'users',
      { 'registered.createdAt': { $lt: end } },
      { existing: countIf({ $not: [isGone] }), new: countIf({ $gte: ['$registered.createdAt', start] }) },
    );
  }

  #countBooks({ start, end, systemEnd }: MonthOnBothClocks): Promise<Sums> {
    const isGone = { $and: [{ $in: ['$removed.stage', ['trashed', 'purged']] }, isBefore('$removed.at', systemEnd)] };
    return this.#count(
      'books',
      { 'created.createdAt': { $lt: end } },
      { existing: countIf({ $not: [isGone] }), new: countIf({ $gte: ['$created.createdAt', start] }) },
    );
  }

  /** Counts the credits of a referral twice: for the referrer and for the referred user. */
  #countReferrals({ end, systemEnd }: MonthOnBothClocks): Promise<Sums> {
    const isPaid = isBefore('$data.processedAt', end);
    const isCancelled = {
      $and: [
        { $eq: ['$data.status', 'cancelled'] },
        { $or: [isBefore('$data.cancelledAt', end), isBefore('$cancelled.at', systemEnd)] },
      ],
    };
    const credits = (condition: object) => ({
      $sum: { $cond: [condition, { $multiply: [2, '$data.creditsAwarded'] }, 0] },
    });
    return this.#count(
      'referrals',
      { 'data.createdAt': { $lt: end } },
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
