import { isDeepStrictEqual } from 'node:util';
import type { SummaryTexts } from '@inkbear/contracts/ai/summary';
import { listedChaptersMax } from '@inkbear/contracts/books/chapter';
import { limits } from '@inkbear/contracts/plans';
import { requireCountCapacity } from '@inkbear/service-kit/byte-quota';
import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { replaceRevision } from '@inkbear/service-kit/row-revisions';
import type { EncodedFingerprint } from '@inkbear/story-analysis/provenance/fingerprint';
import type { ClientSession, Connection } from 'mongoose';

/** The summaries that the author of a chapter has written. A chapter without a row has none, at revision 0. */
export interface SummaryRow {
  /** The id of the chapter. */
  _id: string;
  bookId: string;
  userId: string;
  rev: number;
  /** Where a text is empty, AI gets the automatic summary. */
  texts: SummaryTexts;
  /** Fingerprint of the chapter's text when the summaries were written. */
  fingerprint: EncodedFingerprint;
  updatedAt: Date;
}

/** Summaries by chapter. Callers check first that the chapter belongs to the user. */
export class SummaryRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Null until the author has written one. */
  find(chapterId: string): Promise<SummaryRow | null> {
    return this.#rows.findOne({ _id: chapterId });
  }

  /** The texts of all chapters of a book that have some, by chapter. */
  async findTexts(bookId: string): Promise<ReadonlyMap<string, SummaryTexts>> {
    const rows = await this.#rows
      .find({ bookId }, { projection: { texts: 1 } })
      .limit(listedChaptersMax)
      .toArray();
    return new Map(rows.map(({ _id, texts }) => [_id, texts]));
  }

  /** Throws 412 when the stored revision is not the one before this: see `replaceRevision`. */
  save(row: SummaryRow): Promise<SummaryRow> {
    return replaceRevision(this.#rows, row, {
      // The same texts may be saved again for a changed chapter: they are still true.
      hasSameContent: ({ texts, fingerprint }) =>
        isDeepStrictEqual(texts, row.texts) && isDeepStrictEqual(fingerprint, row.fingerprint),
      stale: 'ai.stale_revision',
    });
  }

  /** Throws 403 when the user has summaries of as many chapters as allowed; first saves at the same moment may exceed it. */
  async requireSummaryCapacity(userId: string): Promise<void> {
    const allowed = limits.summarisedChaptersPerUser;
    const used = 1 + (await this.#rows.countDocuments({ userId }, { limit: allowed }));
    const refusal = `You have written summaries of ${allowed} chapters, as many as an account can have.`;
    requireCountCapacity({ code: 'ai.summary_limit', used, allowed, refusal });
  }

  async deleteOfBook(bookId: string, session: ClientSession): Promise<void> {
    await this.#rows.deleteMany({ bookId }, { session });
  }

  async deleteOfChapter(chapterId: string, session: ClientSession): Promise<void> {
    await this.#rows.deleteOne({ _id: chapterId }, { session });
  }

  /** Deletes the summaries of up to `limit` chapters of a user and returns their number. */
  erase(userId: string, limit: number): Promise<number> {
    return deleteUpTo(this.#rows, { userId }, limit);
  }

  get #rows() {
    return this.#connection.collection<SummaryRow>('chapter_summaries');
  }
}
