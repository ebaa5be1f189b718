import type { Glyph } from './shape.ts';

/** Points (1/72 inch); the origin of a page is its lower left corner. */
export type Points = number;

/** A word or part of one. `x` counts from the beginning of its line. */
export interface SetWord {
  x: Points;
  glyphs: readonly Glyph[];
}

/** One line of type, with a space between words. */
export interface SetLine {
  words: readonly SetWord[];
  size: Points;
  width: Points;
}

/** A line on its page: `x` and `y` are the start of its baseline. */
export interface PlacedLine {
  x: Points;
  y: Points;
  line: SetLine;
}

/** A link area; `target` is the index of a page. */
export interface PageLink {
  x: Points;
  y: Points;
  width: Points;
  height: Points;
  target: number;
}

export interface Page {
  lines: PlacedLine[];
  links: PageLink[];
  /** The printed page number: '' (none), 'iv', '12'. */
  label: string;
}

export interface OutlineEntry {
  title: string;
  page: number;
  level: number;
}

export interface TypesetDocument {
  width: Points;
  height: Points;
  pages: Page[];
  outline: OutlineEntry[];
  title: string;
  author: string;
  subject: string;
  language: string;
  /** Milliseconds since the epoch; passed in, because the typesetter has no clock. */
  date: number;
}
