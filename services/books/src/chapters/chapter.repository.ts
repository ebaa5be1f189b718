import { listedChaptersMax } from '@inkbear/contracts/books/chapter';
import { HeadRepository } from '@inkbear/manuscript-store/head.repository';
import { readStoredHead, type StoredHead, toStoredHead } from '@inkbear/manuscript-store/manuscript';
import type { StoredBytes } from '@inkbear/service-kit/byte-quota';
import type { Logger } from '@inkbear/service-kit/logger';
import { ProblemError } from '@inkbear/service-kit/problem';
import { type ClientSession, type Connection, trusted } from 'mongoose';
import { chapterModel } from './chapter.model.ts';
import { chapterKind, type ChapterRow } from './chapter.ts';

/** Sums over the live chapters of one book. */
export interface BookTotals {
  totalChapters: number;
  completedChapters: number;
  writtenWords: number;
  /** The newest change of any chapter. */
  changedAt: Date;
}

/** Everything but the texts. */
export type ChapterPlan = Omit<ChapterRow, 'content'>;
export type ProgressRow = Pick<
  ChapterRow,
  '_id' | 'bookId' | 'userId' | 'version' | 'wordCount' | 'written' | 'reported' | 'progressDueAt' | 'updatedAt'
>;

/** The lower bound of the index on words that wait. */
const never = new Date(0);
/** Texts that are read from the database in one go. */
const textsAtOnce = 4;
const withoutTexts = { content: 0, recent: 0 } as const;

/** Chapters in their books; every write raises `version`, so that no save is decided on what has changed. */
export class ChapterRepository extends HeadRepository<ChapterRow> {
  readonly #chapters;

  constructor(connection: Connection, logger: Logger) {
    super(connection, chapterKind, logger);
    this.#chapters = chapterModel(connection);
  }

  /** Where the owner's chapter belongs, without its text; 404 for anything else. */
  async getPlace(id: string, userId: string): Promise<Pick<ChapterRow, '_id' | 'bookId'>> {
    const row = await this.#chapters
      .findOne({ _id: id, userId, state: 'live' }, { bookId: 1 })
      .lean<Pick<ChapterRow, '_id' | 'bookId'>>()
      .exec();
    if (!row) throw new ProblemError('books.chapter_not_found');
    return row;
  }

  find(id: string, session: ClientSession): Promise<ChapterPlan | null> {
    return this.#chapters.findById(id, withoutTexts).session(session).lean<ChapterRow>().exec();
  }

  /** Chapters before a number with their texts, the nearest one first. */
  async *streamTextsBelow(bookId: string, below: number): AsyncGenerator<ChapterRow> {
    const rows = this.#chapters
      .find({ bookId, state: 'live', chapterNumber: trusted({ $lt: below }) })
      .sort({ chapterNumber: -1 })
      .lean<StoredHead<ChapterRow>[]>()
      .cursor({ batchSize: textsAtOnce });
    for await (const row of rows) yield readStoredHead(row);
  }

  /** Chapters of a book with their texts in the order of `ids`; those that are not in the book (any more) are left out. */
  async *streamTextsOf(bookId: string, ids: readonly string[]): AsyncGenerator<ChapterRow> {
    for (let at = 0; at < ids.length; at += textsAtOnce) {
      const some = ids.slice(at, at + textsAtOnce);
      const rows = await this.#chapters
        .find({ _id: trusted({ $in: some }), bookId, state: 'live' })
        .lean<StoredHead<ChapterRow>[]>()
        .exec();
      const found = new Map(rows.map((row) => [row._id, row]));
      for (const id of some) {
        const row = found.get(id);
        if (row) yield readStoredHead(row);
      }
    }
  }

  async countLive(bookId: string, session: ClientSession): Promise<number> {
    return await this.#chapters.countDocuments({ bookId, state: 'live' }).session(session).exec();
  }

