import { ChapterCache } from './chapter-cache.ts';
import type { Design } from './design.ts';
import type { TypesetContext } from './draft-pages.ts';
import { type Family, type FamilyBytes, openFamily } from './fonts.ts';
import { type Geometry, geometryOf, type Profile } from './geometry.ts';
import { type Hyphenator, loadHyphenator } from './hyphenate.ts';
import { supportedLanguage } from './language.ts';
import type { LayoutFinding } from './layout-finding.ts';
import type { TypesetDocument } from './page.ts';
import { createShaper, type Shaper } from './shape.ts';
import { createWordCache, type WordCache } from './word-items.ts';

/** The fonts of a document. What the press caches belongs to this object, so pass the same one each time. */
export interface FontAssets {
  family: FamilyBytes;
}

/** How a document is laid out. */
export interface LayoutSettings {
  language: string;
  profile: Profile;
  design: Design;
  geometry: Geometry;
}

/** Turns laid-out lines into what a document consists of: content streams of a profile, or drawings. */
export interface LineWriter {
  /** Distinguishes its texts from those of other writers among the cached chapters. */
  id: string;
  writePages: TypesetContext['writePages'];
  writeLine: TypesetContext['writeLine'];
}

const cachedChapterBytes = 48_000_000;

/** The cached objects of one set of assets. */
interface Opened {
  /** Distinguishes it from other sets among the cached chapters. */
  id: number;
  family: Family;
  shaper: Shaper;
  words: Map<Hyphenator, WordCache>;
}

const opened = new WeakMap<FontAssets, Opened>();
const chapters = new ChapterCache(cachedChapterBytes);
let openedCount = 0;

const openAssets = (assets: FontAssets): Opened => {
  let known = opened.get(assets);
  if (!known) {
    const family = openFamily(assets.family);
    openedCount += 1;
    opened.set(assets, (known = { id: openedCount, family, shaper: createShaper(family), words: new Map() }));
  }
  return known;
};

/**
 * The opened fonts of a document.
 * @throws {UnreadableFontError} a font cannot be read
 */
export const familyOf = (assets: FontAssets): Family => openAssets(assets).family;

const wordsOf = ({ words }: Opened, hyphenate: Hyphenator): WordCache => {
  let known = words.get(hyphenate);
  if (!known) words.set(hyphenate, (known = createWordCache()));
  return known;
};

/** Words of a language without rules are not hyphenated, which makes uneven lines. */
const languageFindings = (language: string): LayoutFinding[] =>
  supportedLanguage(language)
    ? []
    : [{ kind: 'not-hyphenated', page: null, rect: null, text: language, section: null }];

/** The layout settings of a text with the pages of a design. */
export const layoutSettingsOf = (language: string, profile: Profile, design: Design): LayoutSettings => ({
  language,
  profile,
  design,
  geometry: geometryOf(profile === 'screen' ? { ...design, bleed: false } : design),
});

/** What was noticed while a document was laid out. */
export interface Notices {
  /** What is wrong with the pages. */
  findings: readonly LayoutFinding[];
  /** The characters that no font has, which are drawn as boxes. */
  missingCharacters: string[];
}

/**
 * Lays out a document with the given function. Files and the preview both do it here, so that they have the same pages.
 * @throws {UnreadableFontError} a font cannot be read
 */
export const layOut = async <Document extends Pick<TypesetDocument, 'findings'>>(
  assets: FontAssets,
  { language, profile, design, geometry }: LayoutSettings,
  writer: LineWriter,
  create: (context: TypesetContext) => Document,
): Promise<Notices & { document: Document }> => {
  const open = openAssets(assets);
  const hyphenate = await loadHyphenator(language);
  const missing = new Set<string>();
  const key = [String(open.id), writer.id, profile, language, JSON.stringify(design)];
  const document = create({
    shaper: open.shaper,
    hyphenate,
    words: wordsOf(open, hyphenate),
    design,
    geometry,
    onMissing: (texts) => {
      for (const text of texts) missing.add(text);
    },
    writePages: writer.writePages,
    writeLine: writer.writeLine,
    // The measure is all that differs between the geometries of one design.
    cache: (inner, values, typeset) =>
      chapters.getOrCreate([...key, String(inner.geometry.measure), ...values], typeset),
  });
  return { document, findings: [...languageFindings(language), ...document.findings], missingCharacters: [...missing] };
};
