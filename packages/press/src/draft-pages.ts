import type { Design } from './design.ts';
import { ascent, descent, type Geometry, leftMargin, type Profile } from './geometry.ts';
import { layOutSingleLine } from './lay-out-text.ts';
import { type LayoutContext, type ParagraphStyle, shiftWords } from './lay-out-paragraph.ts';
import type { LayoutFinding, Rect } from './layout-finding.ts';
import type {
  DocumentPage,
  MarginLine,
  PageStart,
  TypesetDocument,
  TypesetLine,
  TypesetText,
  TextLine,
  TextPage,
} from './page.ts';
import type { Side } from './page-breaks.ts';
import { listStarts } from './page-starts.ts';
import type { PageRows } from './paginate.ts';
import { listTextFindings } from './text-findings.ts';

/** What laying out texts needs, and what turns their lines into content streams of one profile. */
export interface TypesetContext extends LayoutContext {
  writePages: (pages: readonly PageRows[], geometry: Geometry) => Pick<TypesetText, 'pages' | 'elements'>;
  writeLine: (line: TextLine, y: number) => TypesetLine;
  /** Returns the text that was typeset from the same values, design and geometry before, or calls `create`. */
  cache: (context: LayoutContext, values: readonly string[], create: () => TypesetText) => TypesetText;
}

/**
 * Lays out and writes a text, and collects what is wrong with its pages.
 * @param start the side of the first page
 */
export const typesetText = (
  layOut: (context: LayoutContext) => readonly PageRows[],
  context: TypesetContext,
  start: Side = 'right',
): TypesetText => {
  const missing: string[] = [];
  const onMissing = (texts: readonly string[]): void => {
    for (const text of texts) missing.push(text);
  };
  const pages = layOut({ ...context, onMissing });
  const { geometry } = context;
  return {
    ...context.writePages(pages, geometry),
    missing,
    starts: listStarts(pages),
    findings: listTextFindings(pages, { start, geometry, hasMissing: missing.length > 0 }),
  };
};

/** One text of a document (a chapter, a title page, the contents), with what surrounds it on its pages. */
export interface LaidOutText {
  text: TypesetText;
  /** Its name in running heads; '' for none. */
  name: string;
  /** Whether its pages after the first one have running heads. */
  hasHeads: boolean;
  /** Whether its pages have page numbers. */
  hasPageNumber: boolean;
  /** The index, among the sections of the book, of the one it shows; undefined for texts that the press adds. */
  section?: number | undefined;
}

/** A page whose left margin is not known yet. */
export interface DraftPage {
  /** What the page shows of its text; undefined for a blank page. */
  text: TextPage | undefined;
  /** The index, among the texts of the document, of the one to which the page belongs. */
  textIndex: number;
  /** The index of the page among those of its text. */
  index: number;
  /** Its printed page number. */
  label: string;
  isOpening: boolean;
}

/** The pages of a text without their labels. */
export const draftPages = ({ text }: LaidOutText, textIndex: number): DraftPage[] =>
  text.pages.map((page, index) => ({ text: page, textIndex, index, label: '', isOpening: index === 0 }));

/** What running heads show besides the names of texts. */
export interface HeadTexts {
  title: string;
  author: string;
}

/** The text above a page; '' for none. */
const headOf = (heads: Design['heads'], isLeft: boolean, name: string, { title, author }: HeadTexts): string => {
  if (heads === 'none') return '';
  if (heads === 'title-chapter') return isLeft ? title : name;
  return isLeft && author !== '' ? author : title;
};

/** The space for a page number beside a running head, in ems. */
const numberEms = 3;

/** Lays out and writes running heads and page numbers. */
class MarginWriter {
  /** The running heads that were too long. */
  readonly cut = new Set<string>();
  readonly #context: TypesetContext;
  readonly #heads = new Map<string, TypesetLine | undefined>();

  constructor(context: TypesetContext) {
    // Missing characters are not reported again here: the same title is also part of the text.
    this.#context = { ...context, onMissing: () => undefined };
  }

