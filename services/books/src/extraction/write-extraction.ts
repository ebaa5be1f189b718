import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { BibleRepository } from '../bible/bible.repository.ts';
import type { RowChange } from '../bible/bible.ts';
import { planExtractionWrite } from '../bible/decision.ts';
import { type BibleRef, ConcurrentChangeError, entriesExist } from '../bible/write-bible.ts';
import type { BookRepository } from '../books/book.repository.ts';
import type { ExtractionRow } from './extraction.ts';
import type { ExtractionRepository } from './extraction.repository.ts';

export interface WriteExtractionDeps {
  readonly books: BookRepository;
  readonly bible: BibleRepository;
  readonly extractions: ExtractionRepository;
  readonly quota: ByteQuota;
  readonly outbox: Outbox;
}

/**
 * Writes what an extraction changed, and marks the chapters as extracted, in one transaction. When the author's storage
 * is used up, nothing is proposed, but evidence still moves. Returns false when the story bible was changed meanwhile.
 */
export async function writeExtraction(
  deps: WriteExtractionDeps,
  bibleRef: BibleRef,
  changes: readonly RowChange[],
  read: readonly ExtractionRow[],
): Promise<boolean> {
  try {
    return await write(deps, bibleRef, changes, read);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'books.quota_used') throw error;
    return await write(
      deps,
      bibleRef,
      changes.filter(({ before }) => before !== null),
      read,
    );
  }
}

async function write(
  { books, bible, extractions, quota, outbox }: WriteExtractionDeps,
  { bookId, userId }: BibleRef,
  changes: readonly RowChange[],
  read: readonly ExtractionRow[],
): Promise<boolean> {
  const planned = planExtractionWrite(changes);
  const operation = changes.some(({ before }) => before === null) ? 'create' : 'edit';
  try {
    await quota.reserve({ userId, operation, bytes: planned.growth }, () =>
      outbox.run(async ({ session }) => {
        if (planned.changes.length > 0) {
          await books.countBytes('bibleBytes', { id: bookId, userId }, { bytes: planned.growth }, session);
          if (!(await bible.writeRows(planned.changes, session))) throw new ConcurrentChangeError();
          if (!(await entriesExist(bible, bookId, planned.changes, session))) throw new ConcurrentChangeError();
        }
        await extractions.markExtracted(read, session);
      }),
    );
    return true;
  } catch (error) {
    // The author has added an entry with the name of a proposed one.
    if (error instanceof ConcurrentChangeError || isDuplicateKey(error)) return false;
    throw error;
  }
}
