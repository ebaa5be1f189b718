import type { Points } from './points.ts';

/**
 * What is wrong with laid-out pages. The first five are accepted only where no other page break is possible, a runt
 * only where no other line breaks are possible.
 * - `widow`: the last line of a paragraph alone at the top of a page
 * - `orphan`: the first line of a paragraph, or a heading, alone at the foot of a page
 * - `unequal-pages`: facing pages of different heights
 * - `hyphen-at-foot`: a divided word at the foot of a right-hand page
 * - `short-end`: a single line on the last page of a text
 * - `runt`: a very short last line of a paragraph
 * - `cut-head`: a running head that is too long
 * - `missing-glyph`: characters that no font has, drawn as boxes
 * - `not-hyphenated`: the language has no rules for hyphenation
 */
export type LayoutFindingKind =
  | 'widow'
  | 'orphan'
  | 'unequal-pages'
  | 'hyphen-at-foot'
  | 'short-end'
  | 'runt'
  | 'cut-head'
  | 'missing-glyph'
  | 'not-hyphenated';

/** A place on a page, in points from its top left corner. */
export interface Rect {
  x: Points;
  y: Points;
  width: Points;
  height: Points;
}

/** A finding within a text, whose place in the document is not known yet. */
export interface TextFinding {
  kind: LayoutFindingKind;
  /** The index of the page in the text. */
  page: number;
  /** The lines concerned, in points from the foot of the page. */
  top: Points;
  bottom: Points;
  /** The characters concerned; '' where the place says all. */
  text: string;
}

export interface LayoutFinding {
  kind: LayoutFindingKind;
  /** Counts from 1; null for the whole document. */
  page: number | null;
  rect: Rect | null;
  /** The text concerned; '' where the place says all. */
  text: string;
  /** The index among all sections of the book; null if it concerns none. */
  section: number | null;
}