  /** A line above the text. One that is too long is cut. */
  head(text: string): MarginLine[] {
    if (!this.#heads.has(text)) this.#heads.set(text, this.#writeHead(text));
    const line = this.#heads.get(text);
    return line ? [{ edge: 'Top', line }] : [];
  }

  /** @param outer the side of the page that is not bound */
  number(label: string, place: 'foot' | 'head', outer: 'left' | 'right'): MarginLine[] {
    const { geometry } = this.#context;
    const style = this.#style({ align: place === 'foot' ? 'center' : outer });
    const { line } = layOutSingleLine(label, style, this.#context);
    if (!line) return [];
    const y = place === 'foot' ? geometry.footBaseline : geometry.headBaseline;
    return [{ edge: place === 'foot' ? 'Bottom' : 'Top', line: this.#context.writeLine(line, y) }];
  }

  #style({ align }: Pick<ParagraphStyle, 'align'>): ParagraphStyle {
    const { headSize, measure } = this.#context.geometry;
    return { size: headSize, measure, align };
  }

  #writeHead(text: string): TypesetLine | undefined {
    const { design, geometry } = this.#context;
    if (text === '') return undefined;
    // When page numbers are in the same line, their space is reserved on both sides.
    const room = design.folio === 'head' ? geometry.headSize * numberEms : 0;
    const style = { ...this.#style({ align: 'center' }), measure: geometry.measure - 2 * room };
    const isItalic = design.headStyle === 'italic';
    const { line, isCut } = layOutSingleLine(
      text,
      isItalic ? style : { ...style, tracking: 40 },
      this.#context,
      isItalic ? { face: 'italic' } : { smallCaps: true },
    );
    if (isCut) this.cut.add(text);
    return line && this.#context.writeLine({ ...line, words: shiftWords(line.words, room) }, geometry.headBaseline);
  }
}

/** The place of lines on a page, from its top left corner. Bleed is at the top, the bottom and the outside edge. */
const rectOf = (
  { geometry }: TypesetContext,
  { left, page }: { left: number; page: number },
  [top, bottom]: readonly [number, number],
): Rect => ({
  x: left + (page % 2 === 1 ? geometry.bleed : 0),
  y: geometry.height + geometry.bleed - top,
  width: geometry.measure,
  height: top - bottom,
});

/** Converts the findings of the texts and of the running heads to positions in the document. */
const placeFindings = (
  drafts: readonly DraftPage[],
  texts: readonly LaidOutText[],
  cutHeads: ReadonlyMap<number, string>,
  profile: Profile,
  context: TypesetContext,
): LayoutFinding[] => {
  const { geometry } = context;
  const { headBaseline, headSize } = geometry;
  const head = [headBaseline + ascent * headSize, headBaseline - descent * headSize] as const;
  return drafts.flatMap(({ text, textIndex, index }, page): LayoutFinding[] => {
    const laidOut = texts[textIndex];
    if (!laidOut || !text) return [];
    const place = { left: leftMargin(profile, geometry, page), page };
    const toFinding = (
      { kind, text: about }: Pick<LayoutFinding, 'kind' | 'text'>,
      lines: readonly [number, number],
    ): LayoutFinding => ({
      kind,
      page: page + 1,
      rect: rectOf(context, place, lines),
      text: about,
      section: laidOut.section ?? null,
    });
    const own = laidOut.text.findings.filter((finding) => finding.page === index);
    const cut = cutHeads.get(page);
    return [
      ...(cut === undefined ? [] : [toFinding({ kind: 'cut-head', text: cut }, head)]),
      ...own.map((finding) => toFinding(finding, [finding.top, finding.bottom])),
    ];
  });
};

const placeStarts = (drafts: readonly DraftPage[], texts: readonly LaidOutText[]): PageStart[] =>
  drafts.flatMap(({ text, textIndex, index, label }, page) => {
    const { section, text: typeset } = texts[textIndex] ?? {};
    const start = typeset?.starts[index];
    return text && section !== undefined && start ? [{ page: page + 1, label, section, ...start }] : [];
  });

/** Puts each page in its final place, with its running head and page number. */
export const placePages = (
  drafts: readonly DraftPage[],
  texts: readonly LaidOutText[],
  heads: HeadTexts,
  profile: Profile,
  context: TypesetContext,
): Pick<TypesetDocument, 'pages' | 'pageStarts' | 'findings'> => {
  const { design, geometry } = context;
  const writer = new MarginWriter(context);
  /** The first page of each running head that was cut. */
  const cutHeads = new Map<number, string>();
  const seen = new Set<string>();
  const headLine = (text: string, page: number): MarginLine[] => {
    const lines = writer.head(text);
    if (writer.cut.has(text) && !seen.has(text)) cutHeads.set(page, text);
    seen.add(text);
    return lines;
  };
  const linesOf = ({ text, textIndex, label, isOpening }: DraftPage, page: number): MarginLine[] => {
    const laidOut = texts[textIndex];
    if (!text || !laidOut) return [];
    const isLeft = page % 2 === 1;
    const hasHead = laidOut.hasHeads && !isOpening;
    const head = hasHead ? headLine(headOf(design.heads, isLeft, laidOut.name, heads), page) : [];
    // A page without a running head has no page number above the text.
    const hasNumber = laidOut.hasPageNumber && (design.folio === 'foot' || (design.folio === 'head' && !isOpening));
    const place = design.folio === 'head' ? 'head' : 'foot';
    return hasNumber ? [...head, ...writer.number(label, place, isLeft ? 'left' : 'right')] : head;
  };
  const pages = drafts.map((draft, page): DocumentPage => ({
    text: draft.text,
    textIndex: draft.textIndex,
    label: draft.label,
    left: leftMargin(profile, geometry, page),
    marginLines: linesOf(draft, page),
  }));
  return {
    pages,
    pageStarts: placeStarts(drafts, texts),
    findings: placeFindings(drafts, texts, cutHeads, profile, context),
  };
};
