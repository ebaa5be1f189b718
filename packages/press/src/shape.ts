import type { Face, FaceName, Faces, FontFile } from './fonts.ts';

/**
 * One placed glyph. Measures are in thousandths of an em; `advance` includes kerning, `width` is the font's own width.
 */
export interface Glyph {
  file: FontFile;
  id: number;
  width: number;
  advance: number;
  dx: number;
  dy: number;
  text: string;
}

export interface ShapedText {
  glyphs: readonly Glyph[];
  width: number;
  missing: readonly string[];
}

/** Shapes each distinct word of each face once. */
export interface Shaper {
  shape: (face: FaceName, text: string) => ShapedText;
}

const MAX_CACHED = 200_000;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

interface FontRun {
  file: FontFile;
  text: string;
  missing: boolean;
}

const canShowAll = (file: FontFile, text: string): boolean => {
  for (const character of text) if (!file.has(character.codePointAt(0) ?? 0)) return false;
  return true;
};

/** Splits a text into stretches that one font file can show; a character that no font has becomes a visible box. */
const splitByFont = (face: Face, text: string): FontRun[] => {
  const first = face.files[0] as FontFile;
  if (canShowAll(first, text)) return [{ file: first, text, missing: false }];
  const stretches: FontRun[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const last = stretches.at(-1);
    if (last && !last.missing && canShowAll(last.file, segment)) {
      last.text += segment;
      continue;
    }
    const file = face.files.find((candidate) => canShowAll(candidate, segment));
    stretches.push({ file: file ?? first, text: segment, missing: !file });
  }
  return stretches;
};

const shapeRun = ({ file, text, missing }: FontRun): Glyph[] => {
  const { font, scale } = file;
  if (missing) {
    const width = font.getGlyph(0).advanceWidth * scale;
    return [{ file, id: 0, width, advance: width, dx: 0, dy: 0, text }];
  }
  const run = font.layout(text);
  const glyphs = run.glyphs.map((glyph, index): Glyph => {
    const position = run.positions[index];
    return {
      file,
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

const MAX_SHAPED = 128;

/**
 * Splits a stretch into pieces that are shaped one by one: shaping takes quadratic time in the number of marks on one
 * letter, and no real word is this long. It splits between graphemes, or between marks where one letter has too many.
 */
const splitLongRun = (stretch: FontRun): FontRun[] => {
  if (stretch.text.length <= MAX_SHAPED) return [stretch];
  const pieces: string[] = [''];
  const append = (text: string): void => {
    const last = pieces.at(-1) ?? '';
    if (last.length + text.length <= MAX_SHAPED) pieces[pieces.length - 1] = last + text;
    else pieces.push(text);
  };
  for (const { segment } of graphemes.segment(stretch.text)) {
    if (segment.length <= MAX_SHAPED) append(segment);
    else for (const character of segment) append(character);
  }
  return pieces.map((text) => ({ ...stretch, text }));
};

const shapeText = (face: Face, text: string): ShapedText => {
  const stretches = splitByFont(face, text).flatMap(splitLongRun);
  const glyphs = stretches.flatMap(shapeRun);
  return {
    glyphs,
    width: glyphs.reduce((sum, { advance }) => sum + advance, 0),
    missing: stretches.filter(({ missing }) => missing).map((stretch) => stretch.text),
  };
};

export const createShaper = (faces: Faces): Shaper => {
  const caches: Record<FaceName, Map<string, ShapedText>> = { regular: new Map(), italic: new Map(), bold: new Map() };
  return {
    shape: (face, text) => {
      const cache = caches[face];
      const known = cache.get(text);
      if (known) return known;
      if (cache.size >= MAX_CACHED) cache.clear();
      const shaped = shapeText(faces[face], text);
      if (text.length <= 64) cache.set(text, shaped);
      return shaped;
    },
  };
};
