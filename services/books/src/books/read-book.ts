import type { ContextEntry } from '@inkbear/contracts/bible/internal';
import type { ProviderReading } from '@inkbear/contracts/bible/suggestion';
import type { Book, BookListItem } from '@inkbear/contracts/books/book';
import type { Chapter, ChapterListItem } from '@inkbear/contracts/books/chapter';
import type { Design } from '@inkbear/contracts/books/design';
import { textPage } from '@inkbear/contracts/books/internal';
import type { Matter } from '@inkbear/contracts/books/matter';
import type { BookStyle } from '@inkbear/contracts/books/style-sheet';
import { readPage } from '@inkbear/service-kit/fit-page';
import { ProblemError } from '@inkbear/service-kit/problem';
import { listContextEntries } from '../bible/list-context-entries.ts';
import type { DesignRepository } from '../design/design.repository.ts';
import { presentChapter, presentChapterListItem } from '../chapters/chapter.presenter.ts';
import type { ChapterWithoutText, ChapterRepository } from '../chapters/chapter.repository.ts';
import { presentDesign } from '../design/design.presenter.ts';
import { presentMatter } from '../matter/matter.presenter.ts';
import type { MatterRepository } from '../matter/matter.repository.ts';
import { readBookStyle, type StyleDeps } from '../style-sheet/read-style.ts';
import type { BookPolicy } from './book.policy.ts';
import { byNewestChange, presentBook, presentBookListItem } from './book.presenter.ts';
import type { BookRepository } from './book.repository.ts';
import type { BookRow } from './book.ts';
import { defaultProviderReading } from './provider-reading.ts';

export interface ReadDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly policy: BookPolicy;
}

/** A book with the totals of its chapters, which are summed at each read by a covered query. */
export async function readBook({ chapters, policy }: ReadDeps, row: BookRow): Promise<Book> {
  const [totals, isEditable] = await Promise.all([
    chapters.totals(row.userId, row._id),
    policy.loadCanEdit(row.userId, [row]),
  ]);
  return presentBook(row, totals.get(row._id), isEditable(row));
}

export async function listBooks({ books, chapters, policy }: ReadDeps, userId: string): Promise<BookListItem[]> {
  const [rows, totals] = await Promise.all([books.listLive(userId), chapters.totals(userId)]);
  const isEditable = await policy.loadCanEdit(userId, rows);
  return rows.map((row) => presentBookListItem(row, totals.get(row._id), isEditable(row))).sort(byNewestChange);
}

/** A book with its chapters, without the chapters' texts. */
export async function readBookWithChapters(
  deps: ReadDeps,
  id: string,
  userId: string,
): Promise<{ book: Book; chapters: ChapterListItem[] }> {
  const row = await deps.books.getLive(id, userId);
  const [book, chapters] = await Promise.all([readBook(deps, row), deps.chapters.listLive(id)]);
  return { book, chapters: chapters.map(presentChapterListItem) };
}

export interface DesignDeps {
  readonly books: BookRepository;
  readonly designs: DesignRepository;
  readonly matters: MatterRepository;
}

export async function readDesignAndMatter(
  { books, designs, matters }: DesignDeps,
  id: string,
  userId: string,
): Promise<{ design: Design; matter: Matter }> {
  await books.getLive(id, userId);
  const [design, matter] = await Promise.all([designs.find(id), matters.findCurrent(id)]);
  return { design: presentDesign(design), matter: presentMatter(matter) };
}

/**
 * One page of the chapters `ids` with their texts, as many as fit its size limit. `answered` is how many of `ids`, counted
 * from the first, the page covers.
 */
export async function readChapterPage(
  { books, chapters }: ReadDeps,
  { id, userId, ids }: { id: string; userId: string; ids: readonly string[] },
): Promise<{ chapters: Chapter[]; answered: number }> {
  await books.getLive(id, userId);
  const { page, hasMore } = await readPage(chapters.streamChaptersById(id, ids), textBytes, textPage);
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

interface ChapterContext {
  readonly book: Book;
  readonly chapter: Chapter;
  /** The earlier chapters. */
  readonly before: Chapter[];
  readonly style: BookStyle;
  readonly entries: ContextEntry[];
  readonly providerReading: ProviderReading;
}

/**
 * A chapter with its text, its book and all earlier chapters. The nearest of those have their texts, up to one page.
 */
export async function readChapterContext(
  deps: ReadDeps & StyleDeps,
  { id, userId, chapterId, chapterNumber }: ContextRequest,
): Promise<ChapterContext> {
  const row = await deps.books.getLive(id, userId);
  const chapters = await deps.chapters.listLive(id);
  const target = chapters.find((chapter) =>
    chapterId === undefined ? chapter.chapterNumber === chapterNumber : chapter._id === chapterId,
  );
  if (!target) throw new ProblemError('books.chapter_not_found');
  const { page: nearest } = await readPage(
    deps.chapters.streamChaptersBefore(id, target.chapterNumber),
    textBytes,
    textPage,
  );
  const allChapterIds = chapters.map(({ _id }) => _id);
  const withText = [...nearest, await deps.chapters.getLive(target._id, userId)];
  const withTextById = new Map(withText.map((chapter) => [chapter._id, chapter]));
  const present = (chapter: ChapterWithoutText): Chapter =>
    presentChapter(withTextById.get(chapter._id) ?? { ...chapter, content: '' });
  return {
    book: await readBook(deps, row),
    chapter: present(target),
    before: chapters.filter(({ chapterNumber: number }) => number < target.chapterNumber).map(present),
    style: await readBookStyle(deps, { book: row, chapterIds: allChapterIds }, 'prompt'),
    entries: await listContextEntries(deps.bible, { bookId: id, chapterId: target._id, allChapterIds }),
    providerReading: row.providerReading ?? defaultProviderReading,
  };
}
