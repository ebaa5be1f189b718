import { kdpPrint } from './kdp-print.ts';
import { type LayoutContext, layOutParagraph, type ParagraphStyle, shiftWords } from './lay-out-paragraph.ts';
import { layOutOpening } from './lay-out-opening.ts';
import { layOutBlocks } from './lay-out-text.ts';
import { cleanLine, type Manuscript, titleOf } from './manuscript.ts';
import type { TextElement, TextLine } from './page.ts';
import { blankRow, type Row } from './rows.ts';
import { type Block, chooseFaces, readBlocks, type StyledRun } from './styled-text.ts';

/** Font sizes of the title relative to that of the text. The first one with which it fits `maxTitleLines` is used. */
const titleSizes = [2.9, 2.45, 2, 1.65, 1.3];
const maxTitleLines = 5;

const linesAsRows = (lines: readonly TextLine[], height: number, role: TextElement['role'] = 'P'): Row[] => {
  const element: TextElement = { role };
  return lines.map((line) => ({ height, baseline: height - 1, line, element, breakAfter: true }));
};

const heightOf = (rows: readonly Row[]): number => rows.reduce((sum, { height }) => sum + height, 0);

/** Adds white space, so that the last rows stand at the foot of a page. */
const atFoot = (above: readonly Row[], below: readonly Row[], { geometry }: LayoutContext): Row[] => {
  const space = geometry.rows - heightOf(above) - heightOf(below);
  return [...above, { ...blankRow(Math.max(1, space)), breakAfter: false }, ...below];
};

const layOutTitle = (title: string, style: ParagraphStyle, context: LayoutContext): Row[] => {
  const { size: textSize, leading } = context.geometry;
  for (const relative of titleSizes) {
    const size = textSize * relative;
    const lines = layOutParagraph([{ face: 'regular', text: title }], { ...style, size }, context);
    if (lines.length <= maxTitleLines || relative === titleSizes.at(-1))
      return linesAsRows(lines, (size * 1.25) / leading, 'H1');
  }
  return [];
};

const centred = ({ geometry }: LayoutContext, relative: number): ParagraphStyle => ({
  size: geometry.size * relative,
  measure: geometry.measure,
  align: 'center',
});

/** Lays out title, subtitle and author in the upper half of a page, and the publisher at its foot. */
export const layOutTitlePage = (manuscript: Manuscript, context: LayoutContext): Row[] => {
  const { rows: capacity } = context.geometry;
  const style = centred(context, 1.3);
  const rows: Row[] = [blankRow(Math.round(capacity * 0.2)), ...layOutTitle(titleOf(manuscript), style, context)];
  const add = (text: string | undefined, space: number, face: 'regular' | 'italic'): void => {
    const lines = layOutParagraph([{ face, text: cleanLine(text) }], style, context);
    if (lines.length === 0) return;
    rows.push(blankRow(space));
    for (const row of linesAsRows(lines, 1.4)) rows.push(row);
  };
  add(manuscript.subtitle, 0.8, 'italic');
  add(manuscript.author, 3, 'regular');
  const publisher = layOutParagraph(
    [{ face: 'regular', text: cleanLine(manuscript.publisher).toUpperCase() }],
    { ...centred(context, 0.83), tracking: 85 },
    context,
  );
  return publisher.length === 0 ? rows : atFoot(rows, linesAsRows(publisher, 1), context);
};

/** Lays out the title alone, for the first page of a printed book. */
export const layOutHalfTitle = (title: string, context: LayoutContext): Row[] => {
  const lines = layOutParagraph([{ face: 'regular', text: titleOf({ title }) }], centred(context, 1.3), context);
  return [blankRow(Math.round(context.geometry.rows * 0.25)), ...linesAsRows(lines, 1.5, 'H1')];
};

const linesOfBlock = (block: Block): StyledRun[][] => {
  if (block.kind === 'paragraph') return block.lines;
  return [block.kind === 'heading' ? block.content : [{ text: '* * *', emphasis: false, strong: false }]];
};

