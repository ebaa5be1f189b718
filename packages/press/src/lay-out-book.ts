import { listBody, listDisplayPages, listTextSections, type PendingText } from './book-parts.ts';
import {
  type DraftPage,
  draftPages,
  type LaidOutText,
  placePages,
  type TypesetContext,
  typesetText,
} from './draft-pages.ts';
import { type ContentsEntry, layOutContents } from './front-matter.ts';
import { geometryOf, type Profile, requiredInside, toRoman } from './geometry.ts';
import { type BookTerms, termsOf } from './language.ts';
import type { NamedText } from './lay-out-chapter.ts';
import { cleanLine, type Manuscript, titleOf } from './manuscript.ts';
import type { Bookmark, TypesetDocument } from './page.ts';
import { paginate } from './paginate.ts';
import { listSections } from './sections.ts';

export interface BookOptions {
  profile: Profile;
  /** Milliseconds since the epoch. */
  date: number;
  /** Called after each chapter: how many are laid out, of how many. */
  onChapterDone?: ((done: number, total: number) => void) | undefined;
}

interface PlacedText {
  laidOut: LaidOutText | NamedText;
  /** The index of its first page. */
  start: number;
}

/** Whether a text is listed in contents and bookmarks. */
const isListed = (text: LaidOutText | NamedText): text is NamedText => 'label' in text && text.name !== '';

/** Lays out texts one after the other. In print, some begin on the next right-hand page. */
const placeInOrder = (pending: readonly PendingText[], profile: Profile): PlacedText[] => {
  let next = 0;
  return pending.map(({ start: wanted, layOut }) => {
    if (profile === 'print' && wanted === 'right') next += next % 2;
    const laidOut = layOut(profile === 'print' && next % 2 === 1 ? 'left' : 'right');
    const start = next;
    next += laidOut.text.pages.length;
    return { laidOut, start };
  });
};

const endOf = (placed: readonly PlacedText[]): number => {
  const last = placed.at(-1);
  return last ? last.start + last.laidOut.text.pages.length : 0;
};

/** A page's printed number. Pages before `bodyStart` have Roman numbers, the body begins with 1. */
const pageLabel = (page: number, bodyStart: number): string =>
  page < bodyStart ? toRoman(page + 1) : String(page - bodyStart + 1);

const blankPage = (textIndex: number): DraftPage => ({
  text: undefined,
  textIndex,
  index: 0,
  label: '',
  isOpening: false,
});

/** Joins the texts, with blank pages before those that begin on a right-hand page. */
const joinTexts = (placed: readonly PlacedText[], bodyStart: number, profile: Profile): DraftPage[] => {
  const pages: DraftPage[] = [];
  placed.forEach(({ laidOut, start }, index) => {
    while (pages.length < start) pages.push(blankPage(index));
    for (const page of draftPages(laidOut, index)) pages.push(page);
  });
  if (profile === 'print' && pages.length % 2 === 1) pages.push(blankPage(placed.length - 1));
  return pages.map((page, index) => ({ ...page, label: pageLabel(index, bodyStart) }));
};

const layOutContentsPages = (
  entries: readonly ContentsEntry[],
  terms: BookTerms,
  context: TypesetContext,
): LaidOutText => ({
  text: typesetText((inner) => {
    const rows = layOutContents(entries, { title: terms.contents, page: terms.page }, inner);
    return paginate(rows, inner.geometry.rows);
  }, context),
  name: terms.contents,
  hasHeads: false,
  hasPageNumber: true,
});

type ListedText = Pick<NamedText, 'name' | 'label' | 'isPartTitle'>;

/** An entry of the contents before the pages have numbers. */
const unnumberedEntry = ({ name: title, label, isPartTitle }: ListedText): ContentsEntry => ({
  title,
  label,
  isPartTitle,
  page: '',
  textIndex: 0,
});

interface BookLayout {
  texts: readonly (LaidOutText | NamedText)[];
  drafts: readonly DraftPage[];
  bookmarks: readonly Bookmark[];
  /** The index of the contents among the texts; undefined if there are none. */
  contentsIndex: number | undefined;
}

