import { type Faces, type FontBytes, openFaces } from './fonts.ts';
import { placePage } from './draft.ts';
import { type Edition, leftMargin, TRADE } from './geometry.ts';
import { hyphenatorFor } from './hyphenate.ts';
import { cleanLine, type Manuscript } from './manuscript.ts';
import type { TypesetDocument } from './page.ts';
import { setBook, setChapter } from './set-book.ts';
import { setOutline, type SimpleDocument } from './set-outline.ts';
import { setStory } from './set-story.ts';
import type { Setting } from './set-paragraph.ts';
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

/** `warnings` are sentences for the author, e.g. characters that no font can show. */
export interface TypesetResult {
  pdf: Uint8Array;
  pages: number;
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

const SHOWN = 12;

const describeMissing = (missing: ReadonlyMap<string, number>): string[] => {
  if (missing.size === 0) return [];
  const total = [...missing.values()].reduce((sum, count) => sum + count, 0);
  const names = [...missing.keys()]
    .slice(0, SHOWN)
    .map(
      (text) =>
        `${text} (${Array.from(text, (part) => `U+${(part.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`).join(' ')})`,
    );
  const rest = missing.size > SHOWN ? ` and ${missing.size - SHOWN} more` : '';
  return [
    `${total} ${total === 1 ? 'character is' : 'characters are'} not in the book's fonts and printed as a box: ${names.join(', ')}${rest}.`,
  ];
};

const run = (
  options: TypesetOptions,
  language: string,
  lay: (setting: Setting, warn: (text: string) => void) => TypesetDocument,
): TypesetResult => {
  const { faces, shaper } = openFonts(options.fonts);
  const missing = new Map<string, number>();
  const warnings: string[] = [];
  const onMissing = (texts: readonly string[]): void => {
    for (const text of texts) missing.set(text, (missing.get(text) ?? 0) + 1);
  };
  const document = lay({ shaper, hyphenate: hyphenatorFor(language), onMissing }, (text) => {
    warnings.push(text);
  });
  const pdf = writePdf(document, faces);
  options.onProgress?.(1);
  return { pdf, pages: document.pages.length, warnings: [...warnings, ...describeMissing(missing)] };
};

/**
 * Typesets a whole book. Any text can be typeset.
 * @throws {UnreadableFontError} a font cannot be read
 */
export const typeset = (manuscript: Manuscript, options: TypesetOptions & { edition: Edition }): TypesetResult =>
  run(options, manuscript.language, (setting, warn) => setBook(manuscript, { ...options, warn }, setting));

/** Typesets a manuscript of one text, without contents and chapter numbers. */
export const typesetStory = (manuscript: Manuscript, options: TypesetOptions): TypesetResult =>
  run(options, manuscript.language, (setting) => setStory(manuscript, options.date, setting));

/** Typesets a simple document, e.g. a book's outline, on A4. */
export const typesetOutline = (document: SimpleDocument, options: TypesetOptions): TypesetResult =>
  run(options, document.language, (setting) => setOutline(document, options.date, setting));

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
  return run(options, manuscript.language, (setting) => {
    const { name, pages } = setChapter(chapter, setting);
    const drafts = pages.map((page, index) => ({ ...page, label: String(index + 1) }));
    return {
      width: TRADE.width,
      height: TRADE.height,
      outline: [{ title: name, page: 0, level: 0 }],
      date: options.date,
      title: `${cleanLine(manuscript.title) || 'Untitled'}: ${name}`,
      author: cleanLine(manuscript.author),
      subject: '',
      language: manuscript.language,
      pages: drafts.map((page, index) =>
        placePage(page, TRADE, leftMargin('ebook', TRADE, drafts.length, index), setting, false),
      ),
    };
  });
};
