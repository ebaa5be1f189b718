import type { writeImportedChapter as route } from '@inkbear/contracts/books/import';
import type { RouteBody } from '@inkbear/contracts/route';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ClientSession } from 'mongoose';
import type { BookRow } from '../books/book.ts';
import type { ImportDeps } from './begin-import.ts';
import { createImportedChapter, type OpenImport, requireBegun } from './book-import.ts';

type Request = RouteBody<typeof route> & { readonly id: string; readonly index: number };

/**
 * Stores one chapter of an import in one transaction. A repeat for the same position returns the stored chapter. Throws 404
 * when the import was abandoned, or when its book is no longer there.
 */
export async function writeImportedChapter(
  deps: ImportDeps,
  { id, index, userId, title, content }: Request,
): Promise<string> {
  const { imports, chapters, history, outbox, clock, newId } = deps;
  const begun = requireBegun(await imports.find(id, userId));
  const stored = begun.chapterIds[index];
  if (stored) return stored;
  const { madeUnder } = await getBook(deps, begun);
  const { chapter, changes, hasSnapshot } = createImportedChapter({
    id: newId(),
    bookId: begun.bookId,
    userId,
    madeUnder,
    // Until it is published.
    chapterNumber: index + 1,
    title,
    content,
    changeId: newId(),
    at: clock.now(),
  });
  return await outbox.run(async ({ session }) => {
    const current = requireBegun(await imports.find(id, userId, session));
    const known = current.chapterIds[index];
    if (known) return known;
    await getBook(deps, current, session);
    const { _id: chapterId, rev, storedBytes } = chapter;
    await chapters.insertMany([chapter], session);
    await history.insertChanges(changes, session);
    if (hasSnapshot) await history.insertSnapshot({ itemId: chapterId, rev, content: chapter.content }, session);
    if (!(await imports.addChapter(current, { index, chapterId, storedBytes }, session)))
      throw new ProblemError('books.not_found');
    return chapterId;
  });
}

/** The book that is imported, or the live one to which chapters are appended. Throws 404. */
async function getBook(
  { books }: Pick<ImportDeps, 'books'>,
  { bookId, userId, allowance }: OpenImport,
  session: ClientSession | null = null,
): Promise<BookRow> {
  if (allowance === null) return await books.getLive(bookId, userId, session);
  const book = await books.findImporting(bookId, userId, session);
  if (!book) throw new ProblemError('books.not_found');
  return book;
}
