import { listedChaptersMax } from '@inkbear/contracts/books/chapter';
import { HeadRepository } from '@inkbear/manuscript-store/head.repository';
import { headRenames, readStoredHead, type StoredHead, toStoredHead } from '@inkbear/manuscript-store/manuscript';
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
  /** Time of the newest change of any chapter. */
  changedAt: Date;
}

/** All fields except the text, the synopses, the pending changes and the time of compaction. */
export type ChapterWithoutText = Omit<ChapterRow, 'content' | 'synopses' | 'compactAt'>;
export type ProgressRow = Pick<
  ChapterRow,
  '_id' | 'bookId' | 'userId' | 'rev' | 'version' | 'wordCount' | 'written' | 'reported' | 'progressDueAt' | 'updatedAt'
>;

/** Lower bound of the partial index on `progressDueAt`; a query must repeat it. */
const epoch = new Date(0);
/** Cursor batch size for rows with texts, which may have megabytes each. */
const textsPerRead = 4;
const progressFields = 'bookId userId rev version wordCount written reported progressDueAt updatedAt';
const withoutTexts = { content: 0, recent: 0, synopses: 0, compactAt: 0, thinAt: 0 } as const;

/** Heads of chapters. Every write of a field that a save reads or sets increments `version`, so that a save that read an
 * older row is decided again. */
export class ChapterRepository extends HeadRepository<ChapterRow> {
  readonly #chapters;

  constructor(connection: Connection, logger: Logger) {
    super(connection, chapterKind, logger);
    this.#chapters = chapterModel(connection);
  }

  /** Ids of the user's chapter and its book, without reading the text. Throws 404. */
  async getLiveIds(id: string, userId: string): Promise<Pick<ChapterRow, '_id' | 'bookId'>> {
    const row = await this.#chapters
      .findOne({ _id: id, userId, state: 'live' }, { bookId: 1 })
      .lean<Pick<ChapterRow, '_id' | 'bookId'>>()
      .exec();
    if (!row) throw new ProblemError('books.chapter_not_found');
    return row;
  }

  find(id: string, session: ClientSession): Promise<ChapterWithoutText | null> {
    return this.#chapters.findById(id, withoutTexts).session(session).lean<ChapterWithoutText>().exec();
  }

  /** The next chapter of the book with its text; null after the last one. */
  async findNext({ bookId, chapterNumber }: ChapterRow): Promise<ChapterRow | null> {
    const next = { bookId, state: 'live', chapterNumber: chapterNumber + 1 } as const;
    const row = await this.#chapters.findOne(next).lean<StoredHead<ChapterRow>>().exec();
    return row && readStoredHead(row);
  }

  /** Chapters with their texts below a chapter number, the nearest one first. */
  async *streamChaptersBefore(bookId: string, chapterNumber: number): AsyncGenerator<ChapterRow> {
    const rows = this.#chapters
      .find({ bookId, state: 'live', chapterNumber: trusted({ $lt: chapterNumber }) })
      .sort({ chapterNumber: -1 })
      .lean<StoredHead<ChapterRow>[]>()
      .cursor({ batchSize: textsPerRead });
    for await (const row of rows) yield readStoredHead(row);
  }

  /** Chapters of a book with their texts, in the order of `ids`; ids that are not in the book are skipped. */
  async *streamChaptersById(bookId: string, ids: readonly string[]): AsyncGenerator<ChapterRow> {
    for (let at = 0; at < ids.length; at += textsPerRead) {
      const batch = ids.slice(at, at + textsPerRead);
      const rows = await this.#chapters
        .find({ _id: trusted({ $in: batch }), bookId, state: 'live' })
        .lean<StoredHead<ChapterRow>[]>()
        .exec();
      const found = new Map(rows.map((row) => [row._id, row]));
      for (const id of batch) {
        const row = found.get(id);
        if (row) yield readStoredHead(row);
      }
    }
  }

  async countLive(bookId: string, session: ClientSession): Promise<number> {
    return await this.#chapters.countDocuments({ bookId, state: 'live' }).session(session).exec();
  }

  /** Bytes of the fields of a book's chapters, without texts. A covered query. */
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

  /** Bytes that a user's chapters use; those in the trash or in a trashed book count as deleted. A covered query. */
  async measure(userId: string): Promise<StoredBytes> {
    const rows = await this.#chapters
      .aggregate<{ _id: ChapterRow['state']; stored: number; deleted: number }>([
        { $match: { userId } },
        { $group: { _id: '$state', stored: { $sum: '$storedBytes' }, deleted: { $sum: '$deletedBytes' } } },
      ])
      .hint('storage')
      .exec();
    const storedAs = (state: ChapterRow['state']): number => rows.find(({ _id }) => _id === state)?.stored ?? 0;
    const all = rows.reduce((sum, { stored, deleted }) => sum + stored + deleted, 0);
    const counted = storedAs('live') + storedAs('importing');
    return { counted, deleted: all - counted };
  }

