import { storyChanged } from '@inkbear/contracts/events';
import { limits } from '@inkbear/contracts/plans';
import { HeadRepository } from '@inkbear/manuscript-store/head.repository';
import { readStoredHead, type StoredHead, toStoredHead } from '@inkbear/manuscript-store/manuscript';
import type { StoredBytes } from '@inkbear/service-kit/byte-quota';
import type { Logger } from '@inkbear/service-kit/logger';
import { type ClientSession, type Connection, trusted } from 'mongoose';
import { storyModel } from './story.model.ts';
import { storyKind, storyRenames, type StoryRow } from './story.ts';

/** All fields except the text, the pending changes and the times of jobs. */
export type StoryWithoutText = Omit<StoryRow, 'content' | 'compactAt' | 'publishAt'>;

/** Lower bound of the partial indexes on `publishAt` and `purgeAt`; a query must repeat it. */
const epoch = new Date(0);
/** Cursor batch size for rows with texts, which may have megabytes each. */
const textsPerRead = 8;
const withoutTexts = { content: 0, recent: 0, compactAt: 0, thinAt: 0, publishAt: 0, tellAt: 0 } as const;
const notDue = storyRenames.withBothNames({ publishAt: null });
const dueField = storyRenames.storedName('publishAt');

/**
 * Stores stories. Every write of a field that a save reads or sets increments `version`, so that a concurrent save, which
 * read an older row, is retried.
 */
export class StoryRepository extends HeadRepository<StoryRow> {
  readonly #stories;
  readonly #outbox;

  constructor(connection: Connection, logger: Logger) {
    super(connection, storyKind, logger);
    this.#stories = storyModel(connection);
    this.#outbox = connection.collection('outbox');
  }

  /** The stories that are not in the trash, newest change first. */
  listLive(userId: string): Promise<StoryWithoutText[]> {
    return this.#stories
      .find({ userId, state: 'live' }, withoutTexts)
      .sort({ updatedAt: -1 })
      .limit(limits.storiesPerUser)
      .lean<StoryWithoutText[]>()
      .exec();
  }

  /** A user's stories with their texts, ordered by id, starting after the id `after`. */
  async *streamTexts(userId: string, after: string): AsyncGenerator<StoryRow> {
    const rows = this.#stories
      .find({ userId, state: 'live', _id: trusted({ $gt: after }) })
      .sort({ _id: 1 })
      .lean<StoredHead<StoryRow>[]>()
      .cursor({ batchSize: textsPerRead });
    for await (const row of rows) yield readStoredHead(row, storyRenames);
  }

  /** The number of a user's stories and the bytes of their fields (without texts). A covered query. */
  async measureList(userId: string, session?: ClientSession): Promise<{ count: number; bytes: number }> {
    const [sum] = await this.#stories
      .aggregate<{ count: number; bytes: number }>([
        { $match: { userId, state: 'live' } },
        { $group: { _id: null, count: { $sum: 1 }, bytes: { $sum: '$fieldBytes' } } },
      ])
      .hint('storage')
      .session(session ?? null)
      .exec();
    return sum ?? { count: 0, bytes: 0 };
  }

  /** Bytes that a user's stories use; those in the trash count as deleted. A covered query. */
  async measure(userId: string): Promise<StoredBytes> {
    const rows = await this.#stories
      .aggregate<{ _id: StoryRow['state']; stored: number; deleted: number }>([
        { $match: { userId } },
        { $group: { _id: '$state', stored: { $sum: '$storedBytes' }, deleted: { $sum: '$deletedBytes' } } },
      ])
      .hint('storage')
      .exec();
    const counted = rows.find(({ _id }) => _id === 'live')?.stored ?? 0;
    const all = rows.reduce((sum, { stored, deleted }) => sum + stored + deleted, 0);
    return { counted, deleted: all - counted };
  }

  async countTrashed(userId: string, session: ClientSession): Promise<number> {
    return await this.#stories.countDocuments({ userId, state: 'trashed' }).session(session).exec();
  }

  /** The stories that can be restored, most recently deleted first. */
  listTrashed(userId: string, now: Date): Promise<StoryWithoutText[]> {
    return this.#stories
      .find({ userId, state: 'trashed', purgeAt: trusted({ $gt: now }) }, withoutTexts)
      .sort({ deletedAt: -1 })
      .limit(limits.trashEntries)
      .lean<StoryWithoutText[]>()
      .exec();
  }

