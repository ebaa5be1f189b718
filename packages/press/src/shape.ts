import type { Face, FaceName, Faces, FontFile } from './fonts.ts';

/** One positioned glyph. All lengths are in thousandths of an em. */
export interface Glyph {
  file: FontFile;
  /** The glyph's id in the font; 0 is the box for missing characters. */
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
  shape: (face: FaceName, text: string) => ShapedText;
}

const MAX_CACHED = 200_000;
const MAX_CACHED_LENGTH = 64;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A part of a text that one font file can show. */
interface FontRun {
  file: FontFile;
  text: string;
  /** Whether no font has its characters. */
  missing: boolean;
}

const canShowAll = (file: FontFile, text: string): boolean => {
  for (const character of text) if (!file.has(character.codePointAt(0) ?? 0)) return false;
  return true;
};

/** Splits a text into runs that one font file can show. A character that no font has becomes a visible box. */
const splitByFont = (face: Face, text: string): FontRun[] => {
  const first = face.files[0] as FontFile;
  if (canShowAll(first, text)) return [{ file: first, text, missing: false }];
  const runs: FontRun[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const last = runs.at(-1);
    if (last && !last.missing && canShowAll(last.file, segment)) {
      last.text += segment;
      continue;
    }
    const file = face.files.find((candidate) => canShowAll(candidate, segment));
    runs.push({ file: file ?? first, text: segment, missing: !file });
  }
  return runs;
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
 * Splits a long run into pieces that are shaped one by one, because shaping takes quadratic time in the number of marks
 * on one letter. No real word is this long. It splits between graphemes, or between marks where one letter has too many.
 */
const splitLongRun = (run: FontRun): FontRun[] => {
  if (run.text.length <= MAX_SHAPED) return [run];
  const pieces: string[] = [''];
  const append = (text: string): void => {
    const last = pieces.at(-1) ?? '';
    if (last.length + text.length <= MAX_SHAPED) pieces[pieces.length - 1] = last + text;
    else pieces.push(text);
  };
  for (const { segment } of graphemes.segment(run.text)) {
    if (segment.length <= MAX_SHAPED) append(segment);
    else for (const character of segment) append(character);
  }
  return pieces.map((text) => ({ ...run, text }));
};

const shapeText = (face: Face, text: string): ShapedText => {
  const runs = splitByFont(face, text).flatMap(splitLongRun);
  const glyphs = runs.flatMap(shapeRun);
  return {
    glyphs,
    width: glyphs.reduce((sum, { advance }) => sum + advance, 0),
    missing: runs.filter(({ missing }) => missing).map((run) => run.text),
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
      if (text.length <= MAX_CACHED_LENGTH) cache.set(text, shaped);
      return shaped;
    },
  };
};
