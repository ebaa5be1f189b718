import { type DraftPage, draftPage, placePage } from './draft.ts';
import type { Geometry } from './geometry.ts';
import { cleanLine } from './manuscript.ts';
import { readBlocks } from './styled-text.ts';
import type { Bookmark, TypesetDocument } from './page.ts';
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
  for (const line of layOutParagraph(
    [{ face: 'regular', text: cleanLine(title) || 'Untitled' }],
    { ...style, size: 24 },
    context,
  )) {
    rows.push({ height: 2, baseline: 1, line, breakAfter: false });
  }
  const byline = [cleanLine(subtitle), cleanLine(author)].filter((part) => part !== '').join(' · ');
  for (const line of layOutParagraph([{ face: 'italic', text: byline }], { ...style, size: 12 }, context))
    rows.push({ height: 1, baseline: 0.5, line, breakAfter: false });
  return [...rows, { ...blankRow(2), breakAfter: false }];
};

/** Lays out a simple document on A4. */
export const layOutDocument = (document: SimpleDocument, date: number, context: LayoutContext): TypesetDocument => {
  const blocks = readBlocks(document.text);
  const title = cleanLine(document.title) || 'Untitled';
  const bookmarks: Bookmark[] = [{ title, page: 0 }];
  const rows = [...layOutDocumentHead(document, context), ...layOutBlocks(blocks, A4_GEOMETRY, context)];
  const drafts: DraftPage[] = paginate(rows, A4_GEOMETRY.rows).map((page, index) =>
    draftPage(page, { label: String(index + 1), runningHead: index === 0 ? '' : title, hasPageNumber: true }),
  );
  const left = (A4_GEOMETRY.width - A4_GEOMETRY.measure) / 2;
  return {
    width: A4_GEOMETRY.width,
    height: A4_GEOMETRY.height,
    bookmarks,
    date,
    title,
    author: cleanLine(document.author),
    subject: '',
    language: document.language,
    pages: drafts.map((draft) => placePage(draft, A4_GEOMETRY, left, context, false)),
  };
};
