import { type Faces, type FontBytes, openFaces } from './fonts.ts';
import { placePage } from './draft.ts';
import { type Edition, leftMargin, TRADE } from './geometry.ts';
import { hyphenatorFor } from './hyphenate.ts';
import { cleanLine, type Manuscript } from './manuscript.ts';
import type { TypesetDocument } from './page.ts';
import { layOutBook, layOutChapter } from './lay-out-book.ts';
import { layOutDocument, type SimpleDocument } from './lay-out-document.ts';
import { layOutStory } from './lay-out-story.ts';
import type { LayoutContext } from './lay-out-paragraph.ts';
import { createShaper, type Shaper } from './shape.ts';
import { writePdf } from './write-pdf.ts';

export interface TypesetOptions {
  /** Pass the same object each time, so that the press can reuse opened fonts and shaped words. */
  fonts: FontBytes;
  /** The creation date of the file, in milliseconds since the epoch. */
  date: number;
  /** Progress from 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
}

export interface TypesetResult {
  pdf: Uint8Array;
  /** The number of pages. */
  pages: number;
  /** Sentences for the author, for example about characters that no font has. */
  warnings: string[];
}

/** Thrown when the requested chapter is not in the manuscript. */
export class UnknownChapterError extends Error {
  override readonly name = 'UnknownChapterError';
}

const opened = new WeakMap<FontBytes, { faces: Faces; shaper: Shaper }>();

const openFonts = (fonts: FontBytes): { faces: Faces; shaper: Shaper } => {
  let known = opened.get(fonts);
  if (!known) {
    const faces = openFaces(fonts);
    opened.set(fonts, (known = { faces, shaper: createShaper(faces) }));
  }
  return known;
};

const MAX_LISTED_CHARACTERS = 12;

/** A warning about characters that no font has. `missing` maps each to the number of its occurrences. */
const describeMissing = (missing: ReadonlyMap<string, number>): string[] => {
  if (missing.size === 0) return [];
  const total = [...missing.values()].reduce((sum, count) => sum + count, 0);
  const names = [...missing.keys()]
    .slice(0, MAX_LISTED_CHARACTERS)
    .map(
      (text) =>
        `${text} (${Array.from(text, (part) => `U+${(part.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`).join(' ')})`,
    );
  const more = missing.size > MAX_LISTED_CHARACTERS ? ` and ${missing.size - MAX_LISTED_CHARACTERS} more` : '';
  return [
    `${total} ${total === 1 ? 'character is' : 'characters are'} not in the book's fonts and printed as a box: ${names.join(', ')}${more}.`,
  ];
};

/** Lays out a document with the given function and writes it as PDF. */
const layOutAndWrite = (
  options: TypesetOptions,
  language: string,
  layOut: (context: LayoutContext, warn: (text: string) => void) => TypesetDocument,
): TypesetResult => {
  const { faces, shaper } = openFonts(options.fonts);
  const missing = new Map<string, number>();
  const warnings: string[] = [];
  const onMissing = (texts: readonly string[]): void => {
    for (const text of texts) missing.set(text, (missing.get(text) ?? 0) + 1);
  };
  const document = layOut({ shaper, hyphenate: hyphenatorFor(language), onMissing }, (text) => {
    warnings.push(text);
  });
  const pdf = writePdf(document, faces);
  options.onProgress?.(1);
  return { pdf, pages: document.pages.length, warnings: [...warnings, ...describeMissing(missing)] };
};

/**
 * Typesets a whole book. Any text is accepted.
 * @throws {UnreadableFontError} a font cannot be read
 */
export const typeset = (manuscript: Manuscript, options: TypesetOptions & { edition: Edition }): TypesetResult =>
  layOutAndWrite(options, manuscript.language, (context, warn) =>
    layOutBook(manuscript, { ...options, warn }, context),
  );

/** Typesets a manuscript of one text, without contents and chapter numbers. */
export const typesetStory = (manuscript: Manuscript, options: TypesetOptions): TypesetResult =>
  layOutAndWrite(options, manuscript.language, (context) => layOutStory(manuscript, options.date, context));

/** Typesets a simple document, e.g. a book's outline, on A4. */
export const typesetOutline = (document: SimpleDocument, options: TypesetOptions): TypesetResult =>
  layOutAndWrite(options, document.language, (context) => layOutDocument(document, options.date, context));

/**
 * Typesets a single chapter with the layout of the book.
 * @param chapterNumber `number` of a chapter of the manuscript
 * @throws {UnknownChapterError} there is no such chapter
 */
export const typesetChapter = (
  manuscript: Manuscript,
  chapterNumber: number,
  options: TypesetOptions,
): TypesetResult => {
  const chapter = manuscript.chapters.find(({ number }) => number === chapterNumber);
  if (!chapter) throw new UnknownChapterError(`The manuscript has no chapter ${chapterNumber}.`);
  return layOutAndWrite(options, manuscript.language, (context) => {
    const { name, pages } = layOutChapter(chapter, context);
    const drafts = pages.map((page, index) => ({ ...page, label: String(index + 1) }));
    return {
      width: TRADE.width,
      height: TRADE.height,
      bookmarks: [{ title: name, page: 0 }],
      date: options.date,
      title: `${cleanLine(manuscript.title) || 'Untitled'}: ${name}`,
      author: cleanLine(manuscript.author),
      subject: '',
      language: manuscript.language,
      pages: drafts.map((page, index) =>
        placePage(page, TRADE, leftMargin('ebook', TRADE, drafts.length, index), context, false),
      ),
    };
  });
};
