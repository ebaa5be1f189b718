/** The input of the typesetter. Texts may contain the marks of `@inkbear/prose/marks`. */
export interface Manuscript {
  title: string;
  subtitle?: string | undefined;
  author?: string | undefined;
  publisher?: string | undefined;
  dedication?: string | undefined;
  introduction?: string | undefined;
  synopsis?: string | undefined;
  /** Printed on the copyright page; '' for none. */
  isbn?: string | undefined;
  /** A BCP 47 tag, which determines the hyphenation and the headings that the press adds. */
  language: string;
  /** Front and back matter. Pieces of one kind are printed in this order. */
  matter?: readonly ManuscriptMatter[];
  chapters: readonly ManuscriptChapter[];
}

export interface ManuscriptChapter {
  /** What findings about the chapter name as their place. */
  id?: string | undefined;
  /** Undefined for a chapter without a number, such as a prologue. */
  number: number | undefined;
  title: string;
  text: string;
  /** The title of the part of the book that begins before this chapter. */
  part?: string | undefined;
}

/** Pieces before the text that are printed like a chapter, in their order. */
export const frontTexts = ['foreword', 'preface', 'front-acknowledgements'] as const;
/** Pieces after the text, in their order. */
export const backTexts = [
  'afterword',
  'notes',
  'back-acknowledgements',
  'about-author',
  'back-also-by',
  'excerpt',
] as const;
export type MatterKind =
  'front-also-by' | 'copyright' | 'epigraph' | (typeof frontTexts)[number] | (typeof backTexts)[number];

export interface ManuscriptMatter {
  kind: MatterKind;
  title: string;
  text: string;
}

const invisible =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff]/g;

/** Normalises a text for typesetting: LF, composed characters, no control or invisible characters. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029\u000b\u000c]/g, '\n')
    .replace(invisible, '')
    .normalize('NFC');

/** A title or name on one line. */
export const cleanLine = (text: string | undefined): string =>
  cleanText(text ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/** The title of a book or document, also where the author has not given one. */
export const titleOf = ({ title }: { title: string }): string => cleanLine(title) || 'Untitled';
