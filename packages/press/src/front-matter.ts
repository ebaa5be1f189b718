import type { Geometry } from './geometry.ts';
import { cleanLine, type Manuscript } from './manuscript.ts';
import type { TextElement, TextLine } from './page.ts';
import { blankRow, type Row } from './paginate.ts';
import { type ParagraphStyle, layOutParagraph, type LayoutContext, shiftWords } from './lay-out-paragraph.ts';
import { layOutOpening } from './lay-out-opening.ts';
import { type Block, chooseFaces, readBlocks, type StyledRun } from './styled-text.ts';

/** Font sizes of the title in points. The first one with which it fits `MAX_TITLE_LINES` is used. */
const TITLE_SIZES = [32, 27, 22, 18, 14];
const MAX_TITLE_LINES = 5;

const linesAsRows = (lines: readonly TextLine[], height: number, role: TextElement['role'] = 'P'): Row[] => {
  const element: TextElement = { role };
  return lines.map((line) => ({ height, baseline: height - 1, line, element, breakAfter: true }));
};

const layOutTitle = (title: string, style: ParagraphStyle, context: LayoutContext): Row[] => {
  for (const size of TITLE_SIZES) {
    const lines = layOutParagraph([{ face: 'regular', text: title }], { ...style, size }, context);
    if (lines.length <= MAX_TITLE_LINES || size === TITLE_SIZES.at(-1))
      return linesAsRows(lines, (size * 1.25) / 15, 'H1');
  }
  return [];
};

/** Lays out title, subtitle and author in the upper half of a page, and the publisher at its foot. */
export const layOutTitlePage = (manuscript: Manuscript, geometry: Geometry, context: LayoutContext): Row[] => {
  const style: ParagraphStyle = { size: 14, measure: geometry.measure, align: 'center' };
  const rows: Row[] = [blankRow(7), ...layOutTitle(cleanLine(manuscript.title) || 'Untitled', style, context)];
  const add = (
    text: string | undefined,
    space: number,
    height: number,
    more: Partial<ParagraphStyle>,
    face: 'regular' | 'italic',
  ): void => {
    const lines = layOutParagraph([{ face, text: cleanLine(text) }], { ...style, ...more }, context);
    if (lines.length === 0) return;
    rows.push(blankRow(space));
    for (const row of linesAsRows(lines, height)) rows.push(row);
  };
  add(manuscript.subtitle, 0.8, 1.4, { size: 14.5 }, 'italic');
  add(manuscript.author, 3, 1.4, { size: 14 }, 'regular');
  const publisher = layOutParagraph(
    [{ face: 'regular', text: cleanLine(manuscript.publisher).toUpperCase() }],
    { ...style, size: 9, tracking: 85 },
    context,
  );
  if (publisher.length === 0) return rows;
  const used = rows.reduce((sum, { height }) => sum + height, 0);
  return [...rows, blankRow(Math.max(1, geometry.rows - used - publisher.length)), ...linesAsRows(publisher, 1)];
};

const dedicationLines = (block: Block): StyledRun[][] => {
  if (block.kind === 'paragraph') return block.lines;
  return [block.kind === 'heading' ? block.content : [{ text: '* * *', emphasis: false, strong: false }]];
};

/** Lays out the dedication: centred lines that are narrower than the text. */
export const layOutDedication = (text: string, geometry: Geometry, context: LayoutContext): Row[] => {
  const measure = geometry.measure * 0.75;
  const shift = (geometry.measure - measure) / 2;
  const rows: Row[] = [blankRow(8)];
  for (const block of readBlocks(text)) {
    for (const runs of dedicationLines(block)) {
      const lines = layOutParagraph(chooseFaces(runs, 'italic'), { size: 12, measure, align: 'center' }, context);
      const shifted = lines.map((line) => ({ ...line, words: shiftWords(line.words, shift) }));
      for (const row of linesAsRows(shifted, 1.2)) rows.push(row);
    }
  }
  return rows;
};

/** An entry of the table of contents. */
export interface ContentsEntry {
  /** The chapter number; may be empty. */
  label: string;
  title: string;
  /** The printed page number. */
  page: string;
  /** The index of the part in the document. */
  part: number;
}

const NUMBER_WIDTH = 40;
const LABEL_WIDTH = 26;

/**
 * Lays out the table of contents. The number of its rows does not depend on the page numbers, so it can be laid out
 * before they are known.
 */
export const layOutContents = (
  entries: readonly ContentsEntry[],
  geometry: Geometry,
  context: LayoutContext,
): Row[] => {
  const style: ParagraphStyle = {
    size: geometry.size,
    measure: geometry.measure - NUMBER_WIDTH - LABEL_WIDTH,
    align: 'left',
  };
  const rows: Row[] = layOutOpening({ label: '', title: 'Contents' }, geometry, context, 2);
  for (const { label, title, page, part } of entries) {
    const titles = layOutParagraph([{ face: 'regular', text: title }], style, context).slice(0, 6);
    const labels = layOutParagraph([{ face: 'regular', text: label }], style, context).slice(0, 1);
    const numbers = layOutParagraph(
      [{ face: 'regular', text: page }],
      { ...style, measure: NUMBER_WIDTH, align: 'right' },
      context,
    ).slice(0, 1);
    const element: TextElement = { role: 'TOCI', link: { part, description: `${title}, page ${page}` } };
    titles.forEach((line, index) => {
      const isLast = index === titles.length - 1;
      const labelWords = index === 0 ? labels.flatMap((labelLine) => labelLine.words) : [];
      const numberWords = (isLast ? numbers : []).flatMap((numberLine) =>
        shiftWords(numberLine.words, geometry.measure - NUMBER_WIDTH),
      );
      rows.push({
        height: isLast ? 1.5 : 1,
        baseline: 0,
        line: {
          ...line,
          words: [...labelWords, ...shiftWords(line.words, LABEL_WIDTH), ...numberWords],
          width: geometry.measure,
        },
        element,
        breakAfter: isLast,
      });
    });
  }
  return rows;
};
