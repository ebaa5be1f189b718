import { draftPages, type LaidOutText, placePages, type TypesetContext, typesetText } from './draft-pages.ts';
import type { Geometry } from './geometry.ts';
import { cleanLine, titleOf } from './manuscript.ts';
import { readBlocks } from './styled-text.ts';
import type { TextElement, TypesetDocument } from './page.ts';
import { paginate } from './paginate.ts';
import { blankRow, type Row } from './rows.ts';
import { layOutParagraph, type LayoutContext } from './lay-out-paragraph.ts';
import { layOutBlocks } from './lay-out-text.ts';

/** A plain document: a title, then text with `#` headings, as `readBlocks` reads it. */
export interface SimpleDocument {
  title: string;
  subtitle?: string | undefined;
  author?: string | undefined;
  language: string;
  text: string;
}

/** The layout for printing on A4: wider lines and more line spacing. */
export const a4Geometry: Geometry = {
  width: 595.28,
  height: 841.89,
  bleed: 0,
  inside: (595.28 - 400) / 2,
  measure: 400,
  size: 11,
  leading: 16,
  indent: 16,
  rows: 42,
  headSize: 9.2,
  firstBaseline: 841.89 - 92,
  headBaseline: 841.89 - 56,
  footBaseline: 44,
};

const layOutDocumentHead = ({ title, subtitle, author }: SimpleDocument, context: LayoutContext): Row[] => {
  const style = { measure: context.geometry.measure, align: 'left' as const };
  const rows: Row[] = [];
  const heading: TextElement = { role: 'H1' };
  const subheading: TextElement = { role: 'P' };
  for (const line of layOutParagraph(
    [{ face: 'regular', text: titleOf({ title }) }],
    { ...style, size: 24 },
    context,
  )) {
    rows.push({ height: 2, baseline: 1, line, element: heading, breakAfter: false });
  }
  const byline = [cleanLine(subtitle), cleanLine(author)].filter((part) => part !== '').join(' · ');
  for (const line of layOutParagraph([{ face: 'italic', text: byline }], { ...style, size: 12 }, context))
    rows.push({ height: 1, baseline: 0.5, line, element: subheading, breakAfter: false });
  return [...rows, { ...blankRow(2), breakAfter: false }];
};

/**
 * Lays out a simple document.
 * @param context with `a4Geometry`
 */
export const layOutDocument = (document: SimpleDocument, date: number, context: TypesetContext): TypesetDocument => {
  const { geometry } = context;
  const title = titleOf(document);
  const author = cleanLine(document.author);
  const text = typesetText((inner) => {
    const blocks = layOutBlocks(readBlocks(document.text), inner);
    return paginate([...layOutDocumentHead(document, inner), ...blocks], inner.geometry.rows);
  }, context);
  context.onMissing(text.missing);
  const laidOut: LaidOutText = { text, name: title, hasHeads: true, hasPageNumber: true };
  const drafts = draftPages(laidOut, 0).map((page, index) => ({ ...page, label: String(index + 1) }));
  return {
    width: geometry.width,
    height: geometry.height,
    bleed: 0,
    measure: geometry.measure,
    bookmarks: [{ title, textIndex: 0 }],
    date,
    title,
    author,
    subject: '',
    language: document.language,
    texts: [text.elements],
    // The head of every page is the title.
    ...placePages(drafts, [laidOut], { title, author: '' }, 'screen', context),
  };
};
