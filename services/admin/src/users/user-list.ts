import type { Clock } from '@inkbear/service-kit/clock';
import { inTransaction } from '@inkbear/service-kit/mongo';
import type { ClientSession, Connection } from 'mongoose';
import { monthOf, startOfMonth } from '../analytics/months.ts';
import type { StoryRepository } from '../stories/story.repository.ts';
import type { UserCountsRepository } from './user-counts.repository.ts';
import { countedSince, namesOf, toListRow, type UserCounts, type UserRow } from './user.ts';
import type { UserRepository } from './user.repository.ts';

interface Deps {
  readonly connection: Connection;
  readonly users: UserRepository;
  readonly counts: UserCountsRepository;
  readonly stories: StoryRepository;
  readonly clock: Clock;
}

/**
 * Keeps the rows of the admin list of users up to date. Rows are computed from the projections and are eventually
 * consistent.
 */
export class UserList {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Recomputes the row of a user, and the rows of the user's stories, which contain the user's name. */
  async refresh(userId: string, session: ClientSession): Promise<void> {
    const { users, stories, clock } = this.#deps;
    const row = await users.find(userId, session);
    if (!row) return;
    const now = clock.now();
    const counts = await this.#count(row, startOfMonth(now), session);
    await users.saveListRow(userId, toListRow(row, counts, monthOf(now)), session);
    const { email, firstName, lastName } = namesOf(row);
    const owner = {
      userName: `${firstName} ${lastName}`.trim(),
      userEmail: email,
      isErased: row.removed?.stage === 'erased',
    };
    await stories.refreshListRows(userId, owner, session);
  }

  /**
   * When a new month has begun: resets the monthly counts of all users, and recomputes those of users who were already
   * active in it.
   */
  async startNewMonth(): Promise<void> {
    const { connection, users, counts, clock } = this.#deps;
    const month = monthOf(clock.now());
    if (!(await users.resetMonthlyCounts(month))) return;
    for (const userId of await counts.listActiveUsers({ month, monthStart: startOfMonth(clock.now()) }))
      await inTransaction(connection, (session) => this.refresh(userId, session));
  }

  async #count(row: UserRow, monthStart: Date, session: ClientSession): Promise<UserCounts> {
    const { counts, stories } = this.#deps;
    const since = countedSince(row, monthStart) ?? monthStart;
    const books = await counts.countBooks(row._id, monthStart, session);
    const storyCount = await stories.countLive(row._id, session);
    return { ...books, storyCount, ...(await counts.sumCalls(row._id, since, session)) };
  }
}
