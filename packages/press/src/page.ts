import type { FaceName } from './fonts.ts';
import type { OrnamentName } from './ornaments.ts';
import type { Glyph } from './shape.ts';

/** Points (1/72 inch); the origin of a page is the lower left corner of its trimmed area. */
export type Points = number;

/** A word or part of one. `x` is its distance from the beginning of the line. */
export interface PositionedWord {
  x: Points;
  /** Its glyphs, in pieces that other lines may share. */
  pieces: readonly (readonly Glyph[])[];
}

/** One laid-out line of text. */
export interface TextLine {
  words: readonly PositionedWord[];
  /** Font size. */
  size: Points;
  width: Points;
  /** Whether the line ends inside a word, so that no space follows. */
  endsInsideWord?: boolean;
  /** An ornament instead of words; `x` is its middle. */
  ornament?: { name: OrnamentName; x: Points };
  /** Whether the line ends with a hyphen that the text does not have. */
  endsWithHyphen?: boolean;
}

/** A part of a text that is one element of a tagged PDF: a heading, a paragraph or an entry of the contents. */
export interface TextElement {
  role: 'H1' | 'H2' | 'H3' | 'P' | 'TOCI';
  /** For an entry of the contents: the part of the document to which it links, and the description of the link. */
  link?: { part: number; description: string };
}

/** The lines of one element on one page, as operators of a content stream in Latin-1. */
export interface TextPiece {
  /** The index of the element in its text. */
  element: number;
  content: string;
  /** The space that the lines occupy. */
  top: Points;
  bottom: Points;
}

/**
 * The text of one page. It does not depend on the place of the page in the document: every `x` is relative to the left
 * edge of the text. Print needs only the deflated content stream, screen needs its pieces.
 */
export type TextPage = { faces: readonly FaceName[] } & (
  { kind: 'stream'; deflated: Uint8Array } | { kind: 'pieces'; pieces: readonly TextPiece[] }
);

/** A text that is ready for any place in a document: a chapter, the title page, the contents. */
export interface TypesetText {
  pages: readonly TextPage[];
  elements: readonly TextElement[];
  /** The characters that no font has, once for each occurrence. */
  missing: readonly string[];
}

/** One line as operators of a content stream in Latin-1; relative to the left edge of the text, like the text itself. */
export interface TypesetLine {
  faces: readonly FaceName[];
  content: string;
}

/** A line in the margin of a page: a running head or a page number. */
export interface MarginLine {
  edge: 'Top' | 'Bottom';
  line: TypesetLine;
}

/** Where a page of a PDF stands in its document, and what surrounds its text. */
export interface DocumentPage {
  /** Undefined for a blank page. */
  text: TextPage | undefined;
  /** The index of the part to which the page belongs. */
  part: number;
  /** The left edge of the text. */
  left: Points;
  marginLines: readonly MarginLine[];
  /** The page number as text: 'iv', '12'. It exists even if it is not printed. */
  label: string;
}

/** A bookmark of the PDF, to the first page of a part. */
export interface Bookmark {
  title: string;
  part: number;
}

export interface TypesetDocument {
  width: Points;
  height: Points;
  /** How far the page of a printer extends beyond the trimmed area; 0 for no bleed. */
  bleed: Points;
  /** Width of a line of text. */
  measure: Points;
  /** The elements of each part. */
  parts: readonly (readonly TextElement[])[];
  pages: readonly DocumentPage[];
  bookmarks: readonly Bookmark[];
  /** The index of the part with the table of contents; undefined if there is none. */
  contentsPart?: number | undefined;
  title: string;
  author: string;
  subject: string;
  language: string;
  /** Milliseconds since the epoch; passed in, because the typesetter has no clock. */
  date: number;
}
