import { ChapterCache } from './chapter-cache.ts';
import { draftPages, placePages, type SetContext } from './draft.ts';
import { type Family, openFamily } from './fonts.ts';
import { leftMargin, type Profile, TRADE } from './geometry.ts';
import { type Hyphenator, hyphenatorFor } from './hyphenate.ts';
import { layOutBook } from './lay-out-book.ts';
import { layOutChapter } from './lay-out-chapter.ts';
import { layOutDocument, type SimpleDocument } from './lay-out-document.ts';
import { layOutStory } from './lay-out-story.ts';
import { cleanLine, type Manuscript } from './manuscript.ts';
import type { PressAssets } from './node-assets.ts';
import { writeLines } from './page-content.ts';
import type { TypesetDocument } from './page.ts';
import { setPages } from './set-pages.ts';
import { createShaper, type Shaper } from './shape.ts';
import { createWordCache, type WordCache } from './word-items.ts';
import { writePrint } from './write-print.ts';
import { writeScreen } from './write-screen.ts';

export interface TypesetOptions {
  /** Pass the same object each time, so that the press can reuse opened fonts, shaped words and unchanged chapters. */
  assets: PressAssets;
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

const CACHED_CHAPTER_BYTES = 48_000_000;

/** What is kept for one set of assets. */
interface Opened {
  family: Family;
  shaper: Shaper;
  words: Map<Hyphenator, WordCache>;
  chapters: ChapterCache;
}

const opened = new WeakMap<PressAssets, Opened>();

const openAssets = (assets: PressAssets): Opened => {
  let known = opened.get(assets);
  if (!known) {
    const family = openFamily(assets.family);
    const chapters = new ChapterCache(CACHED_CHAPTER_BYTES);
    opened.set(assets, (known = { family, shaper: createShaper(family), words: new Map(), chapters }));
  }
  return known;
};

const wordsOf = ({ words }: Opened, hyphenate: Hyphenator): WordCache => {
  let known = words.get(hyphenate);
  if (!known) words.set(hyphenate, (known = createWordCache()));
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

/** The language, the profile and what receives the characters that no font has. */
interface Setting {
  language: string;
  profile: Profile;
  onMissing: SetContext['onMissing'];
}

const createContext = (open: Opened, { language, profile, onMissing }: Setting): SetContext => {
  const hyphenate = hyphenatorFor(language);
  const isTagged = profile === 'screen';
  return {
    shaper: open.shaper,
    hyphenate,
    words: wordsOf(open, hyphenate),
    onMissing,
    setPages: (pages, geometry) => setPages(pages, geometry, profile),
    setLine: (line, y) => writeLines([{ x: 0, y, line, continues: false }], isTagged),
    cache: (values, set) => open.chapters.get([profile, language, ...values], set),
  };
};

type LayOut = (context: SetContext, warn: (text: string) => void) => TypesetDocument;

/** Lays out a document with the given function and writes it as PDF. */
const layOutAndWrite = (
  options: TypesetOptions,
  setting: Pick<Setting, 'language' | 'profile'>,
  layOut: LayOut,
): TypesetResult => {
  const open = openAssets(options.assets);
  const missing = new Map<string, number>();
  const warnings: string[] = [];
  const onMissing = (texts: readonly string[]): void => {
    for (const text of texts) missing.set(text, (missing.get(text) ?? 0) + 1);
  };
  const document = layOut(createContext(open, { ...setting, onMissing }), (text) => {
    warnings.push(text);
  });
  const pdf =
    setting.profile === 'print'
      ? writePrint(document, open.family)
      : writeScreen(document, open.family, options.assets.colourProfile);
  options.onProgress?.(1);
  return { pdf, pages: document.pages.length, warnings: [...warnings, ...describeMissing(missing)] };
};

/**
 * Typesets a whole book. Any text is accepted.
 * @param options.bleed whether the pages of print extend beyond the trimmed area
 * @throws {UnreadableFontError} a font cannot be read
 */
export const typeset = (
  manuscript: Manuscript,
  options: TypesetOptions & { profile: Profile; bleed?: boolean },
): TypesetResult =>
  layOutAndWrite(options, { language: manuscript.language, profile: options.profile }, (context, warn) =>
    layOutBook(manuscript, { ...options, warn }, context),
  );

/** Typesets a manuscript of one text for the screen, without contents and chapter numbers. */
export const typesetStory = (manuscript: Manuscript, options: TypesetOptions): TypesetResult =>
  layOutAndWrite(options, { language: manuscript.language, profile: 'screen' }, (context) =>
    layOutStory(manuscript, options.date, context),
  );

/** Typesets a simple document, e.g. a book's outline, for the screen on A4. */
export const typesetOutline = (document: SimpleDocument, options: TypesetOptions): TypesetResult =>
  layOutAndWrite(options, { language: document.language, profile: 'screen' }, (context) =>
    layOutDocument(document, options.date, context),
  );

/**
 * Typesets a single chapter for the screen with the layout of the book.
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
  return layOutAndWrite(options, { language: manuscript.language, profile: 'screen' }, (context) => {
    const part = layOutChapter(chapter, context);
    context.onMissing(part.text.missing);
    const drafts = draftPages(part, 0).map((page, index) => ({ ...page, label: String(index + 1) }));
    return {
      width: TRADE.width,
      height: TRADE.height,
      bleed: 0,
      measure: TRADE.measure,
      bookmarks: [{ title: part.name, part: 0 }],
      date: options.date,
      title: `${cleanLine(manuscript.title) || 'Untitled'}: ${part.name}`,
      author: cleanLine(manuscript.author),
      subject: '',
      language: manuscript.language,
      parts: [part.text.elements],
      pages: placePages(drafts, TRADE, (index) => leftMargin('screen', TRADE, drafts.length, index), context),
    };
  });
};
