import { fontProgramOf, toUtf16Hex } from './font-program.ts';
import type { Face } from './fonts.ts';
import type { Glyph } from './shape.ts';

/** Glyphs of one face at one height, as elements of a TJ array. Lengths are in thousandths of an em. */
export interface GlyphRun {
  kind: 'text';
  face: Face;
  /** Height above the baseline. */
  rise: number;
  /** `<0012>-15<0013>`: codes, which are glyph ids, and adjustments between them. */
  codes: string;
  /** From the beginning of its first glyph to the beginning of what follows. */
  advance: number;
  /** The text as UTF-16 in hexadecimal, if the texts of its glyphs in the font do not add up to it. */
  actualText: string | undefined;
}

/** A box in place of characters that no font has. */
export interface BoxRun {
  kind: 'box';
  face: Face;
  advance: number;
  actualText: string;
}

const byteOrderMark = 'FEFF';

const toActualText = (text: string): string => byteOrderMark + toUtf16Hex(text);

/** The horizontal adjustment of a TJ array, which moves to the left. */
const adjustment = (distance: number): string => {
  const rounded = Math.round(-distance * 10) / 10;
  return rounded === 0 ? '' : String(rounded);
};

/** Glyphs that have one run: in one face, at one height, either all boxes or none. */
const fitsTogether = (a: Glyph, b: Glyph): boolean => a.face === b.face && a.dy === b.dy && a.id !== 0 && b.id !== 0;

const encodeRun = (glyphs: readonly Glyph[]): GlyphRun | BoxRun => {
  const [first] = glyphs as [Glyph];
  const text = glyphs.map((glyph) => glyph.text).join('');
  if (first.id === 0) return { kind: 'box', face: first.face, advance: first.advance, actualText: toActualText(text) };
  const { texts } = fontProgramOf(first.face);
  let codes = '';
  let ownTexts = '';
  let advance = 0;
  for (const { id, width, advance: glyphAdvance, dx } of glyphs) {
    codes += `${adjustment(dx)}<${id.toString(16).padStart(4, '0')}>${adjustment(glyphAdvance - width - dx)}`;
    ownTexts += texts[id] ?? '';
    advance += glyphAdvance;
  }
  return {
    kind: 'text',
    face: first.face,
    rise: first.dy,
    codes: codes.replaceAll('><', ''),
    advance,
    actualText: ownTexts === text ? undefined : toActualText(text),
  };
};

const encoded = new WeakMap<readonly Glyph[], readonly (GlyphRun | BoxRun)[]>();

/** Encodes a piece of a word. Most pieces have one run. The result is cached, because lines share their pieces. */
export const encodeGlyphs = (glyphs: readonly Glyph[]): readonly (GlyphRun | BoxRun)[] => {
  const known = encoded.get(glyphs);
  if (known) return known;
  const groups: Glyph[][] = [];
  for (const glyph of glyphs) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && fitsTogether(last, glyph)) group.push(glyph);
    else groups.push([glyph]);
  }
  const runs = groups.map(encodeRun);
  encoded.set(glyphs, runs);
  return runs;
};
