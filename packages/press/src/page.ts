import type { Glyph } from './shape.ts';

/** Points (1/72 inch); the origin of a page is its lower left corner. */
export type Points = number;

/** A word or part of one. `x` is its distance from the beginning of the line. */
export interface PositionedWord {
  x: Points;
  glyphs: readonly Glyph[];
}

/** One laid-out line of text. */
export interface TextLine {
  words: readonly PositionedWord[];
  /** Font size. */
  size: Points;
  width: Points;
}

/** A line on its page: `x` and `y` are the start of its baseline. */
export interface PlacedLine {
  x: Points;
  y: Points;
  line: TextLine;
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

/** A bookmark of the PDF; `page` is the index of a page. */
export interface Bookmark {
  title: string;
  page: number;
}

export interface TypesetDocument {
  width: Points;
  height: Points;
  pages: Page[];
  bookmarks: Bookmark[];
  title: string;
  author: string;
  subject: string;
  language: string;
  /** Milliseconds since the epoch; passed in, because the typesetter has no clock. */
  date: number;
}
