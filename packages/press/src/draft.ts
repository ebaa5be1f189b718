import type { Design } from './design.ts';
import { type Geometry, leftMargin, type Profile } from './geometry.ts';
import { layOutSingleLine } from './lay-out-text.ts';
import { type LayoutContext, type ParagraphStyle, shiftWords } from './lay-out-paragraph.ts';
import type { DocumentPage, MarginLine, TypesetLine, TypesetText, TextLine, TextPage } from './page.ts';
import type { PageRows } from './paginate.ts';

/** What laying out texts needs, and what turns their lines into content streams of one profile. */
export interface TypesetContext extends LayoutContext {
  writePages: (pages: readonly PageRows[], geometry: Geometry) => Pick<TypesetText, 'pages' | 'elements'>;
  writeLine: (line: TextLine, y: number) => TypesetLine;
  /** Returns the text that was typeset from the same values, design and geometry before, or calls `create`. */
  cache: (context: LayoutContext, values: readonly string[], create: () => TypesetText) => TypesetText;
  /** Receives sentences for the author. */
  warn: (text: string) => void;
}

/** Lays out and writes a text, and collects the characters that no font has. */
export const typesetText = (
  layOut: (context: LayoutContext) => readonly PageRows[],
  context: TypesetContext,
): TypesetText => {
  const missing: string[] = [];
  const onMissing = (texts: readonly string[]): void => {
    for (const text of texts) missing.push(text);
  };
  const pages = layOut({ ...context, onMissing });
  return { ...context.writePages(pages, context.geometry), missing };
};

/** A text with what surrounds it on its pages. */
export interface Part {
  text: TypesetText;
  /** Its name in running heads; '' for none. */
  name: string;
  /** Whether its pages after the first one have running heads. */
  hasHeads: boolean;
  /** Whether its pages have page numbers. */
  hasPageNumber: boolean;
}

/** A page whose left margin is not known yet. */
export interface DraftPage {
  /** Undefined for a blank page. */
  text: TextPage | undefined;
  /** The index of its part. */
  part: number;
  /** Its printed page number. */
  label: string;
  isOpening: boolean;
}

/** The pages of a part without their labels. */
export const draftPages = ({ text }: Part, part: number): DraftPage[] =>
  text.pages.map((page, index) => ({ text: page, part, label: '', isOpening: index === 0 }));

/** What running heads show besides the names of parts. */
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

/** The room of a page number beside a running head, in ems. */
const NUMBER_EMS = 3;

/** Lays out and writes running heads and page numbers. */
class MarginWriter {
  readonly #context: TypesetContext;
  readonly #heads = new Map<string, TypesetLine | undefined>();

  constructor(context: TypesetContext) {
    // Missing characters are not reported again here: the same title is also part of the text.
    this.#context = { ...context, onMissing: () => undefined };
  }

  /** A line above the text. One that is too long is cut, which is reported once. */
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
    // Page numbers in the same line keep their room on both sides.
    const room = design.folio === 'head' ? geometry.headSize * NUMBER_EMS : 0;
    const style = { ...this.#style({ align: 'center' }), measure: geometry.measure - 2 * room };
    const isItalic = design.headStyle === 'italic';
    const { line, isCut } = layOutSingleLine(
      text,
      isItalic ? style : { ...style, tracking: 40 },
      this.#context,
      isItalic ? { face: 'italic' } : { smallCaps: true },
    );
    if (isCut) this.#context.warn(`“${text}” is too long for a running head and was cut. A short title avoids that.`);
    return line && this.#context.writeLine({ ...line, words: shiftWords(line.words, room) }, geometry.headBaseline);
  }
}

/** Puts each page in its final place, with its running head and page number. */
export const placePages = (
  drafts: readonly DraftPage[],
  parts: readonly Part[],
  texts: HeadTexts,
  profile: Profile,
  context: TypesetContext,
): DocumentPage[] => {
  const { design, geometry } = context;
  const writer = new MarginWriter(context);
  const linesOf = ({ text, part: index, label, isOpening }: DraftPage, isLeft: boolean): MarginLine[] => {
    const part = parts[index];
    if (!text || !part) return [];
    const head = part.hasHeads && !isOpening ? writer.head(headOf(design.heads, isLeft, part.name, texts)) : [];
    // A page without a running head has no page number above the text.
    const hasNumber = part.hasPageNumber && (design.folio === 'foot' || (design.folio === 'head' && !isOpening));
    const place = design.folio === 'head' ? 'head' : 'foot';
    return hasNumber ? [...head, ...writer.number(label, place, isLeft ? 'left' : 'right')] : head;
  };
  return drafts.map((draft, page) => ({
    text: draft.text,
    part: draft.part,
    label: draft.label,
    left: leftMargin(profile, geometry, page),
    marginLines: linesOf(draft, page % 2 === 1),
  }));
};
