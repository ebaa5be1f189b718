import { type DraftPage, draftPages, type Part, placePages, type SetContext, setText } from './draft.ts';
import { type ContentsEntry, layOutContents, layOutDedication, layOutTitlePage } from './front-matter.ts';
import { BLEED, leftMargin, MAX_PRINT_PAGES, MIN_PRINT_PAGES, type Profile, toRoman, TRADE } from './geometry.ts';
import { layOutChapter, layOutIntroduction, type NamedPart } from './lay-out-chapter.ts';
import type { LayoutContext } from './lay-out-paragraph.ts';
import { cleanLine, type Manuscript } from './manuscript.ts';
import type { Bookmark, TypesetDocument } from './page.ts';
import { type PageRows, paginate, type Row } from './paginate.ts';

export interface BookOptions {
  profile: Profile;
  /** Whether the pages of print extend beyond the trimmed area; default false. */
  bleed?: boolean | undefined;
  /** Milliseconds since the epoch. */
  date: number;
  /** Progress from 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
  /** Receives sentences for the author. */
  warn: (text: string) => void;
}

const GEOMETRY = TRADE;

/** The page index where each part begins: on the next right-hand page if `onRightHandPages`, else on the next page. */
const listStarts = (lengths: readonly number[], onRightHandPages: boolean): number[] => {
  let next = 0;
  return lengths.map((length) => {
    if (onRightHandPages) next += next % 2;
    const start = next;
    next += length;
    return start;
  });
};

const paginateContents = (entries: readonly ContentsEntry[], context: LayoutContext): PageRows[] =>
  paginate(layOutContents(entries, GEOMETRY, context), GEOMETRY.rows);

const blankPage = (part: number): DraftPage => ({
  text: undefined,
  part,
  label: '',
  runningHead: '',
  hasPageNumber: false,
});

/** Joins the parts, with blank pages before parts that must begin on a right-hand page. */
const joinParts = (parts: readonly Part[], starts: readonly number[]): DraftPage[] => {
  const book: DraftPage[] = [];
  parts.forEach((part, index) => {
    while (book.length < (starts[index] ?? 0)) book.push(blankPage(index));
    for (const page of draftPages(part, index)) book.push(page);
  });
  return book;
};

/** In print, left-hand pages show the title of the book, and right-hand pages the name of the part. */
const withRunningHead = (page: DraftPage, index: number, profile: Profile, title: string): DraftPage =>
  profile === 'print' && page.runningHead !== '' && index % 2 === 1 ? { ...page, runningHead: title } : page;

const checkPageCount = (pages: number, { profile, warn }: BookOptions): void => {
  if (profile === 'screen') return;
  if (pages < MIN_PRINT_PAGES) warn(`A paperback needs at least ${MIN_PRINT_PAGES} pages; this book has ${pages}.`);
  if (pages > MAX_PRINT_PAGES) warn(`A paperback may have at most ${MAX_PRINT_PAGES} pages; this book has ${pages}.`);
};

/** Lays out a title page and, if there is one, a dedication. */
export const layOutFrontMatter = (manuscript: Manuscript, context: SetContext): Part[] => {
  const toPart = (layOut: (inner: LayoutContext) => Row[]): Part => ({
    text: setText((inner) => paginate(layOut(inner), GEOMETRY.rows), GEOMETRY, context),
    runningHead: '',
    hasPageNumber: false,
  });
  const front = [toPart((inner) => layOutTitlePage(manuscript, GEOMETRY, inner))];
  const dedication = manuscript.dedication ?? '';
  if (dedication.trim() !== '') front.push(toPart((inner) => layOutDedication(dedication, GEOMETRY, inner)));
  return front;
};

/** A page's printed number. Pages before `bodyStart` have Roman numbers, the body begins with 1. */
const pageLabel = (page: number, bodyStart: number): string =>
  page < bodyStart ? toRoman(page + 1) : String(page - bodyStart + 1);