  /** Whether this story is the user's and not in the trash. */
  async belongsTo(id: string, userId: string): Promise<boolean> {
    return (await this.#stories.exists({ _id: id, userId, state: 'live' }).exec()) !== null;
  }

  async insert(row: StoryRow, session: ClientSession): Promise<void> {
    await this.#stories.create([toStoredHead(row, storyRenames)], { session });
  }

  /** Returns the updated story; null when no story with this id is in the expected state. */
  changeState(
    where: { _id: string; userId?: string; state: StoryRow['state']; purgeAfter?: Date },
    set: Partial<Pick<StoryRow, 'state' | 'deletedAt' | 'purgeAt'>>,
    session: ClientSession,
  ): Promise<StoryWithoutText | null> {
    const { purgeAfter, ...filter } = where;
    const notExpired = purgeAfter ? { purgeAt: trusted({ $gt: purgeAfter }) } : {};
    return this.#stories
      .findOneAndUpdate(
        { ...filter, ...notExpired },
        { $set: { ...set, ...notDue }, $inc: { version: 1 } },
        { session, returnDocument: 'after', projection: withoutTexts },
      )
      .lean<StoryWithoutText>()
      .exec();
  }

  /** The stories whose time in the trash is over, oldest first. */
  listPurgeDue(now: Date, limit: number): Promise<StoryWithoutText[]> {
    return this.#stories
      .find({ purgeAt: trusted({ $gt: epoch, $lte: now }) }, withoutTexts)
      .sort({ purgeAt: 1 })
      .limit(limit)
      .lean<StoryWithoutText[]>()
      .exec();
  }

  /** Returns false when the story was restored meanwhile. */
  async startPurge({ _id, purgeAt }: StoryWithoutText): Promise<boolean> {
    const result = await this.#stories
      .updateOne(
        { _id, purgeAt, state: trusted({ $in: ['trashed', 'purging'] }) },
        { $set: { state: 'purging' }, $inc: { version: 1 } },
      )
      .exec();
    return result.matchedCount === 1;
  }

  /** The stories whose next event is due, oldest first. */
  listPublishDue(now: Date, limit: number): Promise<StoryWithoutText[]> {
    return this.#stories
      .find({ [dueField]: trusted({ $gt: epoch, $lte: now }) }, withoutTexts)
      .sort({ [dueField]: 1 })
      .limit(limit)
      .lean<StoryWithoutText[]>()
      .exec();
  }

  /** Returns false when the story was saved meanwhile. Increments `version`, because saves read `publishAt`. */
  async markPublished({ _id, version }: StoryWithoutText, session: ClientSession): Promise<boolean> {
    const result = await this.#stories
      .updateOne({ _id, version }, { $set: notDue, $inc: { version: 1 } }, { session })
      .exec();
    return result.matchedCount === 1;
  }

  /** Stores the counters, unless newer ones (by `seq`) are stored. */
  async setAiCounters(
    id: string,
    userId: string,
    seq: number,
    counters: Pick<StoryRow, 'aiGeneratedCount' | 'aiEditCount' | 'polishCount'>,
    session: ClientSession,
  ): Promise<void> {
    await this.#stories
      .updateOne(
        { _id: id, userId, aiSeq: trusted({ $lt: seq }) },
        { $set: { ...counters, aiSeq: seq }, $inc: { version: 1 } },
        { session },
      )
      .exec();
  }

  async setExported(id: string, userId: string, session: ClientSession): Promise<void> {
    await this.#stories
      .updateOne({ _id: id, userId }, { $set: { exported: true }, $inc: { version: 1 } }, { session })
      .exec();
  }

  /** Makes all stories of a user unreachable and cancels their jobs. */
  async hideAllOfUser(userId: string, session: ClientSession): Promise<void> {
    await this.#stories
      .updateMany(
        { userId },
        {
          $set: { state: 'hidden', purgeAt: null, ...storyRenames.withBothNames({ publishAt: null, compactAt: null }) },
          $inc: { version: 1 },
        },
        { session },
      )
      .exec();
  }

  /** Ids of up to `limit` stories of a user, in any state. */
  async listIdsOfUser(userId: string, limit: number): Promise<string[]> {
    const rows = await this.#stories.find({ userId }, { _id: 1 }).limit(limit).lean().exec();
    return rows.map(({ _id }) => _id);
  }

  async erase(ids: readonly string[], session?: ClientSession): Promise<void> {
    await this.#stories.deleteMany({ _id: trusted({ $in: [...ids] }) }, session ? { session } : {}).exec();
  }

  /** Blanks the titles in published events. Titles are the only texts of an author in events. */
  async blankPublishedTitles(ids: readonly string[]): Promise<void> {
    await this.#outbox.updateMany({ type: storyChanged.type, key: { $in: [...ids] } }, { $set: { 'data.title': '' } });
  }
}
