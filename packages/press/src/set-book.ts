import { type DraftPage, draftPage, placePage } from './draft.ts';
import { type ContentsEntry, setContents, setDedication, setTitlePage } from './front-matter.ts';
import { type Edition, leftMargin, MAX_PAPERBACK_PAGES, MIN_PAPERBACK_PAGES, toRoman, TRADE } from './geometry.ts';
import { cleanLine, type Manuscript, type ManuscriptChapter, parseBlocks } from './manuscript.ts';
import type { OutlineEntry, TypesetDocument } from './page.ts';
import { paginate, type Row } from './paginate.ts';
import { nameChapter, setOpening } from './set-opening.ts';
import type { Setting } from './set-paragraph.ts';
import { setBlocks } from './set-text.ts';

export interface BookOptions {
  edition: Edition;
  date: number;
  onProgress?: ((fraction: number) => void) | undefined;
  warn: (text: string) => void;
}

const GEOMETRY = TRADE;

interface Part {
  name: string;
  label: string;
  pages: DraftPage[];
}

/** The pages of one text with its opening. The first page has no running head. */
export const setPart = (
  name: { label: string; title: string },
  head: string,
  text: string,
  setting: Setting,
): DraftPage[] =>
  paginate(
    [...setOpening(name, GEOMETRY, setting), ...setBlocks(parseBlocks(text), GEOMETRY, setting)],
    GEOMETRY.rows,
  ).map((rows, index) => draftPage(rows, { head: index === 0 ? '' : head, folio: true }));

export const setChapter = (chapter: ManuscriptChapter, setting: Setting): Part => {
  const name = nameChapter(chapter);
  return {
    name: name.name,
    label: name.label === '' ? '' : String(chapter.number),
    pages: setPart(name, name.name, chapter.text, setting),
  };
};

/** The page index where each part begins: on a right-hand page (`recto`), or on the next page. */
const listStarts = (parts: readonly { pages: readonly DraftPage[] }[], first: number, recto: boolean): number[] => {
  let next = first;
  return parts.map(({ pages }) => {
    if (recto) next += next % 2;
    const start = next;
    next += pages.length;
    return start;
  });
};

const paginateContents = (entries: readonly ContentsEntry[], setting: Setting): DraftPage[] =>
  paginate(setContents(entries, GEOMETRY, setting), GEOMETRY.rows).map((rows) =>
    draftPage(rows, { folio: true, targets: rows.map(({ row }) => (row as { target?: number }).target) }),
  );

/** Joins the parts, with blank pages before parts that must begin on the right. */
const joinParts = (parts: readonly { pages: DraftPage[] }[], starts: readonly number[]): DraftPage[] => {
  const book: DraftPage[] = [];
  parts.forEach(({ pages }, index) => {
    while (book.length < (starts[index] ?? 0)) book.push(draftPage([]));
    for (const page of pages) book.push(page);
  });
  return book;
};

const withRunningHead = (page: DraftPage, index: number, edition: Edition, title: string): DraftPage =>
  edition === 'paperback' && page.head !== '' && index % 2 === 1 ? { ...page, head: title } : page;

const checkPageCount = (pages: number, { edition, warn }: BookOptions): void => {
  if (edition === 'ebook') return;
  if (pages < MIN_PAPERBACK_PAGES)
    warn(`A paperback needs at least ${MIN_PAPERBACK_PAGES} pages; this book has ${pages}.`);
  if (pages > MAX_PAPERBACK_PAGES)
    warn(`A paperback may have at most ${MAX_PAPERBACK_PAGES} pages; this book has ${pages}.`);
};

const setFrontMatter = (manuscript: Manuscript, setting: Setting): { pages: DraftPage[] }[] => {
  const toPages = (rows: Row[]): DraftPage[] => paginate(rows, GEOMETRY.rows).map((page) => draftPage(page));
  const front = [{ pages: toPages(setTitlePage(manuscript, GEOMETRY, setting)) }];
  const dedication = manuscript.dedication ?? '';
  if (dedication.trim() !== '') front.push({ pages: toPages(setDedication(dedication, GEOMETRY, setting)) });
  return front;
};

const setIntroduction = ({ introduction = '' }: Manuscript, setting: Setting): Part[] => {
  if (introduction.trim() === '') return [];
  const name = 'Introduction';
  return [{ name, label: '', pages: setPart({ label: '', title: name }, name, introduction, setting) }];
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

interface Layout {
  drafts: DraftPage[];
  /** The first page of each part. */
  partStarts: number[];
  contentsStart: number;
}

/** Sets the contents, orders all parts and labels their pages. */
const layOut = ({ front, introduction, chapters }: BookParts, isRecto: boolean, setting: Setting): Layout => {
  const parts = [...introduction, ...chapters];
  // Two passes: the first one finds the number of contents pages, the second one sets the final page numbers.
  const withoutReports: Setting = { ...setting, onMissing: () => undefined };
  const contents = { pages: parts.length === 0 ? [] : paginateContents(listContents(parts, [], 0), withoutReports) };
  const all = [...front, contents, ...parts];
  const starts = listStarts(all, 0, isRecto);
  const partStarts = starts.slice(front.length + 1);
  const bodyStart = partStarts[introduction.length] ?? Number.MAX_SAFE_INTEGER;
  if (parts.length > 0) contents.pages = paginateContents(listContents(parts, partStarts, bodyStart), setting);
  const drafts = joinParts(all, starts).map((page, index) => ({ ...page, label: pageLabel(index, bodyStart) }));
  return { drafts, partStarts, contentsStart: starts[front.length] ?? 0 };
};

const listOutline = (
  title: string,
  parts: readonly Part[],
  { partStarts, contentsStart }: Pick<Layout, 'partStarts' | 'contentsStart'>,
): OutlineEntry[] => {
  const entries = parts.map(({ name, label }, index) => ({
    title: label === '' ? name : `${label}. ${name}`,
    page: partStarts[index] ?? 0,
    level: 0,
  }));
  const contents = parts.length > 0 ? [{ title: 'Contents', page: contentsStart, level: 0 }] : [];
  return [{ title, page: 0, level: 0 }, ...contents, ...entries];
};

/** Sets a whole book. Front matter has Roman page numbers, the chapters begin with page 1. */
export const setBook = (manuscript: Manuscript, options: BookOptions, setting: Setting): TypesetDocument => {
  const isPaperback = options.edition === 'paperback';
  const title = cleanLine(manuscript.title) || 'Untitled';
  const chapters = manuscript.chapters.map((chapter, index) => {
    const part = setChapter(chapter, setting);
    options.onProgress?.((index + 1) / (manuscript.chapters.length + 1));
    return part;
  });
  const front = setFrontMatter(manuscript, setting);
  const introduction = setIntroduction(manuscript, setting);
  const layout = layOut({ front, introduction, chapters }, isPaperback, setting);
  const drafts = layout.drafts.map((page, index) => withRunningHead(page, index, options.edition, title));
  checkPageCount(drafts.length, options);
  return {
    width: GEOMETRY.width,
    height: GEOMETRY.height,
    outline: isPaperback ? [] : listOutline(title, [...introduction, ...chapters], layout),
    date: options.date,
    title,
    author: cleanLine(manuscript.author),
    subject: cleanLine(manuscript.synopsis).slice(0, 2000),
    language: manuscript.language,
    pages: drafts.map((draft, index) =>
      placePage(draft, GEOMETRY, leftMargin(options.edition, GEOMETRY, drafts.length, index), setting, !isPaperback),
    ),
  };
};
