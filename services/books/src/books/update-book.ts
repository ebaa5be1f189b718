import type { BookStatus, updateBook as route } from '@inkbear/contracts/books/book';
import { bookStatus } from '@inkbear/contracts/books/book';
import type { RouteBody } from '@inkbear/contracts/route';
import { requireSeen } from '@inkbear/manuscript-store/require-seen';
import { type ByteQuota, requireListRoom } from '@inkbear/service-kit/byte-quota';
import type { Clock } from '@inkbear/service-kit/clock';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { BookPolicy } from './book.policy.ts';
import type { BookRepository } from './book.repository.ts';
import { bookBytes, type BookFields, type BookRow, canChangeStatus } from './book.ts';

interface UpdateDeps {
  readonly books: BookRepository;
  readonly policy: BookPolicy;
  readonly quota: ByteQuota;
  readonly clock: Clock;
}

/** Changes the fields that were sent; a status that cannot be reached from the present one is 409, a text that is not the one that was seen 412. */
export async function updateBook({ books, policy, quota, clock }: UpdateDeps, id: string, userId: string, body: RouteBody<typeof route>): Promise<BookRow> {
  const book = await books.getLive(id, userId);
  await policy.requireEditable(book);
  const { seen = {}, ...wanted } = body;
  const fields = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as Partial<BookFields>;
  if (Object.keys(fields).length === 0) return book;
  const bytes = bookBytes({ ...book, ...fields });
  const before = bookBytes(book);
  await requireShelfRoom(books, userId, bytes.fieldBytes - before.fieldBytes);
  const statuses = bookStatus.options.filter((from) => body.status === undefined || canChangeStatus(from, body.status));
  const request = { userId, share: 'edit', bytes: bytes.storedBytes - before.storedBytes } as const;
  const change = { ...fields, ...bytes, updatedAt: clock.now() };
  const updated = await quota.reserve(request, () => books.update(id, userId, { statuses, seen }, change));
  if (updated) return updated;
  const stored = await books.getLive(id, userId);
  requireSeen('books.stale_revision', stored, fields, seen);
  const { status } = stored;
  throw new ProblemError('books.status_conflict', { message: conflictText(status, body.status ?? status) });
}

/** The list of books answers all of these texts at once. */
async function requireShelfRoom(books: BookRepository, userId: string, bytes: number): Promise<void> {
  if (bytes <= 0) return;
  const { listed } = await books.measure(userId);
  const refusal = 'The introductions, synopses and dedications of all your books together are too long. Please shorten some of them.';
  requireListRoom({ code: 'books.quota_used', used: listed, bytes, refusal });
}

const conflictText = (from: BookStatus, to: BookStatus): string => (from === 'archived' ? `This book is archived. Make it active first, then it can become ${to}.` : `A book that is ${from} cannot become ${to}.`);
