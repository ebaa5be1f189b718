import { draftPages, placePages, type SetContext, setText } from './draft.ts';
import type { Geometry } from './geometry.ts';
import { cleanLine } from './manuscript.ts';
import { readBlocks } from './styled-text.ts';
import type { TextElement, TypesetDocument } from './page.ts';
import { blankRow, paginate, type Row } from './paginate.ts';
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
const A4_GEOMETRY: Geometry = {
  width: 595.28,
  height: 841.89,
  measure: 400,
  size: 11,
  leading: 16,
  rows: 42,
  firstBaseline: 841.89 - 92,
  headBaseline: 841.89 - 56,
  footBaseline: 44,
};

const layOutDocumentHead = ({ title, subtitle, author }: SimpleDocument, context: LayoutContext): Row[] => {
  const style = { measure: A4_GEOMETRY.measure, align: 'left' as const };
  const rows: Row[] = [];
  const heading: TextElement = { role: 'H1' };
  const subheading: TextElement = { role: 'P' };
  for (const line of layOutParagraph(
    [{ face: 'regular', text: cleanLine(title) || 'Untitled' }],
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

/** Lays out a simple document on A4. */
export const layOutDocument = (document: SimpleDocument, date: number, context: SetContext): TypesetDocument => {
  const title = cleanLine(document.title) || 'Untitled';
  const text = setText(
    (inner) => {
      const blocks = layOutBlocks(readBlocks(document.text), A4_GEOMETRY, inner);
      return paginate([...layOutDocumentHead(document, inner), ...blocks], A4_GEOMETRY.rows);
    },
    A4_GEOMETRY,
    context,
  );
  context.onMissing(text.missing);
  const drafts = draftPages({ text, runningHead: title, hasPageNumber: true }, 0);
  const left = (A4_GEOMETRY.width - A4_GEOMETRY.measure) / 2;
  return {
    width: A4_GEOMETRY.width,
    height: A4_GEOMETRY.height,
    bleed: 0,
    measure: A4_GEOMETRY.measure,
    bookmarks: [{ title, part: 0 }],
    date,
    title,
    author: cleanLine(document.author),
    subject: '',
    language: document.language,
    parts: [text.elements],
    pages: placePages(
      drafts.map((page, index) => ({ ...page, label: String(index + 1) })),
      A4_GEOMETRY,
      () => left,
      context,
    ),
  };
};
