import type { Geometry } from './geometry.ts';
import { cleanLine, type Manuscript, parseBlocks } from './manuscript.ts';
import type { SetLine } from './page.ts';
import { blankRow, type Row } from './paginate.ts';
import { type ParagraphStyle, setParagraph, type Setting } from './set-paragraph.ts';
import { setOpening } from './set-opening.ts';
import { parseInline } from './inline.ts';

const TITLE_SIZES = [32, 27, 22, 18, 14];
const MAX_TITLE_LINES = 5;

const linesAsRows = (lines: readonly SetLine[], height: number): Row[] =>
  lines.map((line) => ({ height, baseline: height - 1, line, breakAfter: true }));

const setTitle = (title: string, style: ParagraphStyle, setting: Setting): Row[] => {
  for (const size of TITLE_SIZES) {
    const lines = setParagraph([{ face: 'regular', text: title }], { ...style, size }, setting);
    if (lines.length <= MAX_TITLE_LINES || size === TITLE_SIZES.at(-1)) return linesAsRows(lines, (size * 1.25) / 15);
  }
  return [];
};

/** Title, subtitle and author in the upper half, the publisher at the foot. */
export const setTitlePage = (manuscript: Manuscript, geometry: Geometry, setting: Setting): Row[] => {
  const style: ParagraphStyle = { size: 14, measure: geometry.measure, align: 'center' };
  const rows: Row[] = [blankRow(7), ...setTitle(cleanLine(manuscript.title) || 'Untitled', style, setting)];
  const add = (
    text: string | undefined,
    space: number,
    height: number,
    more: Partial<ParagraphStyle>,
    face: 'regular' | 'italic',
  ): void => {
    const lines = setParagraph([{ face, text: cleanLine(text) }], { ...style, ...more }, setting);
    if (lines.length === 0) return;
    rows.push(blankRow(space));
    for (const row of linesAsRows(lines, height)) rows.push(row);
  };
  add(manuscript.subtitle, 0.8, 1.4, { size: 14.5 }, 'italic');
  add(manuscript.author, 3, 1.4, { size: 14 }, 'regular');
  const publisher = setParagraph(
    [{ face: 'regular', text: cleanLine(manuscript.publisher).toUpperCase() }],
    { ...style, size: 9, tracking: 85 },
    setting,
  );
  const used = rows.reduce((sum, { height }) => sum + height, 0);
  if (publisher.length === 0) return rows;
  return [...rows, blankRow(Math.max(1, geometry.rows - used - publisher.length)), ...linesAsRows(publisher, 1)];
};

export const setDedication = (text: string, geometry: Geometry, setting: Setting): Row[] => {
  const measure = geometry.measure * 0.75;
  const shift = (geometry.measure - measure) / 2;
  const rows: Row[] = [blankRow(8)];
  for (const block of parseBlocks(text)) {
    const texts = block.kind === 'paragraph' ? block.lines : block.kind === 'heading' ? [block.text] : ['* * *'];
    for (const part of texts) {
      const lines = setParagraph(parseInline(part, 'italic'), { size: 12, measure, align: 'center' }, setting);
      const shifted = lines.map((line) => ({
        ...line,
        words: line.words.map(({ x, glyphs }) => ({ x: x + shift, glyphs })),
      }));
      for (const row of linesAsRows(shifted, 1.2)) rows.push(row);
    }
  }
  return rows;
};

export interface ContentsEntry {
  label: string;
  title: string;
  page: string;
  target: number;
}

/** A line of the contents; `target` is the index of the page that it links to. */
export type ContentsRow = Row & { target?: number };

const NUMBER_WIDTH = 40;
const LABEL_WIDTH = 26;

/**
 * The table of contents. The number of its rows does not depend on the page numbers, so it can be typeset before the
 * page numbers are known.
 */
export const setContents = (entries: readonly ContentsEntry[], geometry: Geometry, setting: Setting): ContentsRow[] => {
  const style: ParagraphStyle = {
    size: geometry.size,
    measure: geometry.measure - NUMBER_WIDTH - LABEL_WIDTH,
    align: 'left',
  };
  const rows: ContentsRow[] = setOpening({ label: '', title: 'Contents' }, geometry, setting, 2);
  for (const { label, title, page, target } of entries) {
    const titles = setParagraph([{ face: 'regular', text: title }], style, setting).slice(0, 6);
    const labels = setParagraph([{ face: 'regular', text: label }], style, setting).slice(0, 1);
    const numbers = setParagraph(
      [{ face: 'regular', text: page }],
      { ...style, measure: NUMBER_WIDTH, align: 'right' },
      setting,
    ).slice(0, 1);
    titles.forEach((line, index) => {
      const words = line.words.map(({ x, glyphs }) => ({ x: x + LABEL_WIDTH, glyphs }));
      const first = index === 0 ? labels.flatMap(({ words: own }) => own) : [];
      const end =
        index === titles.length - 1
          ? numbers.flatMap(({ words: own }) =>
              own.map(({ x, glyphs }) => ({ x: x + geometry.measure - NUMBER_WIDTH, glyphs })),
            )
          : [];
      const last = index === titles.length - 1;
      rows.push({
        height: last ? 1.5 : 1,
        baseline: 0,
        line: { ...line, words: [...first, ...words, ...end], width: geometry.measure },
        breakAfter: last,
        target,
      });
    });
  }
  return rows;
};
