import type { FaceName } from './fonts.ts';
import { beginInSmallCaps, layOutWithInitial } from './lay-out-initial.ts';
import { type ParagraphStyle, breakParagraph, layOutParagraph, type LayoutContext } from './lay-out-paragraph.ts';
import { ornamentReach } from './ornaments.ts';
import type { TextElement, TextLine } from './page.ts';
import { blankRow, paragraphRows, type Row } from './rows.ts';
import { type Block, chooseFaces, type FacedRun } from './styled-text.ts';

/** Lays out plain text on one line. Text that does not fit is cut, and an ellipsis is added. */
export const layOutSingleLine = (
  text: string,
  style: ParagraphStyle,
  context: LayoutContext,
  look: { face?: FaceName; smallCaps?: boolean } = {},
): { line: TextLine | undefined; isCut: boolean } => {
  const layOut = (part: string): TextLine[] =>
    layOutParagraph([{ face: look.face ?? 'regular', smallCaps: look.smallCaps ?? false, text: part }], style, context);
  let shortened = text;
  let lines = layOut(text);
  const isCut = lines.length > 1;
  while (lines.length > 1 && shortened.length > 1) {
    const words = shortened.split(' ');
    const characters = Array.from(shortened);
    shortened =
      words.length > 1 ? words.slice(0, -1).join(' ') : characters.slice(0, Math.floor(characters.length / 2)).join('');
    lines = layOut(`${shortened}…`);
  }
  return { line: lines[0], isCut };
};

type Heading = Extract<Block, { kind: 'heading' }>;

const headingRows = (block: Heading, index: number, context: LayoutContext): Row[] => {
  const { geometry } = context;
  const size = geometry.size * (block.level === 1 ? 1.25 : block.level === 2 ? 1.12 : 1);
  const style: ParagraphStyle = { size, measure: geometry.measure, align: 'left' };
  const lines = layOutParagraph(chooseFaces(block.content, 'bold'), style, context);
  const element: TextElement = { role: block.depth === 3 ? 'H3' : 'H2', block: index };
  return [
    blankRow(1),
    ...lines.map((line, number): Row => ({
      height: number === lines.length - 1 ? 2 : 1,
      baseline: 0.4,
      line,
      element,
      breakAfter: false,
    })),
  ];
};

const sceneBreakLine = (context: LayoutContext): TextLine | undefined => {
  const { geometry, design } = context;
  const { size, measure } = geometry;
  if (design.sceneBreak === 'blank' || design.sceneBreak === 'asterisks')
    return layOutSingleLine('* * *', { size, measure, align: 'center' }, context).line;
  const reach = (ornamentReach * size) / 1000;
  return { words: [], size, width: 2 * reach, ornament: { name: design.sceneBreak, x: measure / 2 } };
};

/** A scene break is never the last row of a page, and is always visible at the top of one. */
const sceneBreakRow = (context: LayoutContext): Row => {
  const line = sceneBreakLine(context);
  const visible = line ? { line, element: { role: 'P' as const } } : {};
  const atTop: Row['atTop'] = { height: 2, baseline: 0, ...visible };
  return context.design.sceneBreak === 'blank'
    ? { height: 1, atTop, breakAfter: false, isSceneBreak: true }
    : { height: 3, baseline: 1, ...visible, atTop, breakAfter: false, isSceneBreak: true };
};

/** The rows of a paragraph with manual line breaks: each line is laid out as a paragraph, and they stay one element. */
const brokenByHandRows = (
  lines: readonly FacedRun[][],
  element: TextElement,
  style: ParagraphStyle,
  context: LayoutContext,
): Row[] => {
  const laidOut = lines.flatMap((runs, index) =>
    layOutParagraph(runs, { ...style, indent: index > 0 ? 0 : (style.indent ?? 0) }, context),
  );
  return paragraphRows({ lines: laidOut, withLines: () => undefined }, element);
};

const initialRows: Partial<Record<LayoutContext['design']['opening'], number>> = { dropCap2: 2, dropCap3: 3 };

/** The first paragraph of a chapter, as its design wants it to begin. */
const openingRows = (
  runs: readonly FacedRun[],
  element: TextElement,
  style: ParagraphStyle,
  context: LayoutContext,
): Row[] => {
  const { opening } = context.design;
  const height = initialRows[opening];
  const withInitial = height === undefined ? undefined : layOutWithInitial(runs, height, style, context);
  if (!withInitial || height === undefined) {
    const words = opening === 'smallCaps' ? beginInSmallCaps(runs) : runs;
    return paragraphRows(breakParagraph(words, style, context), element);
  }
  return paragraphRows(withInitial, element, { initials: withInitial.initials, initialRows: height });
};

/** Keeps at least two lines on each side of a scene break on its page. */
const keepSceneBreaks = (rows: readonly Row[]): Row[] =>
  rows.map((row, index) => {
    const isBeforeOnlyLine = rows[index + 1]?.isWholeParagraph === true && rows[index + 2]?.isSceneBreak === true;
    const isOnlyLineAfter = rows[index - 1]?.isSceneBreak === true && row.isWholeParagraph === true;
    return isBeforeOnlyLine || isOnlyLineAfter ? { ...row, breakAfter: false } : row;
  });

/**
 * Lays out the blocks of a text. Paragraphs are indented, except the first one of the text and the first one after a
 * heading or a scene break.
 * @param opening whether the text begins as the design wants it for chapters
 */
export const layOutBlocks = (blocks: readonly Block[], context: LayoutContext, opening = false): Row[] => {
  const rows: Row[] = [];
  // A text may have more rows than a call may have arguments.
  const append = (more: readonly Row[]): void => {
    for (const row of more) rows.push(row);
  };
  const { size, measure, indent } = context.geometry;
  const style: ParagraphStyle = { size, measure, align: 'justify', hyphens: true };
  let isFirstParagraph = true;
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'paragraph') {
      const element: TextElement = { role: 'P', block: index };
      const paragraph: ParagraphStyle = { ...style, indent: isFirstParagraph ? 0 : indent };
      const lines = block.lines.map((runs) => chooseFaces(runs));
      const [first = []] = lines;
      const isOpening = opening && rows.length === 0;
      if (lines.length > 1) append(brokenByHandRows(lines, element, paragraph, context));
      else if (isOpening) append(openingRows(first, element, paragraph, context));
      else append(paragraphRows(breakParagraph(first, paragraph, context), element));
      isFirstParagraph = false;
      continue;
    }
    if (block.kind === 'heading') append(headingRows(block, index, context));
    else rows.push(sceneBreakRow(context));
    isFirstParagraph = true;
  }
  return keepSceneBreaks(rows);
};
