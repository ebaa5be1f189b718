import type { Geometry } from './geometry.ts';
import { parseInline } from './inline.ts';
import type { Block } from './manuscript.ts';
import type { SetLine } from './page.ts';
import { blankRow, paragraphRows, type Row } from './paginate.ts';
import { type ParagraphStyle, setParagraph, type Setting } from './set-paragraph.ts';

const INDENT = 16;

/** One line of plain text, aligned as given; text that does not fit is cut with an ellipsis. */
export const setSingleLine = (
  text: string,
  style: ParagraphStyle,
  setting: Setting,
  face: 'regular' | 'italic' | 'bold' = 'regular',
): SetLine | undefined => {
  let rest = text;
  let lines = setParagraph([{ face, text: rest }], style, setting);
  while (lines.length > 1 && rest.length > 1) {
    const words = rest.split(' ');
    rest =
      words.length > 1
        ? words.slice(0, -1).join(' ')
        : Array.from(rest)
            .slice(0, Math.floor(Array.from(rest).length / 2))
            .join('');
    lines = setParagraph([{ face, text: `${rest}…` }], style, setting);
  }
  return lines[0];
};

const headingRows = (block: Extract<Block, { kind: 'heading' }>, geometry: Geometry, setting: Setting): Row[] => {
  const size = geometry.size * (block.level === 1 ? 1.25 : block.level === 2 ? 1.12 : 1);
  const lines = setParagraph(
    parseInline(block.text, 'bold'),
    { size, measure: geometry.measure, align: 'left' },
    setting,
  );
  return [
    blankRow(1),
    ...lines.map((line, index): Row => ({
      height: index === lines.length - 1 ? 2 : 1,
      baseline: 0.4,
      line,
      breakAfter: false,
    })),
  ];
};

/**
 * Sets running text: the first paragraph, and the first one after a heading or a break, has no indent; the others are
 * indented.
 */
export const setBlocks = (blocks: readonly Block[], geometry: Geometry, setting: Setting): Row[] => {
  const rows: Row[] = [];
  let isFlushLeft = true;
  const style: ParagraphStyle = { size: geometry.size, measure: geometry.measure, align: 'justify', hyphens: true };
  for (const block of blocks) {
    if (block.kind === 'paragraph') {
      const lines = block.lines.flatMap((text, index) =>
        setParagraph(parseInline(text), { ...style, indent: isFlushLeft || index > 0 ? 0 : INDENT }, setting),
      );
      for (const row of paragraphRows(lines)) rows.push(row);
      isFlushLeft = false;
      continue;
    }
    if (block.kind === 'heading') {
      for (const row of headingRows(block, geometry, setting)) rows.push(row);
    } else {
      const line = setSingleLine('* * *', { size: geometry.size, measure: geometry.measure, align: 'center' }, setting);
      rows.push({ height: 3, baseline: 1, ...(line ? { line } : {}), breakAfter: false });
    }
    isFlushLeft = true;
  }
  return rows;
};
