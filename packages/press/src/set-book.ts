import { type DraftPage, draftPage, placePage } from './draft.ts';
import { type ContentsEntry, setContents, setDedication, setTitlePage } from './front-matter.ts';
import { type Edition, leftMargin, MAX_PAPERBACK_PAGES, MIN_PAPERBACK_PAGES, toRoman, TRADE } from './geometry.ts';
import { cleanLine, type Manuscript, type ManuscriptChapter, parseBlocks } from './manuscript.ts';
import type { OutlineEntry, TypesetDocument } from './page.ts';
import { paginate } from './paginate.ts';
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

/** Pages of one text that begins with an opening: no running head on the first. */
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

/** Where the parts begin, as page indices, when each begins on a right-hand page (`recto`) or just on the next one. */
const listStarts = (parts: readonly { pages: readonly DraftPage[] }[], first: number, recto: boolean): number[] => {
  let next = first;
  return parts.map(({ pages }) => {
    if (recto) next += next % 2;
    const start = next;
    next += pages.length;
    return start;
  });
};

const layContents = (entries: readonly ContentsEntry[], setting: Setting): DraftPage[] =>
  paginate(setContents(entries, GEOMETRY, setting), GEOMETRY.rows).map((rows) =>
    draftPage(rows, { folio: true, targets: rows.map(({ row }) => (row as { target?: number }).target) }),
  );

/** Lays parts behind each other, with blank pages where a part must begin on the right. */
const lay = (parts: readonly { pages: DraftPage[] }[], starts: readonly number[]): DraftPage[] => {
  const book: DraftPage[] = [];
  parts.forEach(({ pages }, index) => {
    while (book.length < (starts[index] ?? 0)) book.push(draftPage([]));
    for (const page of pages) book.push(page);
  });
  return book;
};

const runningHeads = (page: DraftPage, index: number, edition: Edition, title: string): DraftPage =>
  edition === 'paperback' && page.head !== '' && index % 2 === 1 ? { ...page, head: title } : page;

const checkPageCount = (pages: number, { edition, warn }: BookOptions): void => {
  if (edition === 'ebook') return;
  if (pages < MIN_PAPERBACK_PAGES)
    warn(`A paperback needs at least ${MIN_PAPERBACK_PAGES} pages; this book has ${pages}.`);
  if (pages > MAX_PAPERBACK_PAGES)
    warn(`A paperback may have at most ${MAX_PAPERBACK_PAGES} pages; this book has ${pages}.`);
};

/** Lays out a whole book. Front matter has Roman page numbers, the chapters begin with page 1. */
export const setBook = (manuscript: Manuscript, options: BookOptions, setting: Setting): TypesetDocument => {
  const recto = options.edition === 'paperback';
  const title = cleanLine(manuscript.title) || 'Untitled';
  const chapters = manuscript.chapters.map((chapter, index) => {
    const part = setChapter(chapter, setting);
    options.onProgress?.((index + 1) / (manuscript.chapters.length + 1));
    return part;
  });
  const front: { pages: DraftPage[] }[] = [
    { pages: paginate(setTitlePage(manuscript, GEOMETRY, setting), GEOMETRY.rows).map((rows) => draftPage(rows)) },
  ];
  if ((manuscript.dedication ?? '').trim() !== '') {
    front.push({
      pages: paginate(setDedication(manuscript.dedication ?? '', GEOMETRY, setting), GEOMETRY.rows).map((rows) =>
        draftPage(rows),
      ),
    });
  }
  const introduction: Part[] =
    (manuscript.introduction ?? '').trim() === ''
      ? []
      : [
          {
            name: 'Introduction',
            label: '',
            pages: setPart(
              { label: '', title: 'Introduction' },
              'Introduction',
              manuscript.introduction ?? '',
              setting,
            ),
          },
        ];
  const parts = [...introduction, ...chapters];
  const entriesAt = (starts: readonly number[], bodyStart: number): ContentsEntry[] =>
    parts.map(({ name, label }, index) => {
      const start = starts[index] ?? 0;
      return {
        label,
        title: name,
        target: start,
        page: start < bodyStart ? toRoman(start + 1) : String(start - bodyStart + 1),
      };
    });
  // First pass: how many pages the contents take. Second: with the true numbers.
  const quiet: Setting = { ...setting, note: () => undefined };
  const contents = { pages: parts.length === 0 ? [] : layContents(entriesAt([], 0), quiet) };
  const all = [...front, contents, ...introduction, ...chapters];
  const starts = listStarts(all, 0, recto);
  const partStarts = starts.slice(front.length + 1);
  const bodyStart = partStarts[introduction.length] ?? Number.MAX_SAFE_INTEGER;
  if (parts.length > 0) contents.pages = layContents(entriesAt(partStarts, bodyStart), setting);
  const drafts = lay(all, starts).map((page, index) =>
    runningHeads(
      { ...page, label: index < bodyStart ? toRoman(index + 1) : String(index - bodyStart + 1) },
      index,
      options.edition,
      title,
    ),
  );
  checkPageCount(drafts.length, options);
  const outline: OutlineEntry[] = parts.map(({ name, label }, index) => ({
    title: label === '' ? name : `${label}. ${name}`,
    page: partStarts[index] ?? 0,
    level: 0,
  }));
  if (parts.length > 0) outline.unshift({ title: 'Contents', page: starts[front.length] ?? 0, level: 0 });
  outline.unshift({ title, page: 0, level: 0 });
  return {
    width: GEOMETRY.width,
    height: GEOMETRY.height,
    outline: recto ? [] : outline,
    date: options.date,
    title,
    author: cleanLine(manuscript.author),
    subject: cleanLine(manuscript.synopsis).slice(0, 2000),
    language: manuscript.language,
    pages: drafts.map((draft, index) =>
      placePage(draft, GEOMETRY, leftMargin(options.edition, GEOMETRY, drafts.length, index), setting, !recto),
    ),
  };
};