  /** Bytes of all that authors set beside the texts in one book; from the index alone. */
  async sumFieldBytes(userId: string, bookId: string): Promise<number> {
    const [sum] = await this.#chapters
      .aggregate<{ bytes: number }>([
        { $match: { userId, state: 'live', bookId } },
        { $group: { _id: null, bytes: { $sum: '$fieldBytes' } } },
      ])
      .hint('storage')
      .exec();
    return sum?.bytes ?? 0;
  }

  /** What the chapters of a user take; those in the trash, or in a book that is, count as deleted. From the index alone. */
  async measure(userId: string): Promise<StoredBytes> {
    const rows = await this.#chapters
      .aggregate<{ _id: ChapterRow['state']; stored: number; deleted: number }>([
        { $match: { userId } },
        { $group: { _id: '$state', stored: { $sum: '$storedBytes' }, deleted: { $sum: '$deletedBytes' } } },
      ])
      .hint('storage')
      .exec();
    const live = rows.find(({ _id }) => _id === 'live');
    const all = rows.reduce((sum, { stored, deleted }) => sum + stored + deleted, 0);
    const counted = live?.stored ?? 0;
    return { counted, deleted: all - counted };
  }

  /** Every chapter of a book, for transactions that must see each of them. */
  listPlans(bookId: string, session: ClientSession): Promise<ChapterPlan[]> {
    return this.#chapters
      .find({ bookId, state: 'live' }, withoutTexts)
      .sort({ chapterNumber: 1 })
      .session(session)
      .lean<ChapterRow[]>()
      .exec();
  }

  /** The chapters of a book in order, as many as a reply may list. */
  listShownPlans(bookId: string): Promise<ChapterPlan[]> {
    return this.#chapters
      .find({ bookId, state: 'live' }, withoutTexts)
      .sort({ chapterNumber: 1 })
      .limit(listedChaptersMax)
      .lean<ChapterRow[]>()
      .exec();
  }

  async totals(userId: string, bookId?: string): Promise<Map<string, BookTotals>> {
    const rows = await this.#chapters
      .aggregate<BookTotals & { _id: string }>([
        { $match: { userId, state: 'live', ...(bookId === undefined ? {} : { bookId }) } },
        { $project: { _id: 0, bookId: 1, wordCount: 1, isComplete: 1, updatedAt: 1 } },
        {
          $group: {
            _id: '$bookId',
            totalChapters: { $sum: 1 },
            completedChapters: { $sum: { $cond: ['$isComplete', 1, 0] } },
            writtenWords: { $sum: '$wordCount' },
            changedAt: { $max: '$updatedAt' },
          },
        },
      ])
      .hint('totals')
      .exec();
    return new Map(rows.map(({ _id, ...totals }) => [_id, totals]));
  }

