import { limits, quotas } from '@inkbear/contracts/plans';
import { ByteQuota, requireCountCapacity, requireListCapacity } from '@inkbear/service-kit/byte-quota';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import type { Transaction } from '@inkbear/service-kit/outbox';
import type { Connection } from 'mongoose';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { ChapterRow } from '../chapters/chapter.ts';
import type { BookImportRepository } from '../imports/book-import.repository.ts';
import type { BookRepository } from './book.repository.ts';

interface QuotaDeps {
  readonly connection: Connection;
  readonly entitlements: Entitlements;
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly imports: BookImportRepository;
}

const code = 'books.quota_used';

/** The byte quota for a user's books: book rows, chapters with their complete history, and what imports have reserved. */
export function createQuota({ connection, entitlements, books, chapters, imports }: QuotaDeps): ByteQuota {
  return new ByteQuota({
    connection,
    entitlements,
    code,
    quota: quotas.books,
    refusal:
      'Your books have used up the storage of your plan. Delete old versions in a chapter’s history, or chapters that you no longer need. What you have written is safe.',
    measure: async (userId) => {
      const [bookBytes, chapterBytes, reserved] = await Promise.all([
        books.measure(userId),
        chapters.measure(userId),
        imports.sumReserved(userId),
      ]);
      return {
        counted: bookBytes.counted + chapterBytes.counted + reserved,
        deleted: bookBytes.deleted + chapterBytes.deleted,
      };
    },
  });
}

/**
 * Throws 403 when the descriptions, key points, beats and synopses of a book's chapters would exceed what one response may
 * contain: the list of chapters returns all of them but the synopses.
 *
 * @param bytes by which they would grow
 */
export async function requireChapterFieldsCapacity(
  chapters: ChapterRepository,
  { userId, bookId }: Pick<ChapterRow, 'userId' | 'bookId'>,
  bytes: number,
): Promise<void> {
  if (bytes <= 0) return;
  const used = await chapters.sumFieldBytes(userId, bookId);
  const refusal =
    'The descriptions, key points, beats and synopses of this book’s chapters together are too long. Please shorten some of them.';
  requireListCapacity({ code, used, bytes, refusal });
}

/**
 * Throws 403 when a user has more books than one list may return. Call it after inserting the new book: it is counted.
 */
export async function requireBookCapacity(
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

/**
 * Throws 403 when the texts of all books would exceed what one response may contain: the list of books returns them.
 *
 * @param bytes by which they would grow
 */
export async function requireBookFieldsCapacity(books: BookRepository, userId: string, bytes: number): Promise<void> {
  if (bytes <= 0) return;
  const { listed } = await books.measure(userId);
  const refusal =
    'The introductions, synopses and dedications of all your books together are too long. Please shorten some of them.';
  requireListCapacity({ code, used: listed, bytes, refusal });
}

/** Throws 403 when a book that has `count` chapters cannot get another one. */
export function requireChapterCapacity(count: number): void {
  const allowed = limits.chaptersPerBook;
  const refusal = `A book can have ${allowed} chapters. Delete or join some of them, or begin a second volume.`;
  requireCountCapacity({ code, used: count + 1, allowed, refusal });
}
