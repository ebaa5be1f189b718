import type { Points } from './page.ts';

/** What a PDF is for: a printer, who wants plain pages only, or readers, who want links, bookmarks and accessible text. */
export type Profile = 'print' | 'screen';

const INCH = 72;

/** Inside margin that the printer requires, by page count: `inches` wide for up to `pages` pages. */
export const GUTTER_TABLE = [
  { pages: 150, inches: 0.375 },
  { pages: 300, inches: 0.5 },
  { pages: 500, inches: 0.625 },
  { pages: 700, inches: 0.75 },
  { pages: 828, inches: 0.875 },
] as const;

/** How far a page with bleed extends beyond the trimmed area at the top, the bottom and the outside edge. */
export const BLEED: Points = 0.125 * INCH;

export const MIN_PRINT_PAGES = 24;
export const MAX_PRINT_PAGES = 828;

/** The minimum inside margin of a printed book. Beyond the table its last row applies. */
export const gutterFor = (pages: number): Points =>
  (GUTTER_TABLE.find((row) => pages <= row.pages) ?? GUTTER_TABLE[GUTTER_TABLE.length - 1] ?? { inches: 0.875 })
    .inches * INCH;

/**
 * One page layout. The text width is the same for every page count: the gutter only moves the text sideways. So lines
 * and page breaks do not depend on the margins.
 */
export interface Geometry {
  width: Points;
  height: Points;
  /** Width of a line of text. */
  measure: Points;
  /** Font size of the text. */
  size: Points;
  /** Distance between two baselines. */
  leading: Points;
  /** Lines on a full page. */
  rows: number;
  /** Baseline of the first line, of the running head and of the page number. */
  firstBaseline: Points;
  headBaseline: Points;
  footBaseline: Points;
}

/** The layout of a trade book: 6 × 9 inches. */
export const TRADE: Geometry = {
  width: 6 * INCH,
  height: 9 * INCH,
  measure: 316,
  size: 10.8,
  leading: 15,
  rows: 34,
  firstBaseline: 9 * INCH - 79,
  headBaseline: 9 * INCH - 50,
  footBaseline: 40,
};

/** The left edge of the text on a page. `index` counts from 0: page 0 is a right-hand page. */
export const leftMargin = (profile: Profile, geometry: Geometry, pages: number, index: number): Points => {
  const margins = geometry.width - geometry.measure;
  if (profile === 'screen') return margins / 2;
  const inside = Math.max(margins / 2 + 4, gutterFor(pages) + 9);
  return index % 2 === 0 ? inside : margins - inside;
};

const ROMAN: readonly [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** A positive number in lower-case Roman numerals. */
export const toRoman = (number: number): string => {
  let [rest, text] = [number, ''];
  for (const [value, letters] of ROMAN) {
    for (; rest >= value; rest -= value) text += letters;
  }
  return text;
};
