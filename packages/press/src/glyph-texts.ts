import type { Face } from './fonts.ts';

const REPLACEMENT = '\ufffd';
/** The characters for ligatures of Latin letters, such as U+FB02; their glyphs are those of the ligatures. */
const LIGATURES = /^[\ufb00-\ufb06]$/;

const textOfCharacter = (codePoint: number): string => {
  const text = String.fromCodePoint(codePoint);
  return LIGATURES.test(text) ? text.normalize('NFKD') : text;
};

/** The text of a part of a glyph name: `a`, or `uni0041` with one or more code units. */
const textOfName = (name: string, known: ReadonlyMap<string, string>): string | undefined => {
  const text = known.get(name);
  if (text !== undefined || !/^uni(?:[0-9A-F]{4})+$/.test(name)) return text;
  const units = name.slice(3).match(/.{4}/g) ?? [];
  return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
};

/**
 * The text of each glyph of a face, by glyph id. A glyph that no character has directly, such as a ligature, has the
 * text that its name describes: `f_f_i`, `a.sc`. Other glyphs have the replacement character.
 */
export const listGlyphTexts = ({ font }: Face): string[] => {
  const texts = new Map<number, string>();
  // Where several characters share a glyph, the first one is the common one (space before no-break space).
  for (const codePoint of [...font.characterSet].sort((a, b) => b - a))
    texts.set(font.glyphForCodePoint(codePoint).id, textOfCharacter(codePoint));
  const byName = new Map([...texts].map(([id, text]) => [font.getGlyph(id).name, text]));
  return Array.from({ length: font.numGlyphs }, (_, id) => {
    const text = texts.get(id);
    if (text !== undefined) return text;
    const [base = ''] = font.getGlyph(id).name.split('.');
    const parts = base.split('_').map((part) => textOfName(part, byName));
    return parts.includes(undefined) ? REPLACEMENT : parts.join('');
  });
};
