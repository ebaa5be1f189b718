import { type DraftPage, draftPage, placePage } from './draft.ts';
import {
  type ContentsEntry,
  type ContentsRow,
  layOutContents,
  layOutDedication,
  layOutTitlePage,
} from './front-matter.ts';
import { type Edition, leftMargin, MAX_PAPERBACK_PAGES, MIN_PAPERBACK_PAGES, toRoman, TRADE } from './geometry.ts';
import { cleanLine, type Manuscript, type ManuscriptChapter } from './manuscript.ts';
import { readBlocks } from './styled-text.ts';
import type { Bookmark, TypesetDocument } from './page.ts';
import { paginate, type Row } from './paginate.ts';
import { layOutOpening, nameChapter } from './lay-out-opening.ts';
import type { LayoutContext } from './lay-out-paragraph.ts';
import { layOutBlocks } from './lay-out-text.ts';

export interface BookOptions {
  edition: Edition;
  /** Milliseconds since the epoch. */
  date: number;
  /** Progress from 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
  /** Receives sentences for the author. */
  warn: (text: string) => void;
}

const GEOMETRY = TRADE;

/** An introduction or a chapter. */
interface Part {
  /** Its name in contents, bookmarks and running heads. */
  name: string;
  /** The chapter number before its name in the contents; may be empty. */
  label: string;
  pages: DraftPage[];
}

/** Lays out one text with its opening. The first page has no running head. */
export const layOutPart = (
  name: { label: string; title: string },
  runningHead: string,
  text: string,
  context: LayoutContext,
): DraftPage[] =>
  paginate(
    [...layOutOpening(name, GEOMETRY, context), ...layOutBlocks(readBlocks(text), GEOMETRY, context)],
    GEOMETRY.rows,
  ).map((rows, index) => draftPage(rows, { runningHead: index === 0 ? '' : runningHead, hasPageNumber: true }));

/** Lays out one chapter with its opening. */
export const layOutChapter = (chapter: ManuscriptChapter, context: LayoutContext): Part => {
  const name = nameChapter(chapter);
  return {
    name: name.name,
    label: name.label === '' ? '' : String(chapter.number),
    pages: layOutPart(name, name.name, chapter.text, context),
  };
};

/** The page index where each part begins: on the next right-hand page if `onRightHandPages`, else on the next page. */
const listStarts = (parts: readonly { pages: readonly DraftPage[] }[], onRightHandPages: boolean): number[] => {
  let next = 0;
  return parts.map(({ pages }) => {
    if (onRightHandPages) next += next % 2;
    const start = next;
    next += pages.length;
    return start;
  });
};

const paginateContents = (entries: readonly ContentsEntry[], context: LayoutContext): DraftPage[] =>
  paginate(layOutContents(entries, GEOMETRY, context), GEOMETRY.rows).map((rows) =>
    draftPage(rows, { hasPageNumber: true, targets: rows.map(({ row }) => (row as ContentsRow).target) }),
  );

/** Joins the parts, with blank pages before parts that must begin on a right-hand page. */
const joinParts = (parts: readonly { pages: DraftPage[] }[], starts: readonly number[]): DraftPage[] => {
  const book: DraftPage[] = [];
  parts.forEach(({ pages }, index) => {
    while (book.length < (starts[index] ?? 0)) book.push(draftPage([]));
    for (const page of pages) book.push(page);
  });
  return book;
};

/** In a paperback, left-hand pages show the title of the book, and right-hand pages the name of the part. */
const withRunningHead = (page: DraftPage, index: number, edition: Edition, title: string): DraftPage =>
  edition === 'paperback' && page.runningHead !== '' && index % 2 === 1 ? { ...page, runningHead: title } : page;

const checkPageCount = (pages: number, { edition, warn }: BookOptions): void => {
  if (edition === 'ebook') return;
  if (pages < MIN_PAPERBACK_PAGES)
    warn(`A paperback needs at least ${MIN_PAPERBACK_PAGES} pages; this book has ${pages}.`);
  if (pages > MAX_PAPERBACK_PAGES)
    warn(`A paperback may have at most ${MAX_PAPERBACK_PAGES} pages; this book has ${pages}.`);
};

const layOutFrontMatter = (manuscript: Manuscript, context: LayoutContext): { pages: DraftPage[] }[] => {
  const toPages = (rows: Row[]): DraftPage[] => paginate(rows, GEOMETRY.rows).map((page) => draftPage(page));
  const front = [{ pages: toPages(layOutTitlePage(manuscript, GEOMETRY, context)) }];
  const dedication = manuscript.dedication ?? '';
  if (dedication.trim() !== '') front.push({ pages: toPages(layOutDedication(dedication, GEOMETRY, context)) });
  return front;
};

