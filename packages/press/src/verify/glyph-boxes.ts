/** The edges of a shape: left, bottom, right, top. */
export type Box = readonly [left: number, bottom: number, right: number, top: number];

/** A font file as far as the ink of its glyphs depends on it. */
export interface GlyphBoxes {
  /** How many glyphs the file has. */
  readonly glyphs: number;
  /** The ink of a glyph in thousandths of an em; undefined for a glyph without ink. */
  readonly boxOf: (id: number) => Box | undefined;
}

const headerLength = 12;
const entryLength = 16;

const tablesOf = (file: DataView): Map<string, number> => {
  const tables = new Map<string, number>();
  for (let index = 0; index < file.getUint16(4); index += 1) {
    const at = headerLength + index * entryLength;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => file.getUint8(at + byte)));
    tables.set(tag, file.getUint32(at + 8));
  }
  return tables;
};

/**
 * Reads the boxes that a TrueType file has for its outlines.
 * @returns undefined for a file of another kind
 */
export const readGlyphBoxes = (bytes: Uint8Array): GlyphBoxes | undefined => {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = tablesOf(file);
  const [head, maxp, loca, glyf] = ['head', 'maxp', 'loca', 'glyf'].map((tag) => tables.get(tag));
  if (head === undefined || maxp === undefined || loca === undefined || glyf === undefined) return undefined;
  const scale = 1000 / file.getUint16(head + 18);
  const isLong = file.getInt16(head + 50) === 1;
  const offsetOf = (id: number): number => (isLong ? file.getUint32(loca + id * 4) : file.getUint16(loca + id * 2) * 2);
  const glyphs = file.getUint16(maxp + 4);
  const edge = (at: number): number => file.getInt16(at) * scale;
  return {
    glyphs,
    boxOf: (id) => {
      if (id >= glyphs || offsetOf(id) === offsetOf(id + 1)) return undefined;
      const at = glyf + offsetOf(id);
      return [edge(at + 2), edge(at + 4), edge(at + 6), edge(at + 8)];
    },
  };
};
