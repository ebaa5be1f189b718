import type { Geometry } from './geometry.ts';
import type { FaceName } from './fonts.ts';
import { type Block, chooseFaces } from './styled-text.ts';
import type { TextElement, TextLine } from './page.ts';
import { blankRow, paragraphRows, type Row } from './paginate.ts';
import { type ParagraphStyle, layOutParagraph, type LayoutContext } from './lay-out-paragraph.ts';

const INDENT = 16;

/** Lays out plain text on one line. Text that does not fit is cut, and an ellipsis is added. */
export const layOutSingleLine = (
  text: string,
  style: ParagraphStyle,
  context: LayoutContext,
  face: FaceName = 'regular',
): TextLine | undefined => {
  let shortened = text;
  let lines = layOutParagraph([{ face, text: shortened }], style, context);
  while (lines.length > 1 && shortened.length > 1) {
    const words = shortened.split(' ');
    const characters = Array.from(shortened);
    shortened =
      words.length > 1 ? words.slice(0, -1).join(' ') : characters.slice(0, Math.floor(characters.length / 2)).join('');
    lines = layOutParagraph([{ face, text: `${shortened}…` }], style, context);
  }
  return lines[0];
};

type Heading = Extract<Block, { kind: 'heading' }>;

const headingRows = (block: Heading, role: TextElement['role'], geometry: Geometry, context: LayoutContext): Row[] => {
  const size = geometry.size * (block.level === 1 ? 1.25 : block.level === 2 ? 1.12 : 1);
  const lines = layOutParagraph(
    chooseFaces(block.content, 'bold'),
    { size, measure: geometry.measure, align: 'left' },
    context,
  );
  const element: TextElement = { role };
  return [
    blankRow(1),
    ...lines.map((line, index): Row => ({
      height: index === lines.length - 1 ? 2 : 1,
      baseline: 0.4,
      line,
      element,
      breakAfter: false,
    })),
  ];
};

/**
 * Lays out the blocks of a text. Paragraphs are indented, except the first one of the text and the first one after a
 * heading or a scene break.
 */
export const layOutBlocks = (blocks: readonly Block[], geometry: Geometry, context: LayoutContext): Row[] => {
  const rows: Row[] = [];
  let isFirstParagraph = true;
  let hasHeading = false;
  const style: ParagraphStyle = { size: geometry.size, measure: geometry.measure, align: 'justify', hyphens: true };
  for (const block of blocks) {
    if (block.kind === 'paragraph') {
      const lines = block.lines.flatMap((runs, index) =>
        layOutParagraph(chooseFaces(runs), { ...style, indent: isFirstParagraph || index > 0 ? 0 : INDENT }, context),
      );
      for (const row of paragraphRows(lines, { role: 'P' })) rows.push(row);
      isFirstParagraph = false;
      continue;
    }
    if (block.kind === 'heading') {
      // The title of the text is H1. A lower heading without one between them would skip a level.
      const role = block.level > 1 && hasHeading ? 'H3' : 'H2';
      hasHeading = true;
      for (const row of headingRows(block, role, geometry, context)) rows.push(row);
    } else {
      const line = layOutSingleLine(
        '* * *',
        { size: geometry.size, measure: geometry.measure, align: 'center' },
        context,
      );
      rows.push({ height: 3, baseline: 1, ...(line ? { line, element: { role: 'P' } } : {}), breakAfter: false });
    }
    isFirstParagraph = true;
  }
  return rows;
};
