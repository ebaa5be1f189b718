import { deflateSync } from 'node:zlib';
import type { Face } from './fonts.ts';
import { listGlyphTexts } from './glyph-texts.ts';

/** What a PDF contains of a face. All lengths are in thousandths of an em. */
export interface FontProgram {
  postscriptName: string;
  /** The deflated font file without its layout tables, which only shaping needs. */
  file: Uint8Array;
  /** Bytes of the font file before compression. */
  fileLength: number;
  /** The width of each glyph, by glyph id. */
  widths: readonly number[];
  /** The text of each glyph, by glyph id. */
  texts: readonly string[];
  /** The deflated map from glyph ids to texts. */
  toUnicode: Uint8Array;
  boundingBox: readonly [number, number, number, number];
  italicAngle: number;
  ascent: number;
  descent: number;
  capHeight: number;
  stemV: number;
}

const layoutTables = new Set(['GDEF', 'GPOS', 'GSUB', 'BASE', 'JSTF', 'STAT', 'DSIG', 'kern']);
const headerLength = 12;
const entryLength = 16;
const checksumMagic = 0xb1b0afba;

const roundUp = (length: number): number => (length + 3) & ~3;

const checksum = (view: DataView): number => {
  let sum = 0;
  for (let at = 0; at < view.byteLength; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
};

/** Copies a TrueType file without its layout tables. */
export const removeLayoutTables = (bytes: Uint8Array): Uint8Array => {
  const source = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = Array.from({ length: source.getUint16(4) }, (_, index) => {
    const at = headerLength + index * entryLength;
    const tag = String.fromCharCode(...bytes.subarray(at, at + 4));
    return { tag, at, offset: source.getUint32(at + 8), length: source.getUint32(at + 12) };
  }).filter(({ tag }) => !layoutTables.has(tag));
  const start = headerLength + tables.length * entryLength;
  const result = new Uint8Array(tables.reduce((sum, { length }) => sum + roundUp(length), start));
  const view = new DataView(result.buffer);
  const power = Math.floor(Math.log2(tables.length));
  view.setUint32(0, source.getUint32(0));
  view.setUint16(4, tables.length);
  view.setUint16(6, 2 ** power * entryLength);
  view.setUint16(8, power);
  view.setUint16(10, (tables.length - 2 ** power) * entryLength);
  let next = start;
  let head = 0;
  tables.forEach(({ tag, at, offset, length }, index) => {
    const entry = headerLength + index * entryLength;
    result.set(bytes.subarray(at, at + entryLength), entry);
    view.setUint32(entry + 8, next);
    result.set(bytes.subarray(offset, offset + length), next);
    if (tag === 'head') head = next;
    next += roundUp(length);
  });
  view.setUint32(head + 8, 0);
  view.setUint32(head + 8, (checksumMagic - checksum(view)) >>> 0);
  return result;
};

/** A text as UTF-16 in hexadecimal, without a byte order mark. */
export const toUtf16Hex = (text: string): string => {
  let hex = '';
  for (let at = 0; at < text.length; at += 1) hex += text.charCodeAt(at).toString(16).padStart(4, '0');
  return hex.toUpperCase();
};

const maxEntries = 100;

const writeToUnicode = (texts: readonly string[]): string => {
  const lines = texts.map((text, id) => `<${id.toString(16).padStart(4, '0')}> <${toUtf16Hex(text)}>`);
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += maxEntries) {
    const block = lines.slice(at, at + maxEntries);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
};

const programs = new WeakMap<Face, FontProgram>();

const createProgram = (face: Face): FontProgram => {
  const { font, scale, bytes, name } = face;
  const file = removeLayoutTables(bytes);
  const texts = listGlyphTexts(face);
  const { minX, minY, maxX, maxY } = font.bbox;
  return {
    postscriptName: font.postscriptName.replaceAll(/[^A-Za-z0-9-]/g, ''),
    file: deflateSync(file),
    fileLength: file.length,
    widths: texts.map((_, id) => font.getGlyph(id).advanceWidth * scale),
    texts,
    toUnicode: deflateSync(writeToUnicode(texts)),
    boundingBox: [minX * scale, minY * scale, maxX * scale, maxY * scale],
    italicAngle: font.italicAngle,
    ascent: font.ascent * scale,
    descent: font.descent * scale,
    capHeight: font.capHeight * scale,
    stemV: name.startsWith('bold') ? 140 : 80,
  };
};

/** The font program of a face. It is created once per process, because no part of it depends on the document. */
export const fontProgramOf = (face: Face): FontProgram => {
  let program = programs.get(face);
  if (!program) programs.set(face, (program = createProgram(face)));
  return program;
};
