import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { BibleRepository } from '../bible/bible.repository.ts';
import type { RowChange } from '../bible/bible.ts';
import { planExtractionWrite } from '../bible/decision.ts';
import { type BibleRef, ConcurrentChangeError, entriesExist } from '../bible/write-bible.ts';
import type { BookRepository } from '../books/book.repository.ts';

export interface WriteExtractionDeps {
  readonly books: BookRepository;
  readonly bible: BibleRepository;
  readonly quota: ByteQuota;
  readonly outbox: Outbox;
}

/** Marks chapters as extracted or read. */
type MarkChapters = (transaction: Transaction) => Promise<void>;

/**
 * Like `writeExtractedRows`, but when the author's storage is used up, nothing is proposed, and evidence still moves.
 */
export async function writeExtraction(
  deps: WriteExtractionDeps,
  bibleRef: BibleRef,
  changes: readonly RowChange[],
  markChapters: MarkChapters,
): Promise<boolean> {
  try {
    return await writeExtractedRows(deps, bibleRef, changes, markChapters);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'books.quota_used') throw error;
    const withoutNewRows = changes.filter(({ before }) => before !== null);
    return await writeExtractedRows(deps, bibleRef, withoutNewRows, markChapters);
  }
}

/**
 * Writes what was found in chapters and marks them, in one transaction. Returns false when the story bible was changed
 * meanwhile. Throws 403 when the author's storage is used up.
 */
export async function writeExtractedRows(
  { books, bible, quota, outbox }: WriteExtractionDeps,
  { bookId, userId }: BibleRef,
  changes: readonly RowChange[],
  markChapters: MarkChapters,
): Promise<boolean> {
  const planned = planExtractionWrite(changes);
  const operation = changes.some(({ before }) => before === null) ? 'create' : 'edit';
  try {
    await quota.reserve({ userId, operation, bytes: planned.growth }, () =>
      outbox.run(async (transaction) => {
        const { session } = transaction;
        if (planned.changes.length > 0) {
          await books.addBytes('bibleBytes', { id: bookId, userId }, { bytes: planned.growth }, session);
          if (!(await bible.writeRows(planned.changes, session))) throw new ConcurrentChangeError();
          if (!(await entriesExist(bible, bookId, planned.changes, session))) throw new ConcurrentChangeError();
        }
        await markChapters(transaction);
      }),
    );
    return true;
  } catch (error) {
    // The author has added an entry with the name of a proposed one.
    if (error instanceof ConcurrentChangeError || isDuplicateKey(error)) return false;
    throw error;
  }
}
