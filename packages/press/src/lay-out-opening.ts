import type { Geometry } from './geometry.ts';
import { cleanLine, type ManuscriptChapter } from './manuscript.ts';
import type { TextElement } from './page.ts';
import { blankRow, type Row } from './paginate.ts';
import { type ParagraphStyle, layOutParagraph, type LayoutContext } from './lay-out-paragraph.ts';

/**
 * The names of a chapter: the label above its title ('Chapter 3', may be empty), its title, and its name in contents
 * and running heads.
 */
export interface ChapterName {
  label: string;
  title: string;
  name: string;
}

/** Removes a repeated 'Chapter 3:' from the title, because the label already contains it. */
export const nameChapter = ({ number, title }: Pick<ManuscriptChapter, 'number' | 'title'>): ChapterName => {
  const label = `Chapter ${number}`;
  const clean = cleanLine(title);
  const [repeated = '', named] = /^chapter (\d+)\b ?[:.–—-]* ?/i.exec(clean) ?? [];
  const rest = named === String(number) ? clean.slice(repeated.length) : clean;
  if (rest === '') return { label: '', title: label, name: label };
  return { label, title: rest, name: rest };
};

/** Lays out the top of a chapter's first page: `drop` grid rows of white space, the label, the title. */
export const layOutOpening = (
  { label, title }: Pick<ChapterName, 'label' | 'title'>,
  geometry: Geometry,
  context: LayoutContext,
  drop = 4,
): Row[] => {
  const style: ParagraphStyle = { size: 9.5, measure: geometry.measure, align: 'center', tracking: 85 };
  const isLong = title.length > 60;
  const element: TextElement = { role: 'H1' };
  const rows: Row[] = [{ ...blankRow(drop), breakAfter: false }];
  for (const line of layOutParagraph([{ face: 'regular', text: label.toUpperCase() }], style, context)) {
    rows.push({ height: 1.4, baseline: 0, line, element, breakAfter: false });
  }
  for (const line of layOutParagraph(
    [{ face: 'regular', text: title }],
    { ...style, size: isLong ? 16 : 21, tracking: 0 },
    context,
  ).slice(0, 12)) {
    rows.push({ height: isLong ? 1.5 : 1.9, baseline: 0.9, line, element, breakAfter: false });
  }
  const used = rows.reduce((sum, { height }) => sum + height, 0);
  // The text starts on a whole grid row, so that the lines of facing pages align.
  rows.push({ ...blankRow(Math.ceil(used + 2) - used), breakAfter: false });
  return rows;
};
