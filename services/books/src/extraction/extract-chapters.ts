import { retryOnConflict } from '@inkbear/manuscript-store/commit-save';
import type { ManuscriptStore } from '@inkbear/manuscript-store/manuscript-store';
import { readRevision } from '@inkbear/manuscript-store/revisions';
import type { Batch } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Logger } from '@inkbear/service-kit/logger';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { BookPolicy } from '../books/book.policy.ts';
import type { BookRow } from '../books/book.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { ChapterRow } from '../chapters/chapter.ts';
import { classifyNewChanges, type ClassifyDeps } from '../provenance/classify-new-changes.ts';
import { maxUnitsPerExtraction, type ExtractionRow } from './extraction.ts';
import type { DueBook } from './extraction.repository.ts';
import { type LoadedChapter, updateBible, type UpdateDeps } from './update-bible.ts';

export interface ExtractionDeps extends UpdateDeps, ClassifyDeps {
  readonly chapters: ChapterRepository;
  readonly store: ManuscriptStore<ChapterRow>;
  readonly policy: BookPolicy;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The batch that extracts entries and facts from saved chapters for the story bibles of their books. */
export const extractChapters = (deps: ExtractionDeps): Batch<DueBook> => ({
  // The batch name from before a rename of the function; the log still has it.
  name: 'read-chapters',
  list: (limit) => deps.extractions.listDueBooks(deps.clock.now(), limit),
  idOf: ({ bookId }) => bookId,
  work: (book) => extractBook(deps, book),
});

async function extractBook(deps: ExtractionDeps, book: DueBook): Promise<void> {
  const due = await deps.extractions.listDue(book.bookId, deps.clock.now());
  try {
    await extractDue(deps, book, due);
  } catch (error) {
    // A full queue is no failure: the chapters wait.
    const attempt = error instanceof ProblemError && error.status === 503 ? null : 'failed';
    await deps.extractions
      .setAttempt(due, attempt)
      .catch((err: unknown) => deps.logger.error({ err, bookId: book.bookId }, 'extraction_attempt_store_failed'));
    throw error;
  }
}

async function extractDue(
  deps: ExtractionDeps,
  { bookId, userId }: DueBook,
  due: readonly ExtractionRow[],
): Promise<void> {
  // This runs before the extraction, which marks the chapters as done: if it fails, the job tries both again.
  await classifyNewChanges(deps, { bookId, userId, job: { owner: userId } });
  const book = await findEditable(deps, { bookId, userId });
  // A read-only or trashed book is skipped; its chapters are extracted after their next save.
  if (book === null) return await deps.extractions.markExtracted(due);
  const isReadAutomatically = book.providerReading === 'automatic' && !book.aiSuspended;
  const extracted = { bookId, userId, language: book.language, isReadAutomatically };
  await retryOnConflict(async () => {
    const { changed, skipped } = await loadChapters(deps, bookId, due);
    await deps.extractions.markExtracted(skipped);
    await deps.extractions.setAttempt(
      changed.map(({ row }) => row),
      'running',
    );
    return changed.length === 0 || (await updateBible(deps, extracted, changed)) ? true : null;
  });
}

/** Null when the book is in the trash or cannot be changed. */
async function findEditable({ books, policy }: ExtractionDeps, { bookId, userId }: DueBook): Promise<BookRow | null> {
  try {
    const book = await books.getLive(bookId, userId);
    await policy.requireEditable(book);
    return book;
  } catch (error) {
    if (error instanceof ProblemError && (error.status === 404 || error.status === 403)) return null;
    throw error;
  }
}

/** Loads the due chapters that changed since their last extraction, up to a total length, and lists the others. */
async function loadChapters(
  { chapters, store }: ExtractionDeps,
  bookId: string,
  due: readonly ExtractionRow[],
): Promise<{ changed: LoadedChapter[]; skipped: ExtractionRow[] }> {
  const changed: LoadedChapter[] = [];
  const skipped: ExtractionRow[] = [];
  let units = 0;
  for (const row of due) {
    let chapter: ChapterRow | undefined;
    for await (const found of chapters.streamChaptersById(bookId, [row._id])) chapter = found;
    if (!chapter || (chapter.rev <= row.readRev && row.conventions)) {
      skipped.push(row);
      continue;
    }
    const text = extractedPart(chapter.content);
    units += text.length;
    if (units > maxUnitsPerExtraction && changed.length > 0) break;
    const before = chapter.rev === row.readRev ? text : await textAt(store, row);
    changed.push({ row: { ...row, readRev: chapter.rev }, text, before, beforeRev: row.readRev });
  }
  return { changed, skipped };
}

const extractedPart = (text: string): string => text.slice(0, maxUnitsPerExtraction);

/** The text of the last extraction; null before the first one, or when that revision was compacted. */
async function textAt(
  store: ManuscriptStore<ChapterRow>,
  { _id: id, userId, readRev: rev }: ExtractionRow,
): Promise<string | null> {
  if (rev === 0) return null;
  try {
    return extractedPart((await readRevision(store, { id, userId, rev })).content);
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return null;
    throw error;
  }
}
