import type { beginImport as route } from '@inkbear/contracts/books/import';
import type { Entitlement } from '@inkbear/contracts/plans';
import type { RouteBody } from '@inkbear/contracts/route';
import type { Erasure } from '@inkbear/service-kit/erasure';
import type { Transaction } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import { consumeAllowance } from '../allowance/change-allowance.ts';
import type { BookPolicy } from '../books/book.policy.ts';
import { newBook } from '../books/book.ts';
import { type CreateDeps, insertIfAllowed } from '../books/create-book.ts';
import { requireChapterCapacity } from '../books/quota.ts';
import type { MatterRepository } from '../matter/matter.repository.ts';
import { type BookImportRow, estimateBytes, requireBegun } from './book-import.ts';
import type { BookImportRepository } from './book-import.repository.ts';
import type { ImportedChapterRepository } from './imported-chapter.repository.ts';

export interface ImportDeps extends CreateDeps {
  readonly imports: BookImportRepository;
  readonly importedChapters: ImportedChapterRepository;
  readonly matters: MatterRepository;
  readonly policy: BookPolicy;
  readonly erasure: Erasure;
}

type Request = RouteBody<typeof route> & { readonly id: string };

/** The target length of a new book, as `createBook` sets it by default. */
const targetWords = 70_000;

/**
 * Uses the allowance for a new book, or checks the one to which chapters are appended, and reserves the bytes. Returns the
 * id of the book. A repeat returns the same one. Throws 404 when the import was abandoned.
 */
export async function beginImport(deps: ImportDeps, request: Request): Promise<string> {
  const { id, userId, bookId } = request;
  const known = await deps.imports.find(id, userId);
  if (known) return requireBegun(known).bookId;
  await requireNotErased(deps, userId);
  const bytes = estimateBytes(request);
  return await deps.quota.reserve({ userId, operation: 'create', bytes }, async () => {
    if (bookId !== null) return await beginAppending(deps, { ...request, bookId });
    await deps.allowances.ensure(userId);
    return await insertIfAllowed(deps, userId, (entitlement) => beginBook(deps, entitlement, request));
  });
}

async function beginBook(deps: ImportDeps, entitlement: Entitlement, request: Request): Promise<string> {
  const { books, allowances, clock, newId } = deps;
  const { userId, title, authorName, language } = request;
  const at = clock.now();
  return await beginOnce(deps, request, async (transaction) => {
    const id = newId();
    const allowance = await consumeAllowance(allowances, transaction, { id, entitlement, at });
    const { madeUnder } = allowance;
    const noFields = { genre: 'general', subgenre: '', targetAudience: '', outline: '', wordCount: targetWords };
    const book = newBook({ ...noFields, id, userId, title, madeUnder, at });
    await books.insert({ ...book, authorName, language, state: 'importing' }, transaction.session);
    return { bookId: id, allowance };
  });
}

async function beginAppending(deps: ImportDeps, request: Request & { readonly bookId: string }): Promise<string> {
  const { books, chapters, policy } = deps;
  const { userId, bookId } = request;
  await policy.requireEditable(await books.getLive(bookId, userId));
  return await beginOnce(deps, request, async ({ session }) => {
    await books.getLive(bookId, userId, session);
    requireChapterCapacity((await chapters.countLive(bookId, session)) + request.chapters - 1);
    return { bookId, allowance: null };
  });
}

/** Runs `begin` in the transaction that inserts the import, unless it was inserted before. */
async function beginOnce(
  deps: ImportDeps,
  request: Request,
  begin: (transaction: Transaction) => Promise<Pick<BookImportRow, 'allowance'> & { bookId: string }>,
): Promise<string> {
  const { imports, outbox, clock } = deps;
  const { id, userId } = request;
  return await outbox.run(async (transaction) => {
    const { session, lock } = transaction;
    await lock(`imports:${userId}`);
    const known = await imports.find(id, userId, session);
    if (known) return requireBegun(known).bookId;
    await requireNotErased(deps, userId, session);
    const { bookId, allowance } = await begin(transaction);
    const row: BookImportRow = {
      _id: id,
      userId,
      state: 'open',
      bookId,
      allowance,
      chapterIds: [],
      reservedBytes: estimateBytes(request),
      hasLeftovers: false,
      createdAt: clock.now(),
    };
    await imports.insert(row, session);
    return bookId;
  });
}

/** Throws 404 for an erased user: the export service may not know yet that the account was closed. */
async function requireNotErased(
  { erasure }: Pick<ImportDeps, 'erasure'>,
  userId: string,
  session?: Transaction['session'],
): Promise<void> {
  if (await erasure.isErased(userId, session)) throw new ProblemError('books.not_found');
}
