import { ChapterCache } from './chapter-cache.ts';
import { type Design, STANDARD_DESIGN } from './design.ts';
import { draftPages, placePages, type TypesetContext } from './draft.ts';
import { type Family, openFamily } from './fonts.ts';
import { type Geometry, geometryOf, type Profile } from './geometry.ts';
import { type Hyphenator, loadHyphenator } from './hyphenate.ts';
import { supportedLanguage } from './language.ts';
import { layOutBook } from './lay-out-book.ts';
import { layOutTextSection } from './lay-out-chapter.ts';
import { A4_GEOMETRY, layOutDocument, type SimpleDocument } from './lay-out-document.ts';
import { layOutStory } from './lay-out-story.ts';
import { cleanLine, type Manuscript, titleOf } from './manuscript.ts';
import type { PressAssets } from './node-assets.ts';
import { writeLines } from './page-content.ts';
import type { TypesetDocument } from './page.ts';
import { writePages } from './write-pages.ts';
import { listSections } from './sections.ts';
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
  /** The characters that no font has, which are drawn as boxes. */
  boxed: string[];
  /** The indexes of the pages with the table of contents. */
  contentsPages: number[];
}

const CACHED_CHAPTER_BYTES = 48_000_000;

/** What is kept for one set of assets. */
interface Opened {
  /** Distinguishes it from other sets among the cached chapters. */
  id: number;
  family: Family;
  shaper: Shaper;
  words: Map<Hyphenator, WordCache>;
}

const opened = new WeakMap<PressAssets, Opened>();
const chapters = new ChapterCache(CACHED_CHAPTER_BYTES);
let openedCount = 0;

const openAssets = (assets: PressAssets): Opened => {
  let known = opened.get(assets);
  if (!known) {
    const family = openFamily(assets.family);
    openedCount += 1;
    opened.set(assets, (known = { id: openedCount, family, shaper: createShaper(family), words: new Map() }));
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

/** How a document is laid out. */
interface Setting {
  language: string;
  profile: Profile;
  design: Design;
  geometry: Geometry;
}

const createContext = (
  open: Opened,
  { language, profile, design, geometry }: Setting,
  { hyphenate, onMissing, warn }: Pick<TypesetContext, 'hyphenate' | 'onMissing' | 'warn'>,
): TypesetContext => {
  const isTagged = profile === 'screen';
  const key = [String(open.id), profile, language, JSON.stringify(design)];
  return {
    shaper: open.shaper,
    hyphenate,
    words: wordsOf(open, hyphenate),
    design,
    geometry,
    onMissing,
    warn,
    writePages: (pages, inner) => writePages(pages, inner, profile),
    writeLine: (line, y) => writeLines([{ x: 0, y, line, continues: false }], isTagged),
    // The measure is all that differs between the geometries of one design.
    cache: (inner, values, create) => chapters.getOrCreate([...key, String(inner.geometry.measure), ...values], create),
  };
};

/** Lays out a document with the given function and writes it as PDF. */
const layOutAndWrite = async (
  options: TypesetOptions,
  setting: Setting,
  layOut: (context: TypesetContext) => TypesetDocument,
): Promise<TypesetResult> => {
  const open = openAssets(options.assets);
  const hyphenate = await loadHyphenator(setting.language);
  const missing = new Map<string, number>();
  const warnings: string[] = [];
  if (!supportedLanguage(setting.language))
    warnings.push('Words are not hyphenated: the press knows no rules for the language.');
  const onMissing = (texts: readonly string[]): void => {
    for (const text of texts) missing.set(text, (missing.get(text) ?? 0) + 1);
  };
  const warn = (text: string): void => {
    warnings.push(text);
  };
  const document = layOut(createContext(open, setting, { hyphenate, onMissing, warn }));
  const pdf =
    setting.profile === 'print'
      ? writePrint(document, open.family)
      : writeScreen(document, open.family, options.assets.colourProfile);
  options.onProgress?.(1);
  return {
    pdf,
    pages: document.pages.length,
    warnings: [...warnings, ...describeMissing(missing)],
    boxed: [...missing.keys()],
    contentsPages: document.pages.flatMap(({ part }, index) =>
      document.contentsPart !== undefined && part === document.contentsPart ? [index] : [],
    ),
  };
};

/** The setting of a text with the pages of a design. */
const settingOf = (language: string, profile: Profile, design: Design): Setting => ({
  language,
  profile,
  design,
  geometry: geometryOf(profile === 'screen' ? { ...design, bleed: false } : design),
});

/**
 * Typesets a whole book. Any text is accepted.
 * @throws {UnreadableFontError} a font cannot be read
 */
export const typeset = (
  manuscript: Manuscript,
  { profile, design = STANDARD_DESIGN, ...options }: TypesetOptions & { profile: Profile; design?: Design },
): Promise<TypesetResult> =>
  layOutAndWrite(options, settingOf(manuscript.language, profile, design), (context) =>
    layOutBook(manuscript, { ...options, profile }, context),
  );

/** Typesets a manuscript of one text for the screen, without contents and chapter numbers. */
export const typesetStory = (manuscript: Manuscript, options: TypesetOptions): Promise<TypesetResult> =>
  layOutAndWrite(options, settingOf(manuscript.language, 'screen', STANDARD_DESIGN), (context) =>
    layOutStory(manuscript, options.date, context),
  );

/** Typesets a simple document, e.g. a book's outline, for the screen on A4. */
export const typesetOutline = (document: SimpleDocument, options: TypesetOptions): Promise<TypesetResult> =>
  layOutAndWrite(
    options,
    { language: document.language, profile: 'screen', design: STANDARD_DESIGN, geometry: A4_GEOMETRY },
    (context) => layOutDocument(document, options.date, context),
  );

/**
 * Typesets a manuscript of one chapter for the screen with the design of the book, without any other page.
 * @throws {RangeError} the manuscript has no chapter
 */
export const typesetChapter = (
  manuscript: Manuscript,
  { design = STANDARD_DESIGN, ...options }: TypesetOptions & { design?: Design },
): Promise<TypesetResult> =>
  layOutAndWrite(options, settingOf(manuscript.language, 'screen', design), (context) => {
    const chapter = listSections(manuscript, design).chapters.find((section) => section.kind === 'text');
    if (!chapter) throw new RangeError('The manuscript has no chapter.');
    const part = layOutTextSection(chapter, 'right', context);
    context.onMissing(part.text.missing);
    const drafts = draftPages(part, 0).map((page, index) => ({ ...page, label: String(index + 1) }));
    const title = titleOf(manuscript);
    const author = cleanLine(manuscript.author);
    return {
      width: context.geometry.width,
      height: context.geometry.height,
      bleed: 0,
      measure: context.geometry.measure,
      bookmarks: [{ title: part.name, part: 0 }],
      date: options.date,
      title: `${title}: ${part.name}`,
      author,
      subject: '',
      language: manuscript.language,
      parts: [part.text.elements],
      pages: placePages(drafts, [part], { title, author }, 'screen', context),
    };
  });
