import type { Geometry } from './geometry.ts';
import { layOutSingleLine } from './lay-out-text.ts';
import type { LayoutContext } from './lay-out-paragraph.ts';
import type { DocumentPage, Points, SetLine, SetText, TextLine, TextPage } from './page.ts';
import type { PageRows } from './paginate.ts';

/** What turns laid-out lines into content streams of one profile, besides what laying them out needs. */
export interface SetContext extends LayoutContext {
  setPages: (pages: readonly PageRows[], geometry: Geometry) => Pick<SetText, 'pages' | 'elements'>;
  setLine: (line: TextLine, y: Points) => SetLine;
  /** Finds the text that was set from the same values before, or calls `set`. */
  cache: (values: readonly string[], set: () => SetText) => SetText;
}

/** Lays out and sets a text, and collects the characters that no font has. */
export const setText = (
  layOut: (context: LayoutContext) => readonly PageRows[],
  geometry: Geometry,
  context: SetContext,
): SetText => {
  const missing: string[] = [];
  const onMissing = (texts: readonly string[]): void => {
    for (const text of texts) missing.push(text);
  };
  const pages = layOut({ ...context, onMissing });
  return { ...context.setPages(pages, geometry), missing };
};

/** A page whose place is not known yet. */
export interface DraftPage {
  text: TextPage | undefined;
  part: number;
  label: string;
  /** The title above the text; '' for none. */
  runningHead: string;
  /** Whether `label` is printed below the text. */
  hasPageNumber: boolean;
}

/** A text with what surrounds it on its pages. */
export interface Part {
  text: SetText;
  /** The title above the text from its second page on; '' for none. */
  runningHead: string;
  hasPageNumber: boolean;
}

/** The pages of a part without their labels. */
export const draftPages = ({ text, runningHead, hasPageNumber }: Part, part: number): DraftPage[] =>
  text.pages.map((page, index) => ({
    text: page,
    part,
    label: '',
    runningHead: index === 0 ? '' : runningHead,
    hasPageNumber,
  }));

const HEAD_SIZE = 9.2;
const NUMBER_SIZE = 9.5;

/** Sets running heads and page numbers, and puts each page in its final place. */
export const placePages = (
  drafts: readonly DraftPage[],
  geometry: Geometry,
  leftOf: (index: number) => Points,
  context: SetContext,
): DocumentPage[] => {
  // A character that no font has is reported where its title is part of the text.
  const silent: LayoutContext = { ...context, onMissing: () => undefined };
  const style = { measure: geometry.measure, align: 'center' as const };
  const heads = new Map<string, SetLine | undefined>();
  const setHead = (text: string): SetLine | undefined => {
    if (heads.has(text)) return heads.get(text);
    const line = text === '' ? undefined : layOutSingleLine(text, { ...style, size: HEAD_SIZE }, silent, 'italic');
    const head = line && context.setLine(line, geometry.headBaseline);
    heads.set(text, head);
    return head;
  };
  const setNumber = (label: string): SetLine | undefined => {
    const line = layOutSingleLine(label, { ...style, size: NUMBER_SIZE }, silent);
    return line && context.setLine(line, geometry.footBaseline);
  };
  return drafts.map(({ text, part, label, runningHead, hasPageNumber }, index) => ({
    text,
    part,
    label,
    left: leftOf(index),
    runningHead: setHead(runningHead),
    pageNumber: hasPageNumber ? setNumber(label) : undefined,
  }));
};
