import type { createBook as route } from '@inkbear/contracts/books/book';
import { bookCreated } from '@inkbear/contracts/events';
import type { Entitlement } from '@inkbear/contracts/plans';
import type { RouteBody } from '@inkbear/contracts/route';
import type { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { AllowanceRepository } from '../allowance/allowance.repository.ts';
import { consumeAllowance } from '../allowance/change-allowance.ts';
import { firstChangeRow, newChapter, planChapters } from '../chapters/chapter.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { BookRepository } from './book.repository.ts';
import { type BookRow, newBook } from './book.ts';
import { requireBookCapacity } from './quota.ts';

export interface CreateDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly history: HistoryRepository;
  readonly allowances: AllowanceRepository;
  readonly entitlements: Entitlements;
  readonly quota: ByteQuota;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Creates a book if quota and allowance allow it. */
export async function createBook(deps: CreateDeps, userId: string, body: RouteBody<typeof route>): Promise<BookRow> {
  await deps.allowances.ensure(userId);
  // An estimate, a little less than what will be stored. The next measurement corrects it.
  const bytes = Buffer.byteLength(JSON.stringify(body));
  return await deps.quota.reserve({ userId, operation: 'create', bytes }, () =>
    insertIfAllowed(deps, userId, (entitlement) => insertBook(deps, entitlement, body)),
  );
}

/**
 * The local copy of the plan may allow the book that `insert` inserts. Before refusing it, asks billing once, because an
 * event may not have arrived yet.
 */
export async function insertIfAllowed<T>(
  { entitlements }: Pick<CreateDeps, 'entitlements'>,
  userId: string,
  insert: (entitlement: Entitlement) => Promise<T>,
): Promise<T> {
  try {
    return await insert(await entitlements.find(userId));
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'books.allowance_used') throw error;
    const fresh = await entitlements.fetchFromBilling(userId);
    if (!fresh) throw error;
    return await insert(fresh);
  }
}

async function insertBook(deps: CreateDeps, entitlement: Entitlement, body: RouteBody<typeof route>): Promise<BookRow> {
  const { newId, clock } = deps;
  const { userId } = entitlement;
  const { chapters: planned, ...fields } = body;
  const id = newId();
  const at = clock.now();
  return await deps.outbox.run(async (transaction) => {
    const { session, emit } = transaction;
    const { madeUnder } = await consumeAllowance(deps.allowances, transaction, { id, entitlement, at });
    const book = newBook({ ...fields, id, userId, madeUnder, at });
    const chapters = planChapters(planned).map((chapter) =>
      newChapter({ ...chapter, id: newId(), bookId: id, userId, madeUnder, at }),
    );
    await deps.books.insert(book, session);
    await requireBookCapacity(deps.books, transaction, userId);
    await deps.chapters.insertMany(chapters, session);
    await deps.history.insertChanges(chapters.map(firstChangeRow), session);
    await emit(bookCreated, id, { bookId: id, userId, genre: book.genre, createdAt: at.toISOString() });
    return book;
  });
}