const layOutIntroduction = ({ introduction = '' }: Manuscript, context: LayoutContext): Part[] => {
  if (introduction.trim() === '') return [];
  const name = 'Introduction';
  return [{ name, label: '', pages: layOutPart({ label: '', title: name }, name, introduction, context) }];
};

/** A page's printed number. Pages before `bodyStart` have Roman numbers, the body begins with 1. */
const pageLabel = (page: number, bodyStart: number): string =>
  page < bodyStart ? toRoman(page + 1) : String(page - bodyStart + 1);

const listContents = (parts: readonly Part[], starts: readonly number[], bodyStart: number): ContentsEntry[] =>
  parts.map(({ name, label }, index) => {
    const target = starts[index] ?? 0;
    return { label, title: name, target, page: pageLabel(target, bodyStart) };
  });

interface BookParts {
  front: readonly { pages: DraftPage[] }[];
  introduction: readonly Part[];
  chapters: readonly Part[];
}

interface BookLayout {
  pages: DraftPage[];
  /** The first page of each part. */
  partStarts: number[];
  contentsStart: number;
}

/** Lays out the contents, puts all parts in order and numbers their pages. */
const arrangeParts = (
  { front, introduction, chapters }: BookParts,
  onRightHandPages: boolean,
  context: LayoutContext,
): BookLayout => {
  const parts = [...introduction, ...chapters];
  // Two passes: the first one finds the number of contents pages, the second one sets the final page numbers.
  const withoutWarnings: LayoutContext = { ...context, onMissing: () => undefined };
  const contents = { pages: parts.length === 0 ? [] : paginateContents(listContents(parts, [], 0), withoutWarnings) };
  const all = [...front, contents, ...parts];
  const starts = listStarts(all, onRightHandPages);
  const partStarts = starts.slice(front.length + 1);
  const bodyStart = partStarts[introduction.length] ?? Number.MAX_SAFE_INTEGER;
  if (parts.length > 0) contents.pages = paginateContents(listContents(parts, partStarts, bodyStart), context);
  const pages = joinParts(all, starts).map((page, index) => ({ ...page, label: pageLabel(index, bodyStart) }));
  return { pages, partStarts, contentsStart: starts[front.length] ?? 0 };
};

const listBookmarks = (
  title: string,
  parts: readonly Part[],
  { partStarts, contentsStart }: Pick<BookLayout, 'partStarts' | 'contentsStart'>,
): Bookmark[] => {
  const entries = parts.map(({ name, label }, index) => ({
    title: label === '' ? name : `${label}. ${name}`,
    page: partStarts[index] ?? 0,
  }));
  const contents = parts.length > 0 ? [{ title: 'Contents', page: contentsStart }] : [];
  return [{ title, page: 0 }, ...contents, ...entries];
};

/** Lays out a whole book. Front matter has Roman page numbers; the first chapter begins on page 1. */
export const layOutBook = (manuscript: Manuscript, options: BookOptions, context: LayoutContext): TypesetDocument => {
  const isPaperback = options.edition === 'paperback';
  const title = cleanLine(manuscript.title) || 'Untitled';
  const chapters = manuscript.chapters.map((chapter, index) => {
    const part = layOutChapter(chapter, context);
    options.onProgress?.((index + 1) / (manuscript.chapters.length + 1));
    return part;
  });
  const front = layOutFrontMatter(manuscript, context);
  const introduction = layOutIntroduction(manuscript, context);
  const layout = arrangeParts({ front, introduction, chapters }, isPaperback, context);
  const drafts = layout.pages.map((page, index) => withRunningHead(page, index, options.edition, title));
  checkPageCount(drafts.length, options);
  return {
    width: GEOMETRY.width,
    height: GEOMETRY.height,
    bookmarks: isPaperback ? [] : listBookmarks(title, [...introduction, ...chapters], layout),
    date: options.date,
    title,
    author: cleanLine(manuscript.author),
    subject: cleanLine(manuscript.synopsis).slice(0, 2000),
    language: manuscript.language,
    pages: drafts.map((draft, index) =>
      placePage(draft, GEOMETRY, leftMargin(options.edition, GEOMETRY, drafts.length, index), context, !isPaperback),
    ),
  };
};