interface BookParts {
  front: readonly Part[];
  introduction: readonly NamedPart[];
  chapters: readonly NamedPart[];
}

interface BookLayout {
  parts: readonly Part[];
  drafts: DraftPage[];
}

/** Lays out the contents, puts all parts in order and numbers their pages. */
const arrangeParts = (
  { front, introduction, chapters }: BookParts,
  onRightHandPages: boolean,
  context: SetContext,
): BookLayout => {
  const named = [...introduction, ...chapters];
  const firstNamed = front.length + 1;
  const listContents = (pageOf: (part: number) => string): ContentsEntry[] =>
    named.map(({ name, label }, index) => ({
      label,
      title: name,
      part: firstNamed + index,
      page: pageOf(firstNamed + index),
    }));
  // Two passes: the first one finds the number of contents pages, the second one sets the final page numbers.
  const silent: LayoutContext = { ...context, onMissing: () => undefined };
  const contentsLength =
    named.length === 0
      ? 0
      : paginateContents(
          listContents(() => ''),
          silent,
        ).length;
  const lengthsOf = (parts: readonly Part[]): number[] => parts.map(({ text }) => text.pages.length);
  const starts = listStarts([...lengthsOf(front), contentsLength, ...lengthsOf(named)], onRightHandPages);
  const bodyStart = starts[firstNamed + introduction.length] ?? Number.MAX_SAFE_INTEGER;
  const entries = listContents((part) => pageLabel(starts[part] ?? 0, bodyStart));
  const contents: Part = {
    text: setText((inner) => (named.length === 0 ? [] : paginateContents(entries, inner)), GEOMETRY, context),
    runningHead: '',
    hasPageNumber: true,
  };
  const parts = [...front, contents, ...named];
  const drafts = joinParts(parts, starts);
  if (onRightHandPages && drafts.length % 2 === 1) drafts.push(blankPage(parts.length - 1));
  return { parts, drafts: drafts.map((page, index) => ({ ...page, label: pageLabel(index, bodyStart) })) };
};

const listBookmarks = (title: string, { front, introduction, chapters }: BookParts): Bookmark[] => {
  const named = [...introduction, ...chapters];
  const entries = named.map(({ name, label }, index) => ({
    title: label === '' ? name : `${label}. ${name}`,
    part: front.length + 1 + index,
  }));
  return [{ title, part: 0 }, ...(named.length > 0 ? [{ title: 'Contents', part: front.length }] : []), ...entries];
};

/** Lays out a whole book. Front matter has Roman page numbers; the first chapter begins on page 1. */
export const layOutBook = (manuscript: Manuscript, options: BookOptions, context: SetContext): TypesetDocument => {
  const { profile } = options;
  const title = cleanLine(manuscript.title) || 'Untitled';
  const chapters = manuscript.chapters.map((chapter, index) => {
    const part = layOutChapter(chapter, context);
    options.onProgress?.((index + 1) / (manuscript.chapters.length + 1));
    return part;
  });
  const bookParts: BookParts = {
    front: layOutFrontMatter(manuscript, context),
    introduction: layOutIntroduction(manuscript.introduction, context),
    chapters,
  };
  const { parts, drafts } = arrangeParts(bookParts, profile === 'print', context);
  checkPageCount(drafts.length, options);
  for (const { text } of parts) context.onMissing(text.missing);
  return {
    width: GEOMETRY.width,
    height: GEOMETRY.height,
    bleed: options.bleed ? BLEED : 0,
    measure: GEOMETRY.measure,
    bookmarks: listBookmarks(title, bookParts),
    date: options.date,
    title,
    author: cleanLine(manuscript.author),
    subject: cleanLine(manuscript.synopsis).slice(0, 2000).toWellFormed(),
    language: manuscript.language,
    parts: parts.map(({ text }) => text.elements),
    pages: placePages(
      drafts.map((page, index) => withRunningHead(page, index, profile, title)),
      GEOMETRY,
      (index) => leftMargin(profile, GEOMETRY, drafts.length, index),
      context,
    ),
  };
};
