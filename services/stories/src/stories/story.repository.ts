import { limits } from '@inkbear/contracts/plans';
import { HeadRepository } from '@inkbear/manuscript-store/head.repository';
import { readStoredHead, type StoredHead, toStoredHead } from '@inkbear/manuscript-store/manuscript';
import type { StoredBytes } from '@inkbear/service-kit/byte-quota';
import type { Logger } from '@inkbear/service-kit/logger';
import { type ClientSession, type Connection, trusted } from 'mongoose';
import { storyModel } from './story.model.ts';
import { storyKind, type StoryRow } from './story.ts';

/** Everything but the texts. */
export type StoryPlan = Omit<StoryRow, 'content'>;

/** The lower bound of the indexes on work that waits. */
const never = new Date(0);
/** Texts that are read from the database in one go. */
const textsAtOnce = 8;
const withoutTexts = { content: 0, recent: 0 } as const;

/** Stories of authors; every write raises `version`, so that no save is decided on what has changed. */
export class StoryRepository extends HeadRepository<StoryRow> {
  readonly #stories;

  constructor(connection: Connection, logger: Logger) {
    super(connection, storyKind, logger);
    this.#stories = storyModel(connection);
  }

  /** Newest change first; what lies in the trash is left out. */
  listLive(userId: string): Promise<StoryPlan[]> {
    return this.#stories
      .find({ userId, state: 'live' }, withoutTexts)
      .sort({ updatedAt: -1 })
      .limit(limits.storiesPerUser)
      .lean<StoryPlan[]>()
      .exec();
  }

  /** A user's stories with their texts, in the order of their ids; only those with an id greater than `after`. */
  async *streamTexts(userId: string, after: string): AsyncGenerator<StoryRow> {
    const rows = this.#stories
      .find({ userId, state: 'live', _id: trusted({ $gt: after }) })
      .sort({ _id: 1 })
      .lean<StoredHead<StoryRow>[]>()
      .cursor({ batchSize: textsAtOnce });
    for await (const row of rows) yield readStoredHead(row);
  }

  /** How many stories a user has, and bytes of all that was set beside their texts; from the index alone. */
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

  /** What the stories of a user take; those in the trash count as deleted. From the index alone. */
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

  /** What can still be restored, newest first. */
  listTrashed(userId: string, now: Date): Promise<StoryPlan[]> {
    return this.#stories
      .find({ userId, state: 'trashed', purgeAt: trusted({ $gt: now }) }, withoutTexts)
      .sort({ deletedAt: -1 })
      .limit(limits.trashEntries)
      .lean<StoryPlan[]>()
      .exec();
  }

  /** Whether this story is the user's and not in the trash. */
  async belongsTo(id: string, userId: string): Promise<boolean> {
    return (await this.#stories.exists({ _id: id, userId, state: 'live' }).exec()) !== null;
  }

  async insert(row: StoryRow, session: ClientSession): Promise<void> {
    await this.#stories.create([toStoredHead(row)], { session });
  }

  /** The story as it is after this; null when no such story is in the state it has to be in. */
  move(
    where: { _id: string; userId?: string; state: StoryRow['state']; purgeAfter?: Date },
    set: Partial<Pick<StoryRow, 'state' | 'deletedAt' | 'purgeAt'>>,
    session: ClientSession,
  ): Promise<StoryPlan | null> {
    const { purgeAfter, ...filter } = where;
    const inTime = purgeAfter ? { purgeAt: trusted({ $gt: purgeAfter }) } : {};
    return this.#stories
      .findOneAndUpdate(
        { ...filter, ...inTime },
        { $set: { ...set, tellAt: null }, $inc: { version: 1 } },
        { session, returnDocument: 'after', projection: withoutTexts },
      )
      .lean<StoryPlan>()
      .exec();
  }

  listPurgeDue(now: Date, limit: number): Promise<StoryPlan[]> {
    return this.#stories
      .find({ purgeAt: trusted({ $gt: never, $lte: now }) }, withoutTexts)
      .sort({ purgeAt: 1 })
      .limit(limit)
      .lean<StoryPlan[]>()
      .exec();
  }

  /** False when somebody restored it first. */
  async startPurge({ _id, purgeAt }: StoryPlan): Promise<boolean> {
    return (
      (
        await this.#stories
          .updateOne(
            { _id, purgeAt, state: trusted({ $in: ['trashed', 'purging'] }) },
            { $set: { state: 'purging' }, $inc: { version: 1 } },
          )
          .exec()
      ).matchedCount === 1
    );
  }

  listTellDue(now: Date, limit: number): Promise<StoryPlan[]> {
    return this.#stories
      .find({ tellAt: trusted({ $gt: never, $lte: now }) }, withoutTexts)
      .sort({ tellAt: 1 })
      .limit(limit)
      .lean<StoryPlan[]>()
      .exec();
  }

  /** False when it was saved meanwhile. A save reads `tellAt`, so this is a new version. */
  async setTold({ _id, version }: StoryPlan, session: ClientSession): Promise<boolean> {
    return (
      (
        await this.#stories
          .updateOne({ _id, version }, { $set: { tellAt: null }, $inc: { version: 1 } }, { session })
          .exec()
      ).matchedCount === 1
    );
  }

  /** Copies counters unless a newer copy is there. */
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

  /** Puts every story of a user out of reach, and out of the way of the jobs. */
  async hideAllOf(userId: string, session: ClientSession): Promise<void> {
    await this.#stories
      .updateMany(
        { userId },
        { $set: { state: 'hidden', tellAt: null, thinAt: null, purgeAt: null }, $inc: { version: 1 } },
        { session },
      )
      .exec();
  }

  /** Ids of at most so many stories of a user, in whatever state. */
  async listIdsOf(userId: string, most: number): Promise<string[]> {
    return (await this.#stories.find({ userId }, { _id: 1 }).limit(most).lean().exec()).map(({ _id }) => _id);
  }

  async erase(ids: readonly string[], session?: ClientSession): Promise<void> {
    await this.#stories.deleteMany({ _id: trusted({ $in: [...ids] }) }, session ? { session } : {}).exec();
  }
}
