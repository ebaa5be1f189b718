import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { roundRobinByUser } from '@inkbear/service-kit/round-robin';
import { type ClientSession, type Collection, type Connection, trusted } from 'mongoose';
import { debounceDelayMs, debounceMaxWaitMs, type ExtractionRow } from './extraction.ts';
import { extractionModel } from './extraction.model.ts';

/** A book with chapters due for extraction. */
export interface DueBook {
  readonly bookId: string;
  readonly userId: string;
}

interface SavedChapter {
  readonly _id: string;
  readonly bookId: string;
  readonly userId: string;
  readonly rev: number;
}

/** Lower bound of the partial index on `dueAt`; a query must repeat it. */
const epoch = new Date(0);
/** How many due chapters one query returns at most. */
const maxDueRows = 2000;

/** Which revisions were extracted. Callers check first that a book belongs to the user. */
export class ExtractionRepository {
  readonly #extractions;

  constructor(connection: Connection) {
    this.#extractions = extractionModel(connection);
  }

  /**
   * Records a saved revision and schedules its extraction: debounced by `debounceDelayMs`, at most `debounceMaxWaitMs`.
   */
  async schedule(chapter: SavedChapter, now: Date): Promise<void> {
    const { _id, bookId, userId, rev } = chapter;
    const isNew = { $gt: [rev, { $ifNull: ['$savedRev', 0] }] };
    const changedAt = { $ifNull: ['$changedAt', now] };
    const dueAt = { $min: [new Date(now.getTime() + debounceDelayMs), { $add: [changedAt, debounceMaxWaitMs] }] };
    await this.#extractions.collection.updateOne(
      { _id: _id as never },
      [
        {
          $set: {
            bookId,
            userId,
            savedRev: { $max: [rev, '$savedRev'] },
            readRev: { $ifNull: ['$readRev', 0] },
            changedAt: { $cond: [isNew, changedAt, { $ifNull: ['$changedAt', null] }] },
            dueAt: { $cond: [isNew, dueAt, { $ifNull: ['$dueAt', null] }] },
            // What is left of an extraction that ended.
            attempt: { $cond: [{ $gt: ['$dueAt', null] }, { $ifNull: ['$attempt', null] }, null] },
          },
        },
      ],
      { upsert: true },
    );
  }

  /** Books with due chapters: round robin over users, and for each user the longest waiting book first. */
  async listDueBooks(now: Date, limit: number): Promise<DueBook[]> {
    const rows = await this.#extractions
      .find({ dueAt: trusted({ $gt: epoch, $lte: now }) }, { bookId: 1, userId: 1 })
      .sort({ dueAt: 1 })
      .limit(maxDueRows)
      .lean<DueBook[]>()
      .exec();
    const books = new Map(rows.map(({ bookId, userId }) => [bookId, { bookId, userId }]));
    return roundRobinByUser([...books.values()]).slice(0, limit);
  }

  /** The chapters of a book whose extraction is due. */
  listDue(bookId: string, now: Date): Promise<ExtractionRow[]> {
    return this.#extractions
      .find({ bookId, dueAt: trusted({ $gt: epoch, $lte: now }) })
      .lean<ExtractionRow[]>()
      .exec();
  }

  find(chapterId: string, session: ClientSession | null = null): Promise<ExtractionRow | null> {
    return this.#extractions.findById(chapterId).session(session).lean<ExtractionRow>().exec();
  }

  listOfBook(bookId: string): Promise<ExtractionRow[]> {
    return this.#extractions.find({ bookId }).lean<ExtractionRow[]>().exec();
  }

  /** Stores what becomes of the extraction from chapters, except from those that are no longer due. */
  async setAttempt(rows: readonly Pick<ExtractionRow, '_id'>[], attempt: 'running' | 'failed' | null): Promise<void> {
    if (rows.length === 0) return;
    const ids = rows.map(({ _id }) => _id);
    await this.#extractions
      .updateMany({ _id: trusted({ $in: ids }), dueAt: trusted({ $gt: epoch }) }, { $set: { attempt } })
      .exec();
  }

  /** Stores which revision of each chapter was extracted, and its conventions. A chapter saved since then stays due. */
  async markExtracted(
    read: readonly Pick<ExtractionRow, '_id' | 'readRev' | 'savedRev' | 'conventions'>[],
    session?: ClientSession,
  ) {
    if (read.length === 0) return;
    await this.#extractions.bulkWrite(
      read.flatMap(({ _id, readRev, savedRev, conventions = null }) => [
        { updateOne: { filter: { _id }, update: { $set: { readRev, conventions, attempt: null } } } },
        { updateOne: { filter: { _id, savedRev }, update: { $set: { changedAt: null, dueAt: null } } } },
      ]),
      session ? { session } : {},
    );
  }

  /** Makes the extraction from a chapter due now, whether or not its last save was noticed. */
  async makeDue({ _id, bookId, userId, rev }: SavedChapter, now: Date): Promise<void> {
    await this.#extractions
      .updateOne(
        { _id },
        {
          $set: { dueAt: now, changedAt: now },
          $max: { savedRev: rev },
          $setOnInsert: { bookId, userId, readRev: 0 },
        },
        { upsert: true },
      )
      .exec();
  }

  /** Stores which revision of a chapter a provider has read. A slow reading of an older revision changes nothing. */
  async markReadByProvider(chapterId: string, rev: number, session: ClientSession): Promise<void> {
    await this.#extractions.updateOne({ _id: chapterId }, { $max: { providerRev: rev } }, { session }).exec();
  }

  async delete(chapterIds: readonly string[], session: ClientSession): Promise<void> {
    await this.#extractions.deleteMany({ _id: trusted({ $in: [...chapterIds] }) }, { session }).exec();
  }

  eraseUser(userId: string, limit: number): Promise<number> {
    return deleteUpTo(this.#extractions.collection as unknown as Collection<ExtractionRow>, { userId }, limit);
  }
}