/** Lays out all texts, numbers their pages and lists them in the contents. */
const arrangeBook = (
  manuscript: Manuscript,
  { profile, onChapterDone }: BookOptions,
  context: TypesetContext,
): BookLayout => {
  const terms = termsOf(manuscript.language);
  const sections = listSections(manuscript, context.design);
  const body = placeInOrder(
    listBody(sections, (done, total) => onChapterDone?.(done, total), context),
    profile,
  );
  const display = listDisplayPages(sections, manuscript, profile, context);
  const listed = [
    ...sections.front.map(({ heading }) => ({ name: heading.name, label: '', isPartTitle: false })),
    ...body.flatMap(({ laidOut }) => (isListed(laidOut) ? [laidOut] : [])),
  ];
  const hasContents = context.design.contents && listed.length > 0;
  // The number of pages of the contents does not depend on the page numbers in them, which are not known yet.
  const unnumbered = listed.map(unnumberedEntry);
  const silent: TypesetContext = { ...context, onMissing: () => undefined };
  const contents: PendingText = { start: 'right', layOut: () => layOutContentsPages(unnumbered, terms, silent) };
  const front = placeInOrder(
    [...display, ...(hasContents ? [contents] : []), ...listTextSections(sections.front, context)],
    profile,
  );
  const frontEnd = endOf(front);
  const bodyStart = profile === 'print' ? frontEnd + (frontEnd % 2) : frontEnd;
  const placed = [...front, ...body.map(({ laidOut, start }) => ({ laidOut, start: start + bodyStart }))];
  const entries = placed.flatMap(({ laidOut, start }, textIndex): ContentsEntry[] => {
    if (!isListed(laidOut)) return [];
    const { name: title, label, isPartTitle } = laidOut;
    return [{ title, label, isPartTitle, page: pageLabel(start, bodyStart), textIndex }];
  });
  const withContents = placed.map((each, index) =>
    hasContents && index === display.length ? { ...each, laidOut: layOutContentsPages(entries, terms, context) } : each,
  );
  const halfTitles = display.length - sections.display.length;
  /** The index among all sections of the book, which neither the half title nor the contents are. */
  const sectionOf = (index: number): number | undefined => {
    if (index < halfTitles || (hasContents && index === display.length)) return undefined;
    return index - halfTitles - (hasContents && index > display.length ? 1 : 0);
  };
  return {
    texts: withContents.map(({ laidOut }, index) => ({ ...laidOut, section: sectionOf(index) })),
    drafts: joinTexts(withContents, bodyStart, profile),
    contentsIndex: hasContents ? display.length : undefined,
    bookmarks: [
      { title: titleOf(manuscript), textIndex: 0 },
      ...(hasContents ? [{ title: terms.contents, textIndex: display.length }] : []),
      ...entries.map(({ title, label, textIndex }) => ({
        title: label === '' ? title : `${label}. ${title}`,
        textIndex,
      })),
    ],
  };
};

/** How often a book is laid out at most: again whenever its page count requires a wider inside margin. */
const maxTries = 3;

/** Lays out a book whose inside margin is wide enough for its page count. */
const arrangeWithMargin = (
  manuscript: Manuscript,
  options: BookOptions,
  context: TypesetContext,
): { layout: BookLayout; context: TypesetContext } => {
  let wide = context;
  let layout = arrangeBook(manuscript, options, wide);
  for (let tries = 1; tries < maxTries && options.profile === 'print'; tries += 1) {
    const required = requiredInside(layout.drafts.length);
    if (required <= wide.geometry.inside) break;
    wide = { ...context, geometry: geometryOf(context.design, required) };
    layout = arrangeBook(manuscript, { ...options, onChapterDone: undefined }, wide);
  }
  return { layout, context: wide };
};

/** Lays out a whole book. Front matter has Roman page numbers; the body begins on page 1. */
export const layOutBook = (manuscript: Manuscript, options: BookOptions, base: TypesetContext): TypesetDocument => {
  const { layout, context } = arrangeWithMargin(manuscript, options, base);
  const { texts, drafts, bookmarks, contentsIndex } = layout;
  const { design, geometry } = context;
  for (const { text } of texts) context.onMissing(text.missing);
  const title = titleOf(manuscript);
  const author = cleanLine(manuscript.author);
  const heads = { title: cleanLine(design.shortTitle) || title, author };
  return {
    width: geometry.width,
    height: geometry.height,
    bleed: geometry.bleed,
    measure: geometry.measure,
    bookmarks,
    contentsIndex,
    date: options.date,
    title,
    author,
    subject: cleanLine(manuscript.synopsis).slice(0, 2000).toWellFormed(),
    language: manuscript.language,
    texts: texts.map(({ text }) => text.elements),
    ...placePages(drafts, texts, heads, options.profile, context),
  };
};