  async insertMany(rows: readonly ChapterRow[], session: ClientSession): Promise<void> {
    await this.#chapters.insertMany(
      rows.map((row) => toStoredHead(row)),
      { session },
    );
  }

  /** Moves the numbers from `from` on up or down by one. */
  async shiftNumbers(bookId: string, from: number, by: 1 | -1, session: ClientSession): Promise<void> {
    await this.#chapters
      .updateMany(
        { bookId, state: 'live', chapterNumber: trusted({ $gte: from }) },
        { $inc: { chapterNumber: by, version: 1 } },
        { session },
      )
      .exec();
  }

  async setNumbers(numbers: readonly { id: string; chapterNumber: number }[], session: ClientSession): Promise<void> {
    if (numbers.length === 0) return;
    await this.#chapters.bulkWrite(
      numbers.map(({ id, chapterNumber }) => ({
        updateOne: { filter: { _id: id }, update: { $set: { chapterNumber }, $inc: { version: 1 } } },
      })),
      { session },
    );
  }

  /** False when it was not in the state it had to be in. */
  async move(
    id: string,
    from: ChapterRow['state'],
    to: ChapterRow['state'],
    more: { chapterNumber?: number; updatedAt: Date },
    session: ClientSession,
  ): Promise<boolean> {
    const result = await this.#chapters
      .updateOne({ _id: id, state: from }, { $set: { state: to, ...more }, $inc: { version: 1 } }, { session })
      .exec();
    return result.matchedCount === 1;
  }

  async moveAllOf(
    bookId: string,
    from: ChapterRow['state'],
    to: ChapterRow['state'],
    session: ClientSession,
  ): Promise<void> {
    await this.#chapters
      .updateMany({ bookId, state: from }, { $set: { state: to }, $inc: { version: 1 } }, { session })
      .exec();
  }

  /** Copies counters unless a newer copy is there. */
  async setAiCounters(
    id: string,
    userId: string,
    seq: number,
    counters: Pick<ChapterRow, 'aiGeneratedCount' | 'aiEditCount' | 'polishCount'>,
    session: ClientSession,
  ): Promise<void> {
    await this.#chapters
      .updateOne(
        { _id: id, userId, aiSeq: trusted({ $lt: seq }) },
        { $set: { ...counters, aiSeq: seq }, $inc: { version: 1 } },
        { session },
      )
      .exec();
  }

  listProgressDue(now: Date, limit: number): Promise<ProgressRow[]> {
    const projection = {
      bookId: 1,
      userId: 1,
      version: 1,
      wordCount: 1,
      written: 1,
      reported: 1,
      progressDueAt: 1,
      updatedAt: 1,
    } as const;
    return this.#chapters
      .find({ progressDueAt: trusted({ $gt: never, $lte: now }) }, projection)
      .sort({ progressDueAt: 1 })
      .limit(limit)
      .lean<ProgressRow[]>()
      .exec();
  }

  /** False when another report came first. Not a new version: a save neither reads nor writes what is set here. */
  async setReported(
    { _id, reported: { sent } }: ProgressRow,
    reported: ChapterRow['reported'],
    progressDueAt: Date,
    session: ClientSession,
  ): Promise<boolean> {
    const result = await this.#chapters
      .updateOne({ _id, 'reported.sent': sent }, { $set: { reported, progressDueAt } }, { session })
      .exec();
    return result.matchedCount === 1;
  }

  async delayProgress({ _id, progressDueAt: was }: ProgressRow, progressDueAt: Date): Promise<void> {
    await this.#chapters.updateOne({ _id, progressDueAt: was }, { $set: { progressDueAt } }).exec();
  }

  /** Forgets words that are all reported; false when the chapter was saved meanwhile. */
  async endProgress({ _id, version, reported: { sent } }: ProgressRow): Promise<boolean> {
    const result = await this.#chapters
      .updateOne(
        { _id, version, 'reported.sent': sent },
        { $set: { written: [], 'reported.words': [], progressDueAt: null }, $inc: { version: 1 } },
      )
      .exec();
    return result.matchedCount === 1;
  }

  /** Ids of every chapter of a book, in whatever state. */
  async listIdsOfBook(bookId: string): Promise<string[]> {
    const rows = await this.#chapters.find({ bookId }, { _id: 1 }).lean<{ _id: string }[]>().exec();
    return rows.map(({ _id }) => _id);
  }

  /** Some chapters of a user, in whatever state. */
  async listIdsOfUser(userId: string, limit: number): Promise<string[]> {
    const rows = await this.#chapters.find({ userId }, { _id: 1 }).limit(limit).lean<{ _id: string }[]>().exec();
    return rows.map(({ _id }) => _id);
  }

  /** Puts every chapter of a user out of reach, and out of the way of the jobs. */
  async hideAllOfUser(userId: string, session: ClientSession): Promise<void> {
    await this.#chapters
      .updateMany(
        { userId },
        { $set: { state: 'hidden', progressDueAt: null, thinAt: null }, $inc: { version: 1 } },
        { session },
      )
      .exec();
  }

  async erase(ids: readonly string[], session?: ClientSession): Promise<void> {
    await this.#chapters.deleteMany({ _id: trusted({ $in: [...ids] }) }, session ? { session } : {}).exec();
  }
}
