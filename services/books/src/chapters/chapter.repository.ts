import { type ClientSession, type Connection, trusted } from 'mongoose';
import { ProblemError } from '@inkbear/service-kit/problem';
import { chapterModel } from './chapter.model.ts';
import type { ChapterRow } from './chapter.ts';

/** Sums over the live chapters of one book. */
export interface BookTotals {
  totalChapters: number;
  completedChapters: number;
  writtenWords: number;
  /** The newest change of any chapter. */
  changedAt: Date;
}

/** The lower bound of the two indexes on work that waits. */
const never = new Date(0);

export class ChapterRepository {
  readonly #chapters;

  constructor(connection: Connection) {
    this.#chapters = chapterModel(connection);
  }

  /** The owner's chapter, 404 for anything else. Past the model: every autosave begins here. */
  async getLive(id: string, userId: string): Promise<ChapterRow> {
    const row = (await this.#chapters.collection.findOne({ _id: id as never })) as unknown as ChapterRow | null;
    if (!row || row.userId !== userId || row.state !== 'live') throw new ProblemError('books.chapter_not_found');
    return row;
  }

  /** Where the owner's chapter belongs, without its text; 404 for anything else. */
  async getPlace(id: string, userId: string): Promise<Pick<ChapterRow, '_id' | 'bookId'>> {
    const row = await this.#chapters.findOne({ _id: id, userId, state: 'live' }, { bookId: 1 }).lean<Pick<ChapterRow, '_id' | 'bookId'>>().exec();
    if (!row) throw new ProblemError('books.chapter_not_found');
    return row;
  }

  find(id: string, session: ClientSession | null = null): Promise<ChapterRow | null> {
    return this.#chapters.findById(id).session(session).lean<ChapterRow>().exec();
  }

  listLive(bookId: string, session: ClientSession | null = null): Promise<ChapterRow[]> {
    return this.#chapters.find({ bookId, state: 'live' }).sort({ chapterNumber: 1 }).session(session).lean<ChapterRow[]>().exec();
  }

  /** Everything but the texts. */
  listPlans(bookId: string, session: ClientSession | null = null): Promise<Omit<ChapterRow, 'content'>[]> {
    return this.#chapters.find({ bookId, state: 'live' }, { content: 0 }).sort({ chapterNumber: 1 }).session(session).lean<ChapterRow[]>().exec();
  }

  async totals(userId: string, bookId?: string): Promise<Map<string, BookTotals>> {
    const rows = await this.#chapters.aggregate<BookTotals & { _id: string }>([
      { $match: { userId, state: 'live', ...(bookId === undefined ? {} : { bookId }) } },
      { $project: { _id: 0, bookId: 1, wordCount: 1, isComplete: 1, updatedAt: 1 } },
      { $group: { _id: '$bookId', totalChapters: { $sum: 1 }, completedChapters: { $sum: { $cond: ['$isComplete', 1, 0] } }, writtenWords: { $sum: '$wordCount' }, changedAt: { $max: '$updatedAt' } } },
    ]).hint('totals').exec();
    return new Map(rows.map(({ _id, ...totals }) => [_id, totals]));
  }

  async insertMany(rows: readonly ChapterRow[], session: ClientSession): Promise<void> {
    await this.#chapters.insertMany([...rows], { session });
  }

  /** Writes a save if the chapter is still as it was read; false when it is not. Past the model, as every autosave ends here. */
  async swap(before: Omit<ChapterRow, 'content'>, after: Omit<ChapterRow, 'content'>, session: ClientSession): Promise<boolean> {
    const changed = Object.entries(after).filter(([name, value]) => value !== (before as Record<string, unknown>)[name]);
    const result = await this.#chapters.collection.updateOne({ _id: before._id as never, version: before.version, state: before.state }, { $set: Object.fromEntries(changed) }, { session });
    return result.matchedCount === 1;
  }

  /** Moves the numbers from `from` on up or down by one. */
  async shiftNumbers(bookId: string, from: number, by: 1 | -1, session: ClientSession): Promise<void> {
    await this.#chapters.updateMany({ bookId, state: 'live', chapterNumber: trusted({ $gte: from }) }, { $inc: { chapterNumber: by } }, { session }).exec();
  }

  async setNumbers(numbers: readonly { id: string; chapterNumber: number }[], session: ClientSession): Promise<void> {
    if (numbers.length === 0) return;
    await this.#chapters.bulkWrite(numbers.map(({ id, chapterNumber }) => ({ updateOne: { filter: { _id: id }, update: { $set: { chapterNumber } } } })), { session });
  }

  /** False when it was not in the state it had to be in. */
  async move(id: string, from: ChapterRow['state'], to: ChapterRow['state'], more: { chapterNumber?: number; updatedAt: Date }, session: ClientSession): Promise<boolean> {
    const result = await this.#chapters.updateOne({ _id: id, state: from }, { $set: { state: to, ...more }, $inc: { version: 1 } }, { session }).exec();
    return result.matchedCount === 1;
  }

  async moveAllOf(bookId: string, from: ChapterRow['state'], to: ChapterRow['state'], session: ClientSession): Promise<void> {
    await this.#chapters.updateMany({ bookId, state: from }, { $set: { state: to }, $inc: { version: 1 } }, { session }).exec();
  }

  /** Copies counters unless a newer copy is there. */
  async setAiCounters(id: string, userId: string, seq: number, counters: Pick<ChapterRow, 'aiGeneratedCount' | 'aiEditCount' | 'polishCount'>, session: ClientSession): Promise<void> {
    await this.#chapters.updateOne({ _id: id, userId, aiSeq: trusted({ $lt: seq }) }, { $set: { ...counters, aiSeq: seq } }, { session }).exec();
  }

  listProgressDue(now: Date, limit: number): Promise<Omit<ChapterRow, 'content'>[]> {
    return this.#chapters.find({ progressDueAt: trusted({ $gt: never, $lte: now }) }, { content: 0 }).limit(limit).lean<ChapterRow[]>().exec();
  }

  listThinDue(now: Date, limit: number): Promise<Pick<ChapterRow, '_id' | 'thinAt'>[]> {
    return this.#chapters.find({ thinAt: trusted({ $gt: never, $lte: now }) }, { thinAt: 1 }).limit(limit).lean<ChapterRow[]>().exec();
  }

  /** Answers the version after the change: a save that read the row before must read it again. */
  async delayThin(id: string, thinAt: Date): Promise<number | null> {
    const row = await this.#chapters.findOneAndUpdate({ _id: id }, { $set: { thinAt }, $inc: { version: 1 } }, { returnDocument: 'after', projection: { version: 1 } }).lean<{ version: number }>().exec();
    return row?.version ?? null;
  }

  async endThin(id: string, version: number): Promise<void> {
    await this.#chapters.updateOne({ _id: id, version }, { $set: { thinAt: null } }).exec();
  }

  /** Ids of every chapter of a book, in whatever state. */
  async listIdsOfBook(bookId: string): Promise<string[]> {
    const rows = await this.#chapters.find({ bookId }, { _id: 1 }).lean<{ _id: string }[]>().exec();
    return rows.map(({ _id }) => _id);
  }

  async listIdsOfUser(userId: string, session: ClientSession): Promise<string[]> {
    const rows = await this.#chapters.find({ userId }, { _id: 1 }).session(session).lean<{ _id: string }[]>().exec();
    return rows.map(({ _id }) => _id);
  }

  async erase(ids: readonly string[], session: ClientSession): Promise<void> {
    await this.#chapters.deleteMany({ _id: trusted({ $in: [...ids] }) }, { session }).exec();
  }
}
