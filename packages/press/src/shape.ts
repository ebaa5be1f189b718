import type { Face, FaceName, Family } from './fonts.ts';

/** One positioned glyph. All lengths are in thousandths of an em. */
export interface Glyph {
  face: Face;
  /** The glyph's id in the font; 0 is a character that no font has, which is drawn as a box. */
  id: number;
  /** The width that the font declares. */
  width: number;
  /** The distance to the next glyph, including kerning. */
  advance: number;
  dx: number;
  dy: number;
  /** The characters that the glyph shows; '' if an earlier glyph has them. */
  text: string;
}

export interface ShapedText {
  glyphs: readonly Glyph[];
  /** Thousandths of an em. */
  width: number;
  /** The characters that no font has. */
  missing: readonly string[];
}

/** Turns words into glyphs. Each distinct word of each face is shaped once. */
export interface Shaper {
  /** With `smallCaps`, lower-case letters are shown as small capitals. */
  shape: (face: FaceName, text: string, smallCaps?: boolean) => ShapedText;
}

const maxCached = 50_000;
const maxCachedLength = 64;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A part of a text that the face can show, or one character that it cannot show. */
interface FontRun {
  text: string;
  missing: boolean;
}

const canShowAll = (face: Face, text: string): boolean => {
  for (const character of text) if (!face.has(character.codePointAt(0) ?? 0)) return false;
  return true;
};

/** Splits a text at the characters that the face does not have. */
const splitAtMissing = (face: Face, text: string): FontRun[] => {
  if (canShowAll(face, text)) return [{ text, missing: false }];
  const runs: FontRun[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const missing = !canShowAll(face, segment);
    const last = runs.at(-1);
    if (last && !last.missing && !missing) last.text += segment;
    else runs.push({ text: segment, missing });
  }
  return runs;
};

const shapeRun = (face: Face, { text, missing }: FontRun, features: string[]): Glyph[] => {
  const { font, scale } = face;
  if (missing) {
    const width = font.getGlyph(0).advanceWidth * scale;
    return [{ face, id: 0, width, advance: width, dx: 0, dy: 0, text }];
  }
  const run = font.layout(text, features);
  const glyphs = run.glyphs.map((glyph, index): Glyph => {
    const position = run.positions[index];
    return {
      face,
      id: glyph.id,
      width: glyph.advanceWidth * scale,
      advance: (position?.xAdvance ?? 0) * scale,
      dx: (position?.xOffset ?? 0) * scale,
      dy: (position?.yOffset ?? 0) * scale,
      text: String.fromCodePoint(...glyph.codePoints),
    };
  });
  // Where glyphs and characters do not correspond one to one, the first glyph gets the whole text, so that copying
  // gives the original text.
  if (glyphs.map((glyph) => glyph.text).join('') !== text)
    glyphs.forEach((glyph, index) => {
      glyph.text = index === 0 ? text : '';
    });
  return glyphs;
};

const maxShaped = 128;

/**
 * Splits a long run into pieces that are shaped one by one, because shaping takes quadratic time in the number of marks
 * on one letter. No real word is this long. It splits between graphemes, or between marks where one letter has too many.
 */
const splitLongRun = (run: FontRun): FontRun[] => {
  if (run.text.length <= maxShaped) return [run];
  const pieces: string[] = [''];
  const append = (text: string): void => {
    const last = pieces.at(-1) ?? '';
    if (last.length + text.length <= maxShaped) pieces[pieces.length - 1] = last + text;
    else pieces.push(text);
  };
  for (const { segment } of graphemes.segment(run.text)) {
    if (segment.length <= maxShaped) append(segment);
    else for (const character of segment) append(character);
  }
  return pieces.map((text) => ({ ...run, text }));
};

const smallCapsFeatures = ['smcp'];

const shapeText = (face: Face, text: string, smallCaps: boolean): ShapedText => {
  const runs = splitAtMissing(face, text).flatMap(splitLongRun);
  const glyphs = runs.flatMap((run) => shapeRun(face, run, smallCaps ? smallCapsFeatures : []));
  return {
    glyphs,
    width: glyphs.reduce((sum, { advance }) => sum + advance, 0),
    missing: runs.filter(({ missing }) => missing).map((run) => run.text),
  };
};

/** Keeps the results of `shape`, by face and text. */
const cached = (
  shape: (face: FaceName, text: string) => ShapedText,
): ((face: FaceName, text: string) => ShapedText) => {
  const caches: Record<FaceName, Map<string, ShapedText>> = {
    regular: new Map(),
    italic: new Map(),
    bold: new Map(),
    boldItalic: new Map(),
  };
  return (face, text) => {
    const cache = caches[face];
    const known = cache.get(text);
    if (known) return known;
    if (cache.size >= maxCached) cache.clear();
    const shaped = shape(face, text);
    if (text.length <= maxCachedLength) cache.set(text, shaped);
    return shaped;
  };
};

export const createShaper = (family: Family): Shaper => {
  const inLetters = cached((face, text) => shapeText(family[face], text, false));
  const inSmallCaps = cached((face, text) => shapeText(family[face], text, true));
  return { shape: (face, text, smallCaps) => (smallCaps ? inSmallCaps(face, text) : inLetters(face, text)) };
};
