import type { Clock } from '@inkbear/service-kit/clock';
import { inTransaction } from '@inkbear/service-kit/mongo';
import type { ClientSession, Connection } from 'mongoose';
import { monthOf, startOfMonth } from '../analytics/months.ts';
import { countedSince, toListRow, type UserCounts, type UserRow } from './user.ts';

/** Recomputes a user's row in the admin list from the projections. The row is eventually consistent. */
export class UserList {
  readonly #connection: Connection;
  readonly #clock: Clock;

  constructor(connection: Connection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  async refresh(userId: string, session: ClientSession): Promise<void> {
    const row = await this.#users.findOne({ _id: userId }, { session });
    if (!row) return;
    const now = this.#clock.now();
    const list = toListRow(row, await this.#count(row, startOfMonth(now), session), monthOf(now));
    await this.#users.updateOne({ _id: userId }, list ? { $set: { list } } : { $unset: { list: '' } }, { session });
    await this.#updateStoryRows(userId, row, session);
  }

  /** Resets the monthly counts when a new month has begun, and recomputes users who were active in it. */
  async startNewMonth(): Promise<void> {
    const month = monthOf(this.#clock.now());
    if (!(await this.#users.findOne({ 'list.month': { $lt: month } }, { projection: { _id: 1 } }))) return;
    await this.#users.updateMany(
      { 'list.month': { $lt: month } },
      {
        $set: {
          'list.month': month,
          'list.bookCountThisMonth': 0,
          'list.openaiCostThisMonth': 0,
          'list.openaiRequestsThisMonth': 0,
        },
      },
    );
    for (const userId of await this.#listActiveIn(startOfMonth(this.#clock.now())))
      await inTransaction(this.#connection, (session) => this.refresh(userId, session));
  }

  async #listActiveIn(monthStart: Date): Promise<string[]> {
    const [callers, writers] = await Promise.all([
      this.#connection.collection('ai_calls').distinct('told.userId', { 'told.month': monthOf(monthStart) }),
      this.#connection.collection('books').distinct('created.userId', { 'created.createdAt': { $gte: monthStart } }),
    ]);
    return [...new Set([...callers, ...writers].map(String))];
  }

  async #count(row: UserRow, monthStart: Date, session: ClientSession): Promise<UserCounts> {
    const { _id: userId } = row;
    const books = this.#connection.collection('books');
    const since = countedSince(row, monthStart) ?? monthStart;
    const isCounted = { $gte: ['$told.at', since] };
    const bookCount = await books.countDocuments(
      { 'created.userId': userId, 'removed.stage': { $nin: ['trashed', 'purged'] } },
      { session },
    );
    const bookCountThisMonth = await books.countDocuments(
      { 'created.userId': userId, 'created.createdAt': { $gte: monthStart } },
      { session },
    );
    const storyCount = await this.#connection
      .collection('stories')
      .countDocuments({ 'told.userId': userId, 'told.stage': 'live' }, { session });
    const [calls] = await this.#connection
      .collection('ai_calls')
      .aggregate(
        [
          { $match: { 'told.userId': userId } },
          {
            $group: {
              _id: null,
              tokens: { $sum: '$told.tokens' },
              cost: { $sum: { $cond: [isCounted, '$told.cost', 0] } },
              requests: { $sum: { $cond: [isCounted, 1, 0] } },
            },
          },
        ],
        { session },
      )
      .toArray();
    return {
      bookCount,
      bookCountThisMonth,
      storyCount,
      openaiTokensUsed: Number(calls?.['tokens'] ?? 0),
      openaiCostThisMonth: Number(Number(calls?.['cost'] ?? 0).toFixed(4)),
      openaiRequestsThisMonth: Number(calls?.['requests'] ?? 0),
    };
  }

  /** Copies names to the user's stories, because the admin list of stories displays and searches them. */
  async #updateStoryRows(userId: string, { registered, removed }: UserRow, session: ClientSession): Promise<void> {
    const { email, firstName, lastName } =
      registered && removed?.stage !== 'erased' ? registered : { email: '', firstName: '', lastName: '' };
    const userName = `${firstName} ${lastName}`.trim();
    const list = {
      title: '$told.title',
      wordCount: '$told.wordCount',
      createdAt: '$told.createdAt',
      userName: { $literal: userName },
      userEmail: { $literal: email },
      search: { $toLower: { $concat: ['$told.title', { $literal: ` ${userName} ${email}` }] } },
    };
    await this.#connection
      .collection('stories')
      .updateMany(
        { 'told.userId': userId },
        [{ $set: { list: { $cond: [{ $eq: ['$told.stage', 'live'] }, list, '$$REMOVE'] } } }],
        { session },
      );
  }

  get #users() {
    return this.#connection.collection<UserRow>('users');
  }
}
