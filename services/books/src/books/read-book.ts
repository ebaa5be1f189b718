import type { Book, BookListItem } from '@inkbear/contracts/books/book';
import type { Chapter, ChapterListItem } from '@inkbear/contracts/books/chapter';
import { textPage } from '@inkbear/contracts/books/internal';
import { readPage } from '@inkbear/service-kit/fit-page';
import { ProblemError } from '@inkbear/service-kit/problem';
import { presentChapter, presentSaved } from '../chapters/chapter.presenter.ts';
import type { ChapterPlan, ChapterRepository } from '../chapters/chapter.repository.ts';
import type { BookPolicy } from './book.policy.ts';
import { byNewestChange, presentBook, presentListed } from './book.presenter.ts';
import type { BookRepository } from './book.repository.ts';
import type { BookRow } from './book.ts';

export interface ReadDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly policy: BookPolicy;
}

/** A book with its totals, which are summed up from an index when it is read. */
export async function showBook({ chapters, policy }: ReadDeps, row: BookRow): Promise<Book> {
  const [totals, isEditable] = await Promise.all([
    chapters.totals(row.userId, row._id),
    policy.editableBy(row.userId, [row]),
  ]);
  return presentBook(row, totals.get(row._id), isEditable(row));
}

export async function showBooks({ books, chapters, policy }: ReadDeps, userId: string): Promise<BookListItem[]> {
  const [rows, totals] = await Promise.all([books.listLive(userId), chapters.totals(userId)]);
  const isEditable = await policy.editableBy(userId, rows);
  return rows.map((row) => presentListed(row, totals.get(row._id), isEditable(row))).sort(byNewestChange);
}

/** A book with its chapters, without their texts. */
export async function readPlannedBook(
  deps: ReadDeps,
  id: string,
  userId: string,
): Promise<{ book: Book; chapters: ChapterListItem[] }> {
  const row = await deps.books.getLive(id, userId);
  const [book, chapters] = await Promise.all([showBook(deps, row), deps.chapters.listShownPlans(id)]);
  return { book, chapters: chapters.map(presentSaved) };
}

/** The named chapters with their texts, as many as fit one page, and how many of the names it answers. */
export async function readChapterPage(
  { books, chapters }: ReadDeps,
  { id, userId, ids }: { id: string; userId: string; ids: readonly string[] },
): Promise<{ chapters: Chapter[]; answered: number }> {
  await books.getLive(id, userId);
  const { page, hasMore } = await readPage(chapters.streamTextsOf(id, ids), textBytes, textPage);
  return {
    chapters: page.map(presentChapter),
    answered: hasMore ? ids.indexOf(page.at(-1)?._id ?? '') + 1 : ids.length,
  };
}

const textBytes = ({ content }: { readonly content: string }): number => Buffer.byteLength(content);

interface ContextRequest {
  readonly id: string;
  readonly userId: string;
  readonly chapterId?: string | undefined;
  readonly chapterNumber?: number | undefined;
}

/** A chapter with its text, its book, and the chapters before it: the nearest ones with their texts, as many as fit one page. */
export async function readChapterContext(
  deps: ReadDeps,
  { id, userId, chapterId, chapterNumber }: ContextRequest,
): Promise<{ book: Book; chapter: Chapter; before: Chapter[] }> {
  const row = await deps.books.getLive(id, userId);
  const plans = await deps.chapters.listShownPlans(id);
  const wanted = plans.find((plan) =>
    chapterId === undefined ? plan.chapterNumber === chapterNumber : plan._id === chapterId,
  );
  if (!wanted) throw new ProblemError('books.chapter_not_found');
  const { chapterNumber: below } = wanted;
  const { page: near } = await readPage(deps.chapters.streamTextsBelow(id, below), textBytes, textPage);
  const rows = new Map(
    [...near, await deps.chapters.getLive(wanted._id, userId)].map((chapter) => [chapter._id, chapter]),
  );
  const present = (plan: ChapterPlan): Chapter => presentChapter(rows.get(plan._id) ?? { ...plan, content: '' });
  return {
    book: await showBook(deps, row),
    chapter: present(wanted),
    before: plans.filter((plan) => plan.chapterNumber < wanted.chapterNumber).map(present),
  };
}
