import type { Geometry } from './geometry.ts';
import { cleanLine, type ManuscriptChapter } from './manuscript.ts';
import { blankRow, type Row } from './paginate.ts';
import { type ParagraphStyle, setParagraph, type Setting } from './set-paragraph.ts';

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

/** The top of a chapter's first page: white space, the label, the title. */
export const setOpening = (
  { label, title }: Pick<ChapterName, 'label' | 'title'>,
  geometry: Geometry,
  setting: Setting,
  drop = 4,
): Row[] => {
  const style: ParagraphStyle = { size: 9.5, measure: geometry.measure, align: 'center', tracking: 85 };
  const long = title.length > 60;
  const rows: Row[] = [{ ...blankRow(drop), breakAfter: false }];
  for (const line of setParagraph([{ face: 'regular', text: label.toUpperCase() }], style, setting)) {
    rows.push({ height: 1.4, baseline: 0, line, breakAfter: false });
  }
  for (const line of setParagraph(
    [{ face: 'regular', text: title }],
    { ...style, size: long ? 16 : 21, tracking: 0 },
    setting,
  ).slice(0, 12)) {
    rows.push({ height: long ? 1.5 : 1.9, baseline: 0.9, line, breakAfter: false });
  }
  const used = rows.reduce((sum, { height }) => sum + height, 0);
  // Ends on the line grid again, so that lines of facing pages align.
  rows.push({ ...blankRow(Math.ceil(used + 2) - used), breakAfter: false });
  return rows;
};
