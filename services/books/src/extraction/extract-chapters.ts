import { retryOnConflict } from '@inkbear/manuscript-store/commit-save';
import type { ManuscriptStore } from '@inkbear/manuscript-store/manuscript-store';
import { readRevision } from '@inkbear/manuscript-store/revisions';
import type { Batch } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { BookPolicy } from '../books/book.policy.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { ChapterRow } from '../chapters/chapter.ts';
import { advanceProvenance, type AdvanceDeps } from '../provenance/advance-provenance.ts';
import { maxUnitsPerExtraction, type ExtractionRow } from './extraction.ts';
import type { DueBook } from './extraction.repository.ts';
import { type LoadedChapter, updateBible, type UpdateDeps } from './update-bible.ts';

export interface ExtractionDeps extends UpdateDeps, AdvanceDeps {
  readonly chapters: ChapterRepository;
  readonly store: ManuscriptStore<ChapterRow>;
  readonly policy: BookPolicy;
  readonly clock: Clock;
}

/** The batch that extracts entries and facts from saved chapters for the story bibles of their books. */
export const extractChapters = (deps: ExtractionDeps): Batch<DueBook> => ({
  name: 'read-chapters',
  list: (limit) => deps.extractions.listDueBooks(deps.clock.now(), limit),
  idOf: ({ bookId }) => bookId,
  work: (book) => extractBook(deps, book),
});

async function extractBook(deps: ExtractionDeps, { bookId, userId }: DueBook): Promise<void> {
  const due = await deps.extractions.listDue(bookId, deps.clock.now());
  const language = await languageOf(deps, { bookId, userId });
  // A book that cannot be changed is read when one of its chapters is saved again.
  if (language === null) return await deps.extractions.markExtracted(due);
  await retryOnConflict(async () => {
    const { read, skipped } = await loadChapters(deps, bookId, due);
    await deps.extractions.markExtracted(skipped);
    return read.length === 0 || (await updateBible(deps, { bookId, userId, language }, read)) ? true : null;
  });
  // Not only when the author asks, because compaction joins the changes after a day.
  await advanceProvenance(deps, { bookId, userId, job: { share: userId } });
}

/** The language of a book; null when it is in the trash or cannot be changed. */
async function languageOf({ books, policy }: ExtractionDeps, { bookId, userId }: DueBook): Promise<string | null> {
  try {
    const book = await books.getLive(bookId, userId);
    await policy.requireEditable(book);
    return book.language;
  } catch (error) {
    if (error instanceof ProblemError && (error.status === 404 || error.status === 403)) return null;
    throw error;
  }
}

/** Loads the due chapters that changed since they were read, up to a total length, and lists those without a change. */
async function loadChapters(
  { chapters, store }: ExtractionDeps,
  bookId: string,
  due: readonly ExtractionRow[],
): Promise<{ read: LoadedChapter[]; skipped: ExtractionRow[] }> {
  const read: LoadedChapter[] = [];
  const skipped: ExtractionRow[] = [];
  let units = 0;
  for (const row of due) {
    let chapter: ChapterRow | undefined;
    for await (const found of chapters.streamChaptersById(bookId, [row._id])) chapter = found;
    if (!chapter || (chapter.rev <= row.readRev && row.conventions)) {
      skipped.push(row);
      continue;
    }
    units += chapter.content.length;
    if (units > maxUnitsPerExtraction && read.length > 0) break;
    const before = chapter.rev === row.readRev ? chapter.content : await textAt(store, row);
    read.push({ row: { ...row, readRev: chapter.rev }, text: chapter.content, before });
  }
  return { read, skipped };
}

/** The text of the revision that was read last; null when none was read, or when that revision was compacted. */
async function textAt(
  store: ManuscriptStore<ChapterRow>,
  { _id: id, userId, readRev: rev }: ExtractionRow,
): Promise<string | null> {
  if (rev === 0) return null;
  try {
    return (await readRevision(store, { id, userId, rev })).content;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return null;
    throw error;
  }
}
