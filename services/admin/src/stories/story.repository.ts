import type { listAdminStories } from '@inkbear/contracts/admin/stories';
import type { RouteQuery } from '@inkbear/contracts/route';
import { escapeRegExp, listPage } from '@inkbear/service-kit/list-page';
import type { ClientSession, Connection, mongo } from 'mongoose';

export interface StoryRow {
  _id: string;
  /** What the admin list shows and is sorted and searched by. Absent for stories that it does not show. */
  list: { title: string; userName: string; userEmail: string; wordCount: number; createdAt: Date; search: string };
  /** A copy of the data in the newest event about this story. Absent in a row that only the previous release wrote. */
  data?: { storyType: string };
}

interface StoryOwner {
  readonly userName: string;
  readonly userEmail: string;
  readonly isErased: boolean;
}

/** The projected personal stories. */
export class StoryRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** A page of the admin list. */
  list(query: RouteQuery<typeof listAdminStories>): Promise<{ rows: StoryRow[]; next: string | null }> {
    const sort = query.sort.startsWith('-') ? `-list.${query.sort.slice(1)}` : `list.${query.sort}`;
    const filter = {
      'list.createdAt': { $exists: true },
      ...(query.q ? { 'list.search': { $regex: escapeRegExp(query.q.toLowerCase()) } } : {}),
    };
    return listPage(this.#stories, { ...query, sort }, filter as mongo.Filter<StoryRow>);
  }

  countLive(userId: string, session: ClientSession): Promise<number> {
    return this.#stories.countDocuments({ 'data.userId': userId, 'data.stage': 'live' }, { session });
  }

  /**
   * Recomputes what the list shows of a user's stories, because it shows and searches the user's name too. Stories of
   * erased users are not listed.
   */
  async refreshListRows(
    userId: string,
    { userName, userEmail, isErased }: StoryOwner,
    session: ClientSession,
  ): Promise<void> {
    const isListed = isErased ? false : { $eq: ['$data.stage', 'live'] };
    const list = {
      title: '$data.title',
      wordCount: '$data.wordCount',
      createdAt: '$data.createdAt',
      userName: { $literal: userName },
      userEmail: { $literal: userEmail },
      search: { $toLower: { $concat: ['$data.title', { $literal: ` ${userName} ${userEmail}` }] } },
    };
    await this.#stories.updateMany(
      { 'data.userId': userId },
      [{ $set: { list: { $cond: [isListed, list, '$$REMOVE'] } } }],
      { session },
    );
  }

  /** Blanks the titles of an erased user, also under the name of the previous release. Returns how many had any. */
  async eraseTitles(userId: string): Promise<number> {
    let erased = 0;
    for (const part of ['data', 'told']) {
      const update = { $set: { [`${part}.title`]: '' }, $unset: { list: '' as const } };
      erased += (await this.#stories.updateMany({ [`${part}.userId`]: userId }, update)).modifiedCount;
    }
    return erased;
  }

  get #stories() {
    return this.#connection.collection<StoryRow>('stories');
  }
}
