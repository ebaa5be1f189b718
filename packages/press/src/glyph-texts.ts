import type { Face } from './fonts.ts';

const replacementCharacter = '\ufffd';
/** The characters for ligatures of Latin letters, such as U+FB02; their glyphs are those of the ligatures. */
const ligatures = /^[\ufb00-\ufb06]$/;

const textOfCharacter = (codePoint: number): string => {
  const text = String.fromCodePoint(codePoint);
  return ligatures.test(text) ? text.normalize('NFKD') : text;
};

/** The text of a part of a glyph name: `a`, or `uni0041` with one or more code units. */
const textOfName = (name: string, known: ReadonlyMap<string, string>): string | undefined => {
  const text = known.get(name);
  if (text !== undefined || !/^uni(?:[0-9A-F]{4})+$/.test(name)) return text;
  const units = name.slice(3).match(/.{4}/g) ?? [];
  return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
};

/** What ligatures of Latin letters are made of. */
const ligatureTexts = ['f', 'ff', 't', 'T'].flatMap((start) =>
  Array.from('bfhijklt', (letter) => start + letter).filter((text) => text !== 'fff'),
);

/** The texts of small capitals and ligatures in a font without glyph names, found by shaping. */
const shapeTexts = ({ font }: Face): Map<number, string> => {
  const texts = new Map<number, string>();
  const add = (text: string, features: string[]): void => {
    const [glyph, ...others] = font.layout(text, features).glyphs;
    if (glyph && others.length === 0 && !texts.has(glyph.id)) texts.set(glyph.id, text);
  };
  for (const text of ligatureTexts) add(text, []);
  for (const codePoint of font.characterSet) {
    const text = String.fromCodePoint(codePoint);
    if (/\p{Ll}/u.test(text)) add(text, ['smcp']);
  }
  return texts;
};

/**
 * The text of each glyph of a face, by glyph id. A glyph that no character has directly, such as a ligature, has the
 * text that its name describes: `f_f_i`, `a.sc`. Other glyphs have the replacement character.
 */
export const listGlyphTexts = (face: Face): string[] => {
  const { font } = face;
  const texts = new Map<number, string>();
  // Where several characters share a glyph, the first one is the common one (space before no-break space).
  for (const codePoint of [...font.characterSet].sort((a, b) => b - a))
    texts.set(font.glyphForCodePoint(codePoint).id, textOfCharacter(codePoint));
  const hasNames = typeof font.getGlyph(0).name === 'string';
  if (!hasNames) for (const [id, text] of shapeTexts(face)) if (!texts.has(id)) texts.set(id, text);
  const byName = new Map(hasNames ? [...texts].map(([id, text]) => [font.getGlyph(id).name, text]) : []);
  return Array.from({ length: font.numGlyphs }, (_, id) => {
    const text = texts.get(id);
    if (text !== undefined || !hasNames) return text ?? replacementCharacter;
    const [base = ''] = font.getGlyph(id).name.split('.');
    const parts = base.split('_').map((part) => textOfName(part, byName));
    return parts.includes(undefined) ? replacementCharacter : parts.join('');
  });
};
