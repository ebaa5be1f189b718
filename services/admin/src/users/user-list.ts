import type { Clock } from '@inkbear/service-kit/clock';
import { inTransaction } from '@inkbear/service-kit/mongo';
import type { ClientSession, Connection } from 'mongoose';
import { monthOf, startOfMonth } from '../analytics/months.ts';
import { countedSince, toListRow, type UserCounts, type UserRow } from './user.ts';

/**
 * Keeps the rows of the admin list of users up to date. Rows are computed from the projections and are eventually
 * consistent.
 */
export class UserList {
  readonly #connection: Connection;
  readonly #clock: Clock;

  constructor(connection: Connection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /** Recomputes the row of a user, and the names in the rows of the user's stories. */
  async refresh(userId: string, session: ClientSession): Promise<void> {
    const row = await this.#users.findOne({ _id: userId }, { session });
    if (!row) return;
    const now = this.#clock.now();
    const list = toListRow(row, await this.#count(row, startOfMonth(now), session), monthOf(now));
    await this.#users.updateOne({ _id: userId }, list ? { $set: { list } } : { $unset: { list: '' } }, { session });
    await this.#updateStoryRows(userId, row, session);
  }

  /**
   * When a new month has begun: resets the monthly counts of all users, and recomputes those of users who were already
   * active in it.
   */
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
    for (const userId of await this.#listActiveSince(startOfMonth(this.#clock.now())))
      await inTransaction(this.#connection, (session) => this.refresh(userId, session));
  }

  /** Ids of users who called AI or created a book in this month. */
  async #listActiveSince(monthStart: Date): Promise<string[]> {
    const [aiUsers, bookOwners] = await Promise.all([
      this.#connection.collection('ai_calls').distinct('told.userId', { 'told.month': monthOf(monthStart) }),
      this.#connection.collection('books').distinct('created.userId', { 'created.createdAt': { $gte: monthStart } }),
    ]);
    return [...new Set([...aiUsers, ...bookOwners].map(String))];
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

  /**
   * Copies the user's name to the rows of the user's stories, because the admin list of stories shows and searches it.
   * Stories of erased users are not listed.
   */
  async #updateStoryRows(userId: string, { registered, removed }: UserRow, session: ClientSession): Promise<void> {
    const { email, firstName, lastName } = registered ?? { email: '', firstName: '', lastName: '' };
    const isListed = removed?.stage === 'erased' ? false : { $eq: ['$told.stage', 'live'] };
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
      .updateMany({ 'told.userId': userId }, [{ $set: { list: { $cond: [isListed, list, '$$REMOVE'] } } }], {
        session,
      });
  }

  get #users() {
    return this.#connection.collection<UserRow>('users');
  }
}
