import type { SetLine } from './page.ts';

/** What stands on the page's grid of lines: `height` rows, its line on row `baseline` (0 is the first). */
export interface Row {
  height: number;
  line?: SetLine;
  baseline?: number;
  /** Whether a page may end after this row. */
  breakAfter: boolean;
  /** White space that vanishes at the top of a page. */
  blank?: boolean;
}

/** The rows of one page, with the grid row where each begins. */
export type PageRows = { row: Row; at: number }[];

/** Rows of a paragraph: a page never ends after its first line, nor before its last. */
export const paragraphRows = (lines: readonly SetLine[]): Row[] =>
  lines.map((line, index) => ({
    height: 1,
    line,
    breakAfter: lines.length === 1 || (index > 0 && index !== lines.length - 2),
  }));

export const blankRow = (height: number): Row => ({ height, breakAfter: true, blank: true });

/**
 * Cuts rows into pages of `capacity` grid rows. A page ends after the last row that allows it; only where none does, it
 * ends where it is full.
 */
export const paginate = (rows: readonly Row[], capacity: number): PageRows[] => {
  const pages: PageRows[] = [];
  for (let from = 0; from < rows.length;) {
    let [used, end, allowed] = [0, from, -1];
    for (; end < rows.length; end += 1) {
      const row = rows[end] as Row;
      if (used > 0 && used + row.height > capacity) break;
      if (used === 0 && row.blank && from > 0) continue;
      used += row.height;
      if (row.breakAfter) allowed = end;
    }
    const cut = end === rows.length || allowed < from ? end : allowed + 1;
    const page: PageRows = [];
    let at = 0;
    for (const row of rows.slice(from, cut)) {
      if (at === 0 && row.blank && from > 0) continue;
      page.push({ row, at });
      at += row.height;
    }
    if (page.length > 0) pages.push(page);
    from = cut;
  }
  return pages;
};