  /** All chapters of a book, for transactions that must see each of them. */
  listAllLive(bookId: string, session: ClientSession): Promise<ChapterWithoutText[]> {
    return this.#chapters
      .find({ bookId, state: 'live' }, withoutTexts)
      .sort({ chapterNumber: 1 })
      .session(session)
      .lean<ChapterWithoutText[]>()
      .exec();
  }

  /** The chapters of a book in order, up to the number that a response may list. */
  listLive(bookId: string): Promise<ChapterWithoutText[]> {
    return this.#chapters
      .find({ bookId, state: 'live' }, withoutTexts)
      .sort({ chapterNumber: 1 })
      .limit(listedChaptersMax)
      .lean<ChapterWithoutText[]>()
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

  /** Inserts complete rows: Mongoose would block the event loop while it casts and validates hundreds of them. */
  async insertMany(rows: readonly ChapterRow[], session: ClientSession): Promise<void> {
    await this.#chapters.insertMany(
      rows.map((row) => toStoredHead(row)),
      { session, lean: true },
    );
  }

  /** Renumbers the chapters from number `from` on by +1 or -1. */
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

  /** False when it was not in the state `from`. */
  async changeState(
    { id, from, to }: { id: string; from: ChapterRow['state']; to: ChapterRow['state'] },
    fields: { chapterNumber?: number; updatedAt: Date },
    session: ClientSession,
  ): Promise<boolean> {
    const result = await this.#chapters
      .updateOne({ _id: id, state: from }, { $set: { state: to, ...fields }, $inc: { version: 1 } }, { session })
      .exec();
    return result.matchedCount === 1;
  }

  async changeStateOfBook(
    { bookId, from, to }: { bookId: string; from: ChapterRow['state']; to: ChapterRow['state'] },
    session: ClientSession,
  ): Promise<void> {
    await this.#chapters
      .updateMany({ bookId, state: from }, { $set: { state: to }, $inc: { version: 1 } }, { session })
      .exec();
  }

  /** Stores the counters, unless newer ones (by `seq`) were stored. */
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
    return this.#chapters
      .find({ progressDueAt: trusted({ $gt: epoch, $lte: now }) }, progressFields)
      .sort({ progressDueAt: 1 })
      .limit(limit)
      .lean<ProgressRow[]>()
      .exec();
  }

  /**
   * False when another report was written first. Does not increment `version`: saves neither read nor write these
   * fields.
   */
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

  async postponeProgress({ _id, progressDueAt: previous }: ProgressRow, progressDueAt: Date): Promise<void> {
    await this.#chapters.updateOne({ _id, progressDueAt: previous }, { $set: { progressDueAt } }).exec();
  }

  /** Clears words that are all reported. False when the chapter was saved meanwhile. */
  async clearProgress({ _id, version, reported: { sent } }: ProgressRow): Promise<boolean> {
    const result = await this.#chapters
      .updateOne(
        { _id, version, 'reported.sent': sent },
        { $set: { written: [], 'reported.words': [], progressDueAt: null }, $inc: { version: 1 } },
      )
      .exec();
    return result.matchedCount === 1;
  }

  /** Ids of all chapters of a book, in any state. */
  async listIdsOfBook(bookId: string): Promise<string[]> {
    const rows = await this.#chapters.find({ bookId }, { _id: 1 }).lean<{ _id: string }[]>().exec();
    return rows.map(({ _id }) => _id);
  }

  /** Ids of up to `limit` chapters of a user, in any state. */
  async listIdsOfUser(userId: string, limit: number): Promise<string[]> {
    const rows = await this.#chapters.find({ userId }, { _id: 1 }).limit(limit).lean<{ _id: string }[]>().exec();
    return rows.map(({ _id }) => _id);
  }

  /** Makes all chapters of a user unreachable, and removes them from the job queues. */
  async hideAllOfUser(userId: string, session: ClientSession): Promise<void> {
    await this.#chapters
      .updateMany(
        { userId },
        {
          $set: { state: 'hidden', progressDueAt: null, ...headRenames.withBothNames({ compactAt: null }) },
          $inc: { version: 1 },
        },
        { session },
      )
      .exec();
  }

  async erase(ids: readonly string[], session?: ClientSession): Promise<void> {
    await this.#chapters.deleteMany({ _id: trusted({ $in: [...ids] }) }, session ? { session } : {}).exec();
  }
}
