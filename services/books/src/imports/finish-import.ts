import type { finishImport as route } from '@inkbear/contracts/books/import';
import { bookCreated } from '@inkbear/contracts/events';
import type { RouteBody } from '@inkbear/contracts/route';
import type { Transaction } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { BookRow } from '../books/book.ts';
import {
  requireBookCapacity,
  requireBookFieldsCapacity,
  requireChapterCapacity,
  requireChapterFieldsCapacity,
} from '../books/quota.ts';
import type { ImportDeps } from './begin-import.ts';
import { finishBook, type OpenImport, requireBegun, requireComplete } from './book-import.ts';

type Request = RouteBody<typeof route> & { readonly id: string };

/**
 * Shows everything that an import has stored, in one transaction: the new book, or the chapters after the last one of
 * their book. A repeat returns the book. Throws 404 when the import was abandoned or its book is gone, and 409 when a
 * chapter is missing.
 */
export async function finishImport(deps: ImportDeps, request: Request): Promise<BookRow> {
  const { imports, books, policy, outbox } = deps;
  const { id, userId } = request;
  const begun = requireBegun(await imports.find(id, userId));
  if (begun.state === 'open' && begun.allowance === null)
    await policy.requireEditable(await books.getLive(begun.bookId, userId));
  await outbox.run(async (transaction) => {
    const current = requireBegun(await imports.find(id, userId, transaction.session));
    if (current.state === 'finished') return;
    const chapterIds = requireComplete(current, request.chapters);
    if (current.allowance === null) await publishChapters(deps, current, chapterIds, transaction);
    else await publishBook(deps, current, { ...request, chapterIds }, transaction);
    if (!(await imports.settle(id, 'finished', transaction.session))) throw new ProblemError('books.not_found');
  });
  return await books.getLive(begun.bookId, userId);
}

async function publishBook(
  { books, importedChapters, matters, clock }: ImportDeps,
  { bookId, userId }: OpenImport,
  { chapterIds, ...pages }: Request & { readonly chapterIds: readonly string[] },
  transaction: Transaction,
): Promise<void> {
  const { session, emit } = transaction;
  const at = clock.now();
  const book = await books.findImporting(bookId, userId, session);
  if (!book) throw new ProblemError('books.not_found');
  const { fields, pages: matter } = finishBook(book, pages, at);
  await requireBookFieldsCapacity(books, userId, fields.fieldBytes);
  if (!(await books.publishImported(book, fields, session))) throw new ProblemError('books.not_found');
  await requireBookCapacity(books, transaction, userId);
  if (matter) await matters.save(matter, matter.rev, session);
  await requirePublished(chapterIds, importedChapters.publish(chapterIds, { firstNumber: 1, at }, session));
  await emit(bookCreated, bookId, { bookId, userId, genre: book.genre, createdAt: book.createdAt.toISOString() });
}

async function publishChapters(
  { books, chapters, importedChapters, clock }: ImportDeps,
  { bookId, userId }: OpenImport,
  chapterIds: readonly string[],
  { session }: Transaction,
): Promise<void> {
  const at = clock.now();
  await books.lock(bookId, userId, at, session);
  const last = await chapters.countLive(bookId, session);
  requireChapterCapacity(last + chapterIds.length - 1);
  const fieldBytes = await importedChapters.sumFieldBytes(userId, bookId, session);
  await requireChapterFieldsCapacity(chapters, { userId, bookId }, fieldBytes);
  await requirePublished(chapterIds, importedChapters.publish(chapterIds, { firstNumber: last + 1, at }, session));
}

/** Throws 404 when a chapter was deleted with its book meanwhile. */
async function requirePublished(chapterIds: readonly string[], published: Promise<number>): Promise<void> {
  if ((await published) !== chapterIds.length) throw new ProblemError('books.not_found');
}
