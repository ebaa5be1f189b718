import type { BookStatus, updateBook as route } from '@inkbear/contracts/books/book';
import { bookStatus } from '@inkbear/contracts/books/book';
import type { RouteBody } from '@inkbear/contracts/route';
import { requireSeen } from '@inkbear/manuscript-store/require-seen';
import type { Clock } from '@inkbear/service-kit/clock';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { BookPolicy } from './book.policy.ts';
import type { BookRepository } from './book.repository.ts';
import { type BookFields, type BookRow, canChangeStatus } from './book.ts';

/** Changes the fields that were sent; a status that cannot be reached from the present one is 409, a text that is not the one that was seen 412. */
export async function updateBook({ books, policy, clock }: { books: BookRepository; policy: BookPolicy; clock: Clock }, id: string, userId: string, body: RouteBody<typeof route>): Promise<BookRow> {
  const book = await books.getLive(id, userId);
  await policy.requireEditable(book);
  const { seen = {}, ...wanted } = body;
  const fields = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as Partial<BookFields>;
  if (Object.keys(fields).length === 0) return book;
  const statuses = bookStatus.options.filter((from) => body.status === undefined || canChangeStatus(from, body.status));
  const updated = await books.update(id, userId, { statuses, seen }, { ...fields, updatedAt: clock.now() });
  if (updated) return updated;
  const stored = await books.getLive(id, userId);
  requireSeen('books.stale_revision', stored, fields, seen);
  const { status } = stored;
  throw new ProblemError('books.status_conflict', { message: conflictText(status, body.status ?? status) });
}

const conflictText = (from: BookStatus, to: BookStatus): string => (from === 'archived' ? `This book is archived. Make it active first, then it can become ${to}.` : `A book that is ${from} cannot become ${to}.`);
