import type { BookStatus, updateBook as route } from '@inkbear/contracts/books/book';
import { bookStatus } from '@inkbear/contracts/books/book';
import type { RouteBody } from '@inkbear/contracts/route';
import { retryOnConflict } from '@inkbear/manuscript-store/commit-save';
import { requireExpectedFields } from '@inkbear/manuscript-store/preconditions';
import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import type { Clock } from '@inkbear/service-kit/clock';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { BookPolicy } from './book.policy.ts';
import type { BookRepository } from './book.repository.ts';
import { bookBytes, type BookFields, type BookRow, canChangeStatus } from './book.ts';
import { requireBookFieldsCapacity } from './quota.ts';

interface UpdateDeps {
  readonly books: BookRepository;
  readonly policy: BookPolicy;
  readonly quota: ByteQuota;
  readonly clock: Clock;
}

interface BookUpdate {
  readonly id: string;
  readonly userId: string;
  readonly changes: RouteBody<typeof route>;
}

/**
 * Changes the fields that were sent. Retried after a concurrent change, because bytes are counted from the row that was
 * read. Throws 409 for a status that cannot be reached, 412 for a text that has changed since the author saw it.
 */
export async function updateBook(deps: UpdateDeps, update: BookUpdate): Promise<BookRow> {
  return await retryOnConflict(() => tryUpdate(deps, update));
}

/** Null when the book was changed between reading and writing. */
async function tryUpdate(
  { books, policy, quota, clock }: UpdateDeps,
  { id, userId, changes }: BookUpdate,
): Promise<BookRow | null> {
  const book = await books.getLive(id, userId);
  await policy.requireEditable(book);
  const { seen = {}, ...sent } = changes;
  const fields = Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== undefined),
  ) as Partial<BookFields>;
  if (Object.keys(fields).length === 0) return book;
  const bytes = bookBytes({ ...book, ...fields });
  const before = bookBytes(book);
  await requireBookFieldsCapacity(books, userId, bytes.fieldBytes - before.fieldBytes);
  const statuses = bookStatus.options.filter(
    (from) => changes.status === undefined || canChangeStatus(from, changes.status),
  );
  const request = { userId, operation: 'edit', bytes: bytes.storedBytes - before.storedBytes } as const;
  const change = { ...fields, ...bytes, updatedAt: clock.now() };
  const updated = await quota.reserve(request, () => books.update(book, { statuses, seen }, change));
  if (updated) return updated;
  const stored = await books.getLive(id, userId);
  requireExpectedFields('books.stale_revision', stored, fields, seen);
  const { status } = stored;
  if (statuses.includes(status)) return null;
  throw new ProblemError('books.status_conflict', { message: conflictText(status, changes.status ?? status) });
}

const conflictText = (from: BookStatus, to: BookStatus): string =>
  from === 'archived'
    ? `This book is archived. Make it active first, then it can become ${to}.`
    : `A book that is ${from} cannot become ${to}.`;
