import type { Book, BookListItem } from '@inkbear/contracts/books/book';
import type { BookTotals } from '../chapters/chapter.repository.ts';
import type { BookWithoutOutline } from './book.repository.ts';
import type { BookRow } from './book.ts';

const lastChange = (book: BookWithoutOutline, totals: BookTotals | undefined): Date =>
  totals && totals.changedAt > book.updatedAt ? totals.changedAt : book.updatedAt;

/** All fields except the outline. */
export function presentBookListItem(
  row: BookWithoutOutline,
  totals: BookTotals | undefined,
  isEditable: boolean,
): BookListItem {
  return {
    id: row._id,
    title: row.title,
    genre: row.genre,
    subgenre: row.subgenre,
    targetAudience: row.targetAudience,
    status: row.status,
    authorName: row.authorName,
    penName: row.penName,
    publishingHouse: row.publishingHouse,
    synopsis: row.synopsis,
    introduction: row.introduction,
    dedication: row.dedication,
    wordCount: row.wordCount,
    exported: row.exported,
    language: row.language,
    readbackEnabled: row.readbackEnabled,
    titleGenerationCount: row.titleGenerationCount,
    outlineGenerationCount: row.outlineGenerationCount,
    aiSuspended: row.aiSuspended,
    totalChapters: totals?.totalChapters ?? 0,
    completedChapters: totals?.completedChapters ?? 0,
    writtenWords: totals?.writtenWords ?? 0,
    canEdit: isEditable,
    createdAt: row.createdAt.toISOString(),
    updatedAt: lastChange(row, totals).toISOString(),
  };
}

export const presentBook = (row: BookRow, totals: BookTotals | undefined, isEditable: boolean): Book => ({
  ...presentBookListItem(row, totals, isEditable),
  outline: row.outline,
});

/** Newest change first; books that changed in the same millisecond by id. */
export const byNewestChange = (a: BookListItem, b: BookListItem): number =>
  b.updatedAt.localeCompare(a.updatedAt) || b.id.localeCompare(a.id);
