import { type DraftPage, draftPage, placePage } from './draft.ts';
import type { Geometry } from './geometry.ts';
import { cleanLine, parseBlocks } from './manuscript.ts';
import type { OutlineEntry, TypesetDocument } from './page.ts';
import { blankRow, paginate, type Row } from './paginate.ts';
import { setParagraph, type Setting } from './set-paragraph.ts';
import { setBlocks } from './set-text.ts';

/** A plain document: a title, then text with `#` headings, as `parseBlocks` reads it. */
export interface SimpleDocument {
  title: string;
  subtitle?: string | undefined;
  author?: string | undefined;
  language: string;
  text: string;
}

/** Layout for printing on A4: wider lines, more line spacing. */
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

const setHead = ({ title, subtitle, author }: SimpleDocument, setting: Setting): Row[] => {
  const style = { measure: A4_GEOMETRY.measure, align: 'left' as const };
  const rows: Row[] = [];
  for (const line of setParagraph(
    [{ face: 'regular', text: cleanLine(title) || 'Untitled' }],
    { ...style, size: 24 },
    setting,
  )) {
    rows.push({ height: 2, baseline: 1, line, breakAfter: false });
  }
  const byline = [cleanLine(subtitle), cleanLine(author)].filter((part) => part !== '').join(' · ');
  for (const line of setParagraph([{ face: 'italic', text: byline }], { ...style, size: 12 }, setting))
    rows.push({ height: 1, baseline: 0.5, line, breakAfter: false });
  return [...rows, { ...blankRow(2), breakAfter: false }];
};

/** Lays out a simple document, with a bookmark per heading. */
export const setOutline = (document: SimpleDocument, date: number, setting: Setting): TypesetDocument => {
  const blocks = parseBlocks(document.text);
  const title = cleanLine(document.title) || 'Untitled';
  const outline: OutlineEntry[] = [{ title, page: 0, level: 0 }];
  const rows = [...setHead(document, setting), ...setBlocks(blocks, A4_GEOMETRY, setting)];
  const drafts: DraftPage[] = paginate(rows, A4_GEOMETRY.rows).map((page, index) =>
    draftPage(page, { label: String(index + 1), head: index === 0 ? '' : title, folio: true }),
  );
  const left = (A4_GEOMETRY.width - A4_GEOMETRY.measure) / 2;
  return {
    width: A4_GEOMETRY.width,
    height: A4_GEOMETRY.height,
    outline,
    date,
    title,
    author: cleanLine(document.author),
    subject: '',
    language: document.language,
    pages: drafts.map((draft) => placePage(draft, A4_GEOMETRY, left, setting, false)),
  };
};
