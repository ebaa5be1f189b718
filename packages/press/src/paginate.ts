import { choosePages, type PageChoice, type Side } from './page-breaks.ts';
import type { Row, RowLine } from './rows.ts';

/** The rows of one page. Each begins at grid row `at`. */
export type PageRows = { row: RowLine & Pick<Row, 'initials'>; at: number }[];

/** The rows of a page, with the paragraph that is a line longer or shorter there. */
const rowsOfPage = (rows: readonly Row[], { from, to, adjusted }: PageChoice): readonly Row[] => {
  if (!adjusted) return rows.slice(from, to);
  const first = rows[adjusted.at];
  const other = first?.withLooseness?.(adjusted.looseness) ?? [];
  return [...rows.slice(from, adjusted.at), ...other, ...rows.slice(adjusted.at + (first?.length ?? 0), to)];
};

/** Places rows on a page. White space at the top is dropped, except on the first page. */
const placeRows = (rows: readonly Row[], isFirstPage: boolean): PageRows => {
  const page: PageRows = [];
  let at = 0;
  for (const row of rows) {
    const isTop = at === 0 && !isFirstPage;
    if (isTop && row.blank) continue;
    const shown = (isTop ? row.atTop : undefined) ?? row;
    page.push({ row: shown, at });
    at += shown.height;
  }
  return page;
};

/**
 * Splits rows into pages of at most `capacity` grid rows, by the rules of `choosePages`.
 * @param start the side of the first page
 */
export const paginate = (rows: readonly Row[], capacity: number, start: Side = 'right'): PageRows[] =>
  choosePages(rows, capacity, start)
    .map((choice, index) => placeRows(rowsOfPage(rows, choice), index === 0))
    .filter((page) => page.length > 0);
