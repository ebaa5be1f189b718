import type { FaceName } from './fonts.ts';
import type { LayoutFinding, TextFinding } from './layout-finding.ts';
import type { MissingBox } from './missing-box.ts';
import type { OrnamentName } from './ornaments.ts';
import type { Points } from './points.ts';
import type { Glyph } from './shape.ts';

export type { Points };

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
  /** Whether it is the last line of a paragraph of several lines, and too short. */
  isRunt?: boolean;
}

/** A line on its page: `x` and `y` are the start of its baseline. */
export interface PlacedLine {
  x: Points;
  y: Points;
  line: TextLine;
  /** Whether the same text continues on a next line. */
  continues: boolean;
}

/** A part of a text that is one element of a tagged PDF: a heading, a paragraph or an entry of the contents. */
export interface TextElement {
  role: 'H1' | 'H2' | 'H3' | 'P' | 'TOCI';
  /** For an entry of the contents: the index of the text to which it links, and the description of the link. */
  link?: { textIndex: number; description: string };
  /** For a part of a text: the index of its block. */
  block?: number;
}

/** A place in a text: the index of a block, and how many characters of it that are not white space stand before. */
export interface TextPosition {
  block: number;
  character: number;
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

/** Glyphs of one face and size. They are the glyphs `from` to `to`, without the last one, of their drawing. */
export interface DrawnRun {
  face: FaceName;
  size: Points;
  from: number;
  to: number;
}

/** A line as text, for selection and for screen readers; `y` is its baseline. */
export interface DrawnText {
  text: string;
  x: Points;
  y: Points;
  width: Points;
  size: Points;
}

/** Lines with the position of each glyph, for a canvas. The arrays have no object for a glyph, to save memory. */
export interface Drawing {
  runs: readonly DrawnRun[];
  ids: Uint16Array;
  xs: Float32Array;
  ys: Float32Array;
  boxes: readonly MissingBox[];
  ornaments: readonly { name: OrnamentName; x: Points; y: Points; size: Points }[];
  texts: readonly DrawnText[];
}

/**
 * The text of one page. It does not depend on the place of the page in the document: every `x` is relative to the left
 * edge of the text. Print needs only the deflated content stream, screen needs its pieces, the preview a drawing.
 */
export type TextPage =
  | { kind: 'stream'; faces: readonly FaceName[]; deflated: Uint8Array }
  | { kind: 'pieces'; faces: readonly FaceName[]; pieces: readonly TextPiece[] }
  | { kind: 'drawing'; drawing: Drawing };

/** A text that is ready for any place in a document: a chapter, the title page, the contents. */
export interface TypesetText {
  pages: readonly TextPage[];
  elements: readonly TextElement[];
  /** The characters that no font has, once for each occurrence. */
  missing: readonly string[];
  /** Where each page begins in the text; undefined for a page that does not begin with a part of it. */
  starts: readonly (TextPosition | undefined)[];
  findings: readonly TextFinding[];
}

/**
 * One line as operators of a content stream in Latin-1, or as a drawing; relative to the left edge of the text, like the
 * text itself.
 */
export type TypesetLine =
  { kind: 'content'; faces: readonly FaceName[]; content: string } | { kind: 'drawing'; drawing: Drawing };

/** A line in the margin of a page: a running head or a page number. */
export interface MarginLine {
  edge: 'Top' | 'Bottom';
  line: TypesetLine;
}

/** Where a page of a PDF stands in its document, and what surrounds its text. */
export interface DocumentPage {
  /** Undefined for a blank page. */
  text: TextPage | undefined;
  /** The index of the text to which the page belongs, among those of the document. */
  textIndex: number;
  /** The left edge of the text. */
  left: Points;
  marginLines: readonly MarginLine[];
  /** The page number as text: 'iv', '12'. It exists even if it is not printed. */
  label: string;
}

/** A bookmark of the PDF, to the first page of a text. */
export interface Bookmark {
  title: string;
  textIndex: number;
}

/** Where a printed page begins. */
export interface PageStart extends TextPosition {
  /** Counts from 1. */
  page: number;
  /** The page number as text. */
  label: string;
  /** The index of its section among all sections of the book. */
  section: number;
}

export interface TypesetDocument {
  width: Points;
  height: Points;
  /** How far the page of a printer extends beyond the trimmed area; 0 for no bleed. */
  bleed: Points;
  /** Width of a line of text. */
  measure: Points;
  /** The elements of each text. */
  texts: readonly (readonly TextElement[])[];
  pages: readonly DocumentPage[];
  bookmarks: readonly Bookmark[];
  pageStarts: readonly PageStart[];
  findings: readonly LayoutFinding[];
  /** The index of the table of contents among the texts; undefined if there is none. */
  contentsIndex?: number | undefined;
  title: string;
  author: string;
  subject: string;
  language: string;
  /** Milliseconds since the epoch; passed in, because the typesetter has no clock. */
  date: number;
}
