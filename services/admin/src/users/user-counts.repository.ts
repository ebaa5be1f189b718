import type { ClientSession, Connection } from 'mongoose';

interface BookCounts {
  readonly bookCount: number;
  readonly bookCountThisMonth: number;
}
interface CallSums {
  readonly openaiTokensUsed: number;
  readonly openaiCostThisMonth: number;
  readonly openaiRequestsThisMonth: number;
}

/** Counts a user's projected books and AI calls. */
export class UserCountsRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Ids of users who called AI or created a book in this month. */
  async listActiveUsers({ month, monthStart }: { month: string; monthStart: Date }): Promise<string[]> {
    const [aiUsers, bookOwners] = await Promise.all([
      this.#calls.distinct('data.userId', { 'data.month': month }),
      this.#books.distinct('created.userId', { 'created.createdAt': { $gte: monthStart } }),
    ]);
    return [...new Set([...aiUsers, ...bookOwners].map(String))];
  }

  async countBooks(userId: string, monthStart: Date, session: ClientSession): Promise<BookCounts> {
    const bookCount = await this.#books.countDocuments(
      { 'created.userId': userId, 'removed.stage': { $nin: ['trashed', 'purged'] } },
      { session },
    );
    const bookCountThisMonth = await this.#books.countDocuments(
      { 'created.userId': userId, 'created.createdAt': { $gte: monthStart } },
      { session },
    );
    return { bookCount, bookCountThisMonth };
  }

  /** Sums the tokens of all calls, and cost and number of those since the given time. */
  async sumCalls(userId: string, since: Date, session: ClientSession): Promise<CallSums> {
    const isCounted = { $gte: ['$data.at', since] };
    const [calls] = await this.#calls
      .aggregate(
        [
          { $match: { 'data.userId': userId } },
          {
            $group: {
              _id: null,
              tokens: { $sum: '$data.tokens' },
              cost: { $sum: { $cond: [isCounted, '$data.cost', 0] } },
              requests: { $sum: { $cond: [isCounted, 1, 0] } },
            },
          },
        ],
        { session },
      )
      .toArray();
    return {
      openaiTokensUsed: Number(calls?.['tokens'] ?? 0),
      openaiCostThisMonth: Number(Number(calls?.['cost'] ?? 0).toFixed(4)),
      openaiRequestsThisMonth: Number(calls?.['requests'] ?? 0),
    };
  }

  get #books() {
    return this.#connection.collection('books');
  }
  get #calls() {
    return this.#connection.collection('ai_calls');
  }
}
