import type { BrokenParagraph } from './lay-out-paragraph.ts';
import type { TextElement, TextLine } from './page.ts';

/** A letter or quotation mark at the beginning of a paragraph with a drop cap. */
export interface PlacedInitial {
  line: TextLine;
  /** Grid rows from the baseline of the row's line to its own. */
  baseline: number;
}

/** Where a line stands in its row. */
export interface RowLine {
  /** Grid rows; may be a fraction. */
  height: number;
  line?: TextLine;
  /** The element to which the line belongs; the same object for all lines of one element. */
  element?: TextElement;
  /** Grid rows from the top of this row to the baseline of its line. */
  baseline?: number;
}

/** A line of text or white space on the line grid of a page. */
export interface Row extends RowLine {
  /** Whether a page may end after this row. */
  breakAfter: boolean;
  /** White space, which is dropped at the top of a page. */
  blank?: boolean;
  /** What the row shows instead at the top of a page. */
  atTop?: RowLine;
  isSceneBreak?: boolean;
  /** What stands before the line in a paragraph with a drop cap. */
  initials?: readonly PlacedInitial[];
  /** Whether it is the only line of its paragraph. */
  isWholeParagraph?: boolean;
  /** On the first row of a paragraph: its rows with a line more or fewer; undefined where that looks bad. */
  withLooseness?: (looseness: 1 | -1) => readonly Row[] | undefined;
  /** On the first row of a paragraph that can have another looseness: the number of its rows. */
  length?: number;
}

/** Paragraphs with fewer lines are not made a line longer or shorter, because that would be visible. */
const minAdjustable = 4;

/**
 * The rows of a paragraph. A page never ends after its first line or before its last line (no widows and orphans).
 * @param initialRows the height of a drop cap, whose lines stay on one page
 */
export const paragraphRows = (
  { lines, withLines }: BrokenParagraph,
  element: TextElement,
  { initials, initialRows = 0 }: { initials?: readonly PlacedInitial[]; initialRows?: number } = {},
): Row[] => {
  const together = Math.max(2, initialRows);
  const toRows = (all: readonly TextLine[]): Row[] =>
    all.map((line, index) => ({
      height: 1,
      line,
      element,
      breakAfter: all.length === 1 || (index >= together - 1 && index !== all.length - 2),
      ...(index === 0 && initials && { initials }),
    }));
  const rows = toRows(lines);
  const [first] = rows;
  if (!first) return rows;
  if (lines.length === 1) return [{ ...first, isWholeParagraph: true }];
  if (lines.length < minAdjustable) return rows;
  const variants = new Map<number, readonly Row[] | undefined>();
  const withLooseness: Row['withLooseness'] = (looseness) => {
    if (!variants.has(looseness)) {
      const other = withLines(lines.length + looseness);
      variants.set(looseness, other && toRows(other));
    }
    return variants.get(looseness);
  };
  rows[0] = { ...first, withLooseness, length: lines.length };
  return rows;
};

/** White space of `height` grid rows. */
export const blankRow = (height: number): Row => ({ height, breakAfter: true, blank: true });