/** Lays out a dedication or an epigraph: centred lines in italics that are narrower than the text. */
export const layOutDisplayText = (text: string, context: LayoutContext): Row[] => {
  const { geometry } = context;
  const measure = geometry.measure * 0.75;
  const shift = (geometry.measure - measure) / 2;
  const rows: Row[] = [blankRow(Math.round(geometry.rows * 0.22))];
  for (const block of readBlocks(text)) {
    for (const runs of linesOfBlock(block)) {
      const style: ParagraphStyle = { size: geometry.size * 1.09, measure, align: 'center' };
      const lines = layOutParagraph(chooseFaces(runs, 'italic'), style, context);
      const shifted = lines.map((line) => ({ ...line, words: shiftWords(line.words, shift) }));
      for (const row of linesAsRows(shifted, 1.2)) rows.push(row);
    }
    rows.push(blankRow(0.6));
  }
  return rows;
};

/** Lays out a title with lines below it, centred: the other books of the author. */
export const layOutList = (title: string, text: string, context: LayoutContext): Row[] => {
  const rows = layOutOpening({ label: '', title }, context, 0.15);
  for (const block of readBlocks(text)) {
    for (const runs of linesOfBlock(block)) {
      const lines = layOutParagraph(chooseFaces(runs), centred(context, 1), context);
      for (const row of linesAsRows(lines, 1.2)) rows.push(row);
    }
    rows.push(blankRow(0.8));
  }
  return rows;
};

/** Lays out the copyright page: small text at the foot. */
export const layOutCopyright = (text: string, context: LayoutContext): Row[] => {
  const { geometry } = context;
  const small: LayoutContext = {
    ...context,
    geometry: { ...geometry, size: Math.max(kdpPrint.values.minTextPt, geometry.size * 0.82), indent: 0 },
  };
  const rows = readBlocks(text).flatMap((block, index) => [
    ...(index === 0 ? [] : [blankRow(0.5)]),
    ...layOutBlocks([block], small),
  ]);
  return atFoot([], rows, context);
};

/** An entry of the table of contents. */
export interface ContentsEntry {
  /** The chapter number; may be empty. */
  label: string;
  title: string;
  /** Whether it is the title page of a part of the book, which contains the chapters after it. */
  isPartTitle: boolean;
  /** The printed page number. */
  page: string;
  /** The index of the text in the document. */
  textIndex: number;
}

const numberWidth = 40;
const labelWidth = 26;
const maxEntryLines = 6;

/**
 * Lays out the table of contents. The number of its rows does not depend on the page numbers, so it can be laid out
 * before they are known.
 */
export const layOutContents = (
  entries: readonly ContentsEntry[],
  headings: { title: string; page: string },
  context: LayoutContext,
): Row[] => {
  const { geometry } = context;
  const { size } = geometry;
  const style: ParagraphStyle = { size, measure: geometry.measure - numberWidth - labelWidth, align: 'left' };
  const layOut = (text: string, more: Partial<ParagraphStyle>, isPartTitle = false): TextLine[] =>
    layOutParagraph([{ face: 'regular', text, smallCaps: isPartTitle }], { ...style, ...more }, context);
  const rows: Row[] = layOutOpening({ label: '', title: headings.title }, context, 0.06);
  for (const { label, title, isPartTitle, page, textIndex } of entries) {
    const titles = layOut(title, {}, isPartTitle).slice(0, maxEntryLines);
    const labels = layOut(label, {}).slice(0, 1);
    const numbers = layOut(page, { measure: numberWidth, align: 'right' }).slice(0, 1);
    const element: TextElement = {
      role: 'TOCI',
      link: { textIndex, description: `${title}, ${headings.page} ${page}` },
    };
    titles.forEach((line, index) => {
      const isLast = index === titles.length - 1;
      const labelWords = index === 0 ? labels.flatMap((labelLine) => labelLine.words) : [];
      const numberWords = (isLast ? numbers : []).flatMap((numberLine) =>
        shiftWords(numberLine.words, geometry.measure - numberWidth),
      );
      rows.push({
        height: isLast ? 1.5 : 1,
        baseline: 0,
        line: {
          ...line,
          words: [...labelWords, ...shiftWords(line.words, isPartTitle ? 0 : labelWidth), ...numberWords],
          width: geometry.measure,
        },
        element,
        breakAfter: isLast && !isPartTitle,
      });
    });
  }
  return rows;
};
