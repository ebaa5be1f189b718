import type { Item } from './line-items.ts';
import type { FaceName } from './fonts.ts';
import type { Hyphenator } from './hyphenate.ts';
import type { Glyph, Shaper } from './shape.ts';

/**
 * The items of a paragraph or word. `glyphs[n]` are the glyphs of item `n`; `hyphens[n]` is printed if a line ends there.
 * Widths are in thousandths of an em.
 */
export interface ParagraphItems {
  items: Item[];
  glyphs: (readonly Glyph[])[];
  hyphens: (readonly Glyph[] | undefined)[];
}

interface CachedWord {
  items: ParagraphItems;
  width: number;
  missing: readonly string[];
}

/** Words that may be hyphenated, by face and text; for one shaper and one hyphenator. */
export type WordCache = Record<FaceName, Map<string, CachedWord>>;

export const createWordCache = (): WordCache => ({
  regular: new Map(),
  italic: new Map(),
  bold: new Map(),
  boldItalic: new Map(),
});

export interface WordContext {
  shaper: Shaper;
  hyphenate: Hyphenator;
  words: WordCache;
  /** Receives the characters that no font has. */
  onMissing: (missing: readonly string[]) => void;
}

export interface WordStyle {
  face: FaceName;
  /** The width of the shortest line in thousandths of an em. */
  lineWidth: number;
  /** Extra space after each letter, in thousandths of an em. */
  tracking: number;
  /** Whether the word may be hyphenated. */
  hyphens: boolean;
  smallCaps: boolean;
}

const maxCached = 50_000;
const hyphenCost = 60;
const dashCost = 35;
const breakAfter = /[-–—/‐]/;
const letterOrDigit = /[\p{L}\p{N}]/u;
const softHyphen = '\u00ad';

export const pushItem = (
  paragraph: ParagraphItems,
  item: Item,
  glyphs: readonly Glyph[] = [],
  hyphen?: readonly Glyph[],
): void => {
  paragraph.items.push(item);
  paragraph.glyphs.push(glyphs);
  paragraph.hyphens.push(hyphen);
};

const addTracking = (glyphs: readonly Glyph[], tracking: number): readonly Glyph[] =>
  tracking === 0 ? glyphs : glyphs.map((glyph) => ({ ...glyph, advance: glyph.advance + tracking }));

const widthOf = (glyphs: readonly Glyph[]): number => {
  let width = 0;
  for (const glyph of glyphs) width += glyph.advance;
  return width;
};

const endsWithDash = (glyph: Glyph, next: Glyph | undefined): boolean =>
  breakAfter.test(glyph.text) && !breakAfter.test(next?.text ?? '');

/** The hyphen at the end of a line. Its text is a soft hyphen, because it is not part of the word. */
const hyphenOf = ({ shaper }: WordContext, face: FaceName): readonly Glyph[] =>
  shaper.shape(face, '-').glyphs.map((glyph) => ({ ...glyph, text: softHyphen }));

/** A word that may be divided: at hyphenation points, after dashes inside it, and wherever a line is full. */
const divideWord = (
  glyphs: readonly Glyph[],
  context: WordContext,
  { face, lineWidth }: WordStyle,
  hyphenation: ReadonlySet<number> | undefined,
): ParagraphItems => {
  const word: ParagraphItems = { items: [], glyphs: [], hyphens: [] };
  let [from, offset, width] = [0, 0, 0];
  // No break after a dash at the end of a word, as in “I—”: the closing quote would begin the next line.
  const lastLetter = glyphs.findLastIndex(({ text }) => letterOrDigit.test(text));
  const splitAt = (to: number, penalty: Item, hyphen?: readonly Glyph[]): void => {
    pushItem(word, { kind: 'box', width, characters: to - from }, glyphs.slice(from, to));
    pushItem(word, penalty, [], hyphen);
    [from, width] = [to, 0];
  };
  for (const [index, glyph] of glyphs.entries()) {
    if (width > 0 && width + glyph.advance > lineWidth)
      splitAt(index, { kind: 'penalty', width: 0, cost: 0, flagged: false });
    width += glyph.advance;
    offset += glyph.text.length;
    if (index === glyphs.length - 1) break;
    if (hyphenation?.has(offset)) {
      const hyphen = hyphenOf(context, face);
      splitAt(index + 1, { kind: 'penalty', width: widthOf(hyphen), cost: hyphenCost, flagged: true }, hyphen);
    } else if (index > 0 && index < lastLetter && endsWithDash(glyph, glyphs[index + 1])) {
      splitAt(index + 1, { kind: 'penalty', width: 0, cost: dashCost, flagged: glyph.text === '-' });
    }
  }
  pushItem(word, { kind: 'box', width, characters: glyphs.length - from }, glyphs.slice(from));
  return word;
};

const buildWord = (text: string, style: WordStyle, context: WordContext): CachedWord => {
  const { glyphs, width, missing } = context.shaper.shape(style.face, text, style.smallCaps);
  const tracked = addTracking(glyphs, style.tracking);
  const fits = width < style.lineWidth;
  const hyphenation = style.hyphens && fits ? new Set(context.hyphenate(text)) : undefined;
  const isUnbreakable = !hyphenation?.size && !breakAfter.test(text) && fits;
  const items = isUnbreakable
    ? {
        items: [{ kind: 'box' as const, width: widthOf(tracked), characters: tracked.length }],
        glyphs: [tracked],
        hyphens: [undefined],
      }
    : divideWord(tracked, context, style, hyphenation);
  return { items, width, missing };
};

/** Finds or builds the items of a word. A cached word is valid for each line width in which the whole word fits. */
const findWord = (text: string, style: WordStyle, context: WordContext): CachedWord => {
  if (!style.hyphens || style.smallCaps || style.tracking !== 0) return buildWord(text, style, context);
  const cache = context.words[style.face];
  const known = cache.get(text);
  if (known && known.width < style.lineWidth) return known;
  const word = buildWord(text, style, context);
  if (word.width >= style.lineWidth) return word;
  if (cache.size >= maxCached) cache.clear();
  cache.set(text, word);
  return word;
};

/** Adds a word, or its part in one face, with its possible breaks. */
export const pushWord = (paragraph: ParagraphItems, text: string, style: WordStyle, context: WordContext): void => {
  const { items: word, missing } = findWord(text, style, context);
  if (missing.length > 0) context.onMissing(missing);
  for (let at = 0; at < word.items.length; at += 1)
    pushItem(paragraph, word.items[at] as Item, word.glyphs[at], word.hyphens[at]);
};
