import type { Design } from './design.ts';
import { insideMarginFor, KDP_PRINT } from './kdp-print.ts';
import type { Points } from './page.ts';

/** What a PDF is for: a printer, who wants plain pages only, or readers, who want links, bookmarks and accessible text. */
export type Profile = 'print' | 'screen';

const INCH = 72;

/** How far a page with bleed extends beyond the trimmed area at the top, the bottom and the outside edge. */
export const BLEED: Points = KDP_PRINT.values.bleedIn * INCH;

/** The minimum inside margin of a printed book. */
export const gutterFor = (pages: number): Points => insideMarginFor(pages) * INCH;

/** The minimum inside margin plus what an object needs that lies exactly on its edge: one point. */
export const requiredInside = (pages: number): Points => gutterFor(pages) + 1;

/** Height of capitals with accents, and depth below the baseline, in ems. */
export const ASCENT = 0.95;
export const DESCENT = 0.3;

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
const MIN_TEXT: Points = KDP_PRINT.values.minTextPt;
/** Largest distances between the text and the running head above it or the page number below it. */
const HEAD_GAP: Points = 16;
const FOOT_GAP: Points = 22;
/** Distance of running heads and page numbers to the edge of the page, which printers require. */
const { withoutBleed, withBleed } = KDP_PRINT.values.otherMarginIn;
const EDGE = { plain: withoutBleed * INCH, withBleed: withBleed * INCH };

/**
 * The geometry of a design's pages.
 * @param minInside the inside margin that the page count requires; the design's own may be wider
 */
export const geometryOf = (design: Design, minInside: Points = 0): Geometry => {
  const { trim, margins, size, bleed } = design;
  const [width, height] = [trim.widthIn * INCH, trim.heightIn * INCH];
  const [top, bottom] = [margins.topIn * INCH, margins.bottomIn * INCH];
  const inside = Math.max(margins.insideIn * INCH, minInside);
  const leading = size * design.leading;
  const headSize = Math.max(MIN_TEXT, size * 0.85);
  const edge = bleed ? EDGE.withBleed : EDGE.plain;
  return {
    width,
    height,
    bleed: bleed ? BLEED : 0,
    inside,
    measure: width - inside - margins.outsideIn * INCH,
    size,
    leading,
    indent: design.indentEm * size,
    rows: Math.floor((height - top - bottom - (ASCENT + DESCENT) * size) / leading + 1e-6) + 1,
    headSize,
    firstBaseline: height - top - ASCENT * size,
    headBaseline: height - top + Math.min(HEAD_GAP, top - edge - ASCENT * headSize),
    footBaseline: Math.max(edge + DESCENT * headSize, bottom - FOOT_GAP),
  };
};

/** The left edge of the text on a page. `index` counts from 0: page 0 is a right-hand page. */
export const leftMargin = (profile: Profile, { width, measure, inside }: Geometry, index: number): Points => {
  const margins = width - measure;
  if (profile === 'screen') return margins / 2;
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
