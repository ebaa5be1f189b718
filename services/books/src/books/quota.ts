import { limits, quotas } from '@inkbear/contracts/plans';
import { ByteQuota, requireCountCapacity, requireListCapacity } from '@inkbear/service-kit/byte-quota';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import type { Transaction } from '@inkbear/service-kit/outbox';
import type { Connection } from 'mongoose';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { ChapterRow } from '../chapters/chapter.ts';
import type { BookRepository } from './book.repository.ts';

interface QuotaDeps {
  readonly connection: Connection;
  readonly entitlements: Entitlements;
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
}

const code = 'books.quota_used';

/** The quota of bytes of a user's books: their own rows, chapters, and every version of them. */
export function createQuota({ connection, entitlements, books, chapters }: QuotaDeps): ByteQuota {
  return new ByteQuota({
    connection,
    entitlements,
    code,
    quota: quotas.books,
    refusal:
      'Your books have used the space of your plan. Delete old versions in a chapter’s history, or chapters that you no longer need. What you have written is safe.',
    measure: async (userId) => {
      const [own, inChapters] = await Promise.all([books.measure(userId), chapters.measure(userId)]);
      return { counted: own.counted + inChapters.counted, deleted: own.deleted + inChapters.deleted };
    },
  });
}

/** The list of chapters answers all plans of a book at once. */
export async function requirePlanRoom(
  chapters: ChapterRepository,
  { userId, bookId }: Pick<ChapterRow, 'userId' | 'bookId'>,
  bytes: number,
): Promise<void> {
  if (bytes <= 0) return;
  const used = await chapters.sumFieldBytes(userId, bookId);
  const refusal =
    'The descriptions and key points of this book’s chapters together are too long. Please shorten some of them.';
  requireListCapacity({ code, used, bytes, refusal });
}

/** Throws 403 when a user has as many books as one list may answer. The book that is being added counts already. */
export async function requireBookRoom(
  books: BookRepository,
  { session, lock }: Transaction,
  userId: string,
): Promise<void> {
  await lock(`books:${userId}`);
  const allowed = limits.booksPerUser;
  const used = await books.countLive(userId, session);
  requireCountCapacity({
    code,
    used,
    allowed,
    refusal: `An account can have ${allowed} books. Delete one of them first.`,
  });
}

/** Throws 403 when the texts that the list of books answers would grow beyond what one list may have; in bytes. */
export async function requireBookTextsRoom(books: BookRepository, userId: string, bytes: number): Promise<void> {
  if (bytes <= 0) return;
  const { listed } = await books.measure(userId);
  const refusal =
    'The introductions, synopses and dedications of all your books together are too long. Please shorten some of them.';
  requireListCapacity({ code, used: listed, bytes, refusal });
}
