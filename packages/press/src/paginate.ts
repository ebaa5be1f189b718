import type { TextElement, TextLine } from './page.ts';

/** A line of text or white space on the line grid of a page. */
export interface Row {
  /** Grid rows; may be a fraction. */
  height: number;
  line?: TextLine;
  /** The element to which the line belongs; the same object for all lines of one element. */
  element?: TextElement;
  /** Grid rows from the top of this row to the baseline of its line. */
  baseline?: number;
  /** Whether a page may end after this row. */
  breakAfter: boolean;
  /** White space, which is dropped at the top of a page. */
  blank?: boolean;
}

/** The rows of one page. Each begins at grid row `at`. */
export type PageRows = { row: Row; at: number }[];

/** The rows of a paragraph. A page never ends after its first line or before its last line (no widows and orphans). */
export const paragraphRows = (lines: readonly TextLine[], element: TextElement): Row[] =>
  lines.map((line, index) => ({
    height: 1,
    line,
    element,
    breakAfter: lines.length === 1 || (index > 0 && index !== lines.length - 2),
  }));

/** White space of `height` grid rows. */
export const blankRow = (height: number): Row => ({ height, breakAfter: true, blank: true });

/** The index after the last row of the page that begins with row `from`. */
const findPageEnd = (rows: readonly Row[], from: number, capacity: number): number => {
  let used = 0;
  let end = from;
  let lastAllowed = -1;
  for (; end < rows.length; end += 1) {
    const row = rows[end] as Row;
    if (used > 0 && used + row.height > capacity) break;
    if (used === 0 && row.blank && from > 0) continue;
    used += row.height;
    if (row.breakAfter) lastAllowed = end;
  }
  return end === rows.length || lastAllowed < from ? end : lastAllowed + 1;
};

/** Places rows on a page. White space at the top is dropped, except on the first page. */
const placeRows = (rows: readonly Row[], isFirstPage: boolean): PageRows => {
  const page: PageRows = [];
  let at = 0;
  for (const row of rows) {
    if (at === 0 && row.blank && !isFirstPage) continue;
    page.push({ row, at });
    at += row.height;
  }
  return page;
};

/**
 * Splits rows into pages of `capacity` grid rows. A page ends after the last row that allows a break; if none does, it
 * ends where it is full.
 */
export const paginate = (rows: readonly Row[], capacity: number): PageRows[] => {
  const pages: PageRows[] = [];
  let from = 0;
  while (from < rows.length) {
    const end = findPageEnd(rows, from, capacity);
    const page = placeRows(rows.slice(from, end), from === 0);
    if (page.length > 0) pages.push(page);
    from = end;
  }
  return pages;
};
