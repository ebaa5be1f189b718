import type { Design } from './design.ts';
import { insideMarginFor, kdpPrint } from './kdp-print.ts';
import type { Points } from './page.ts';

/** What a PDF is for: a printer, who wants plain pages only, or readers, who want links, bookmarks and accessible text. */
export type Profile = 'print' | 'screen';

const inch = 72;

/** How far a page with bleed extends beyond the trimmed area at the top, the bottom and the outside edge. */
export const bleedWidth: Points = kdpPrint.values.bleedIn * inch;

/** The minimum inside margin of a printed book. */
export const gutterFor = (pages: number): Points => insideMarginFor(pages) * inch;

/** The minimum inside margin plus what an object needs that lies exactly on its edge: one point. */
export const requiredInside = (pages: number): Points => gutterFor(pages) + 1;

/** Height of capitals with accents, and depth below the baseline, in ems. */
export const ascent = 0.95;
export const descent = 0.3;

/** Where text stands on a page. */
export interface Geometry {
  width: Points;
  height: Points;
  /** How far pages of print extend beyond the trimmed area; 0 for no bleed. */
  bleed: Points;
  /** The left margin of right-hand pages of print. */
  inside: Points;
  /** Width of a line of text. */
  measure: Points;
  /** Font size of the text. */
  size: Points;
  /** Distance between two baselines. */
  leading: Points;
  /** Indent of the first line of a paragraph. */
  indent: Points;
  /** Lines on a full page. */
  rows: number;
  /** Font size of running heads and page numbers. */
  headSize: Points;
  /** Baseline of the first line, of the running head and of the page number. */
  firstBaseline: Points;
  headBaseline: Points;
  footBaseline: Points;
}

/** Printers accept no smaller text. */
const minText: Points = kdpPrint.values.minTextPt;
/** Largest distances between the text and the running head above it or the page number below it. */
const headGap: Points = 16;
const footGap: Points = 22;
/** Distance of running heads and page numbers to the edge of the page, which printers require. */
const { withoutBleed, withBleed } = kdpPrint.values.otherMarginIn;
const edgeMargins = { plain: withoutBleed * inch, withBleed: withBleed * inch };

/**
 * The geometry of a design's pages.
 * @param minInside the inside margin that the page count requires; the design's own may be wider
 */
export const geometryOf = (design: Design, minInside: Points = 0): Geometry => {
  const { trim, margins, size, bleed } = design;
  const [width, height] = [trim.widthIn * inch, trim.heightIn * inch];
  const [top, bottom] = [margins.topIn * inch, margins.bottomIn * inch];
  const inside = Math.max(margins.insideIn * inch, minInside);
  const leading = size * design.leading;
  const headSize = Math.max(minText, size * 0.85);
  const edge = bleed ? edgeMargins.withBleed : edgeMargins.plain;
  return {
    width,
    height,
    bleed: bleed ? bleedWidth : 0,
    inside,
    measure: width - inside - margins.outsideIn * inch,
    size,
    leading,
    indent: design.indentEm * size,
    rows: Math.floor((height - top - bottom - (ascent + descent) * size) / leading + 1e-6) + 1,
    headSize,
    firstBaseline: height - top - ascent * size,
    headBaseline: height - top + Math.min(headGap, top - edge - ascent * headSize),
    footBaseline: Math.max(edge + descent * headSize, bottom - footGap),
  };
};

/** The left edge of the text on a page. `index` counts from 0: page 0 is a right-hand page. */
export const leftMargin = (profile: Profile, { width, measure, inside }: Geometry, index: number): Points => {
  const margins = width - measure;
  if (profile === 'screen') return margins / 2;
  return index % 2 === 0 ? inside : margins - inside;
};

const romanSymbols: readonly [number, string][] = [
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
  for (const [value, letters] of romanSymbols) {
    for (; rest >= value; rest -= value) text += letters;
  }
  return text;
};
