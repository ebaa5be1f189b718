import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import { presentChapter } from '../chapters/chapter.presenter.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { BookPolicy } from './book.policy.ts';
import { byNewestChange, presentBook } from './book.presenter.ts';
import type { BookRepository } from './book.repository.ts';
import type { BookRow } from './book.ts';

export interface ReadDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly policy: BookPolicy;
}

/** A book with its totals, which are summed up from an index when it is read. */
export async function showBook({ chapters, policy }: ReadDeps, row: BookRow): Promise<Book> {
  const [totals, isEditable] = await Promise.all([chapters.totals(row.userId, row._id), policy.editableBy(row.userId, [row])]);
  return presentBook(row, totals.get(row._id), isEditable(row));
}

export async function showBooks({ books, chapters, policy }: ReadDeps, userId: string): Promise<Book[]> {
  const [rows, totals] = await Promise.all([books.listLive(userId), chapters.totals(userId)]);
  const isEditable = await policy.editableBy(userId, rows);
  return rows.map((row) => presentBook(row, totals.get(row._id), isEditable(row))).sort(byNewestChange);
}

export async function readWholeBook(deps: ReadDeps, id: string, userId: string): Promise<{ book: Book; chapters: Chapter[] }> {
  const row = await deps.books.getLive(id, userId);
  const [book, chapters] = await Promise.all([showBook(deps, row), deps.chapters.listLive(id)]);
  return { book, chapters: chapters.map(presentChapter) };
}

export async function readEveryBook(deps: ReadDeps, userId: string): Promise<{ book: Book; chapters: Chapter[] }[]> {
  const whole: { book: Book; chapters: Chapter[] }[] = [];
  for (const book of await showBooks(deps, userId)) whole.push({ book, chapters: (await deps.chapters.listLive(book.id)).map(presentChapter) });
  return whole;
}
