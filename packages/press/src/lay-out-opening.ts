import type { BookTerms } from './language.ts';
import { cleanLine, type ManuscriptChapter } from './manuscript.ts';
import type { Design } from './design.ts';
import type { TextElement } from './page.ts';
import { blankRow, type Row } from './rows.ts';
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

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const labelOf = (number: number, chapterLabel: Design['chapterLabel'], terms: BookTerms): string => {
  if (chapterLabel === 'none') return '';
  return `${terms.chapter} ${chapterLabel === 'word' ? capitalised(terms.inWords(number)) : number}`;
};

/**
 * The names of a chapter in its design. A repeated 'Chapter 3:' is removed from the title where the label contains it; a
 * chapter without a title is called by its number.
 */
export const nameChapter = (
  { number, title }: Pick<ManuscriptChapter, 'number' | 'title'>,
  chapterLabel: Design['chapterLabel'],
  terms: BookTerms,
): ChapterName => {
  const clean = cleanLine(title);
  if (number === undefined) return { label: '', title: clean, name: clean };
  const [repeated = '', named] = /^chapter (\d+)\b ?[:.–—-]* ?/i.exec(clean) ?? [];
  const rest = named === String(number) ? clean.slice(repeated.length) : clean;
  const label = labelOf(number, chapterLabel, terms);
  if (rest !== '') return { label, title: rest, name: rest };
  const ownName = label === '' ? `${terms.chapter} ${number}` : label;
  return { label: '', title: ownName, name: ownName };
};

/** The label, the space below the title and the first lines of the text. */
const rowsBelow = 7;

/**
 * Lays out the top of a text's first page: white space, the label, the title.
 * @param drop the white space above the label, as a fraction of the height of the type area
 */
export const layOutOpening = (
  { label, title }: Pick<ChapterName, 'label' | 'title'>,
  context: LayoutContext,
  drop: number,
): Row[] => {
  const { measure, size, rows: capacity } = context.geometry;
  const style: ParagraphStyle = { size: size * 0.88, measure, align: 'center', tracking: 85 };
  const isLong = title.length > 60;
  const element: TextElement = { role: 'H1' };
  const titleStyle = { ...style, size: size * (isLong ? 1.5 : 1.95), tracking: 0 };
  const height = isLong ? 1.5 : 1.9;
  const titles = layOutParagraph([{ face: 'regular', text: title }], titleStyle, context);
  // A long title begins higher, to leave room for the first lines of the text.
  const space = Math.min(Math.round(drop * capacity), Math.max(0, capacity - titles.length * height - rowsBelow));
  const rows: Row[] = [{ ...blankRow(space), breakAfter: false }];
  for (const line of layOutParagraph([{ face: 'regular', text: label.toUpperCase() }], style, context))
    rows.push({ height: 1.4, baseline: 0, line, element, breakAfter: false });
  for (const line of titles) rows.push({ height, baseline: 0.9, line, element, breakAfter: false });
  const used = rows.reduce((sum, row) => sum + row.height, 0);
  // The text starts on a whole grid row, so that the lines of facing pages align.
  rows.push({ ...blankRow(Math.ceil(used + 2) - used), breakAfter: false });
  return rows;
};
