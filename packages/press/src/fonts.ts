import * as fontkit from 'fontkit';

export const FACE_NAMES = ['regular', 'italic', 'bold'] as const;
export type FaceName = (typeof FACE_NAMES)[number];

/**
 * Font files of each face in order of preference, WOFF or TTF. The first one must contain Latin letters, hyphen and
 * space.
 */
export type FontBytes = Record<FaceName, readonly Uint8Array[]>;

const SCRIPTS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese', 'greek-ext', 'cyrillic-ext'];
const STYLES: Record<FaceName, string> = { regular: '400-normal', italic: '400-italic', bold: '700-normal' };
const fileNames = (face: FaceName): string[] => SCRIPTS.map((script) => `literata-${script}-${STYLES[face]}.woff`);

/** Names of the font files that a book needs. Callers pass their bytes in this order. */
export const FONT_FILES: Record<FaceName, readonly string[]> = {
  regular: fileNames('regular'),
  italic: fileNames('italic'),
  bold: fileNames('bold'),
};

/** One opened font file. Metrics are in thousandths of an em. */
export interface FontFile {
  /** Unique within one set of fonts. */
  key: string;
  font: fontkit.Font;
  /** Thousandths of an em per font unit. */
  scale: number;
  /** Whether the font has a glyph for a character. */
  has: (codePoint: number) => boolean;
}

export interface Face {
  name: FaceName;
  files: readonly FontFile[];
}
export type Faces = Record<FaceName, Face>;

/** Thrown when the bytes are not a font that the press can read. */
export class UnreadableFontError extends Error {
  override readonly name = 'UnreadableFontError';
}

const openFile = (bytes: Uint8Array, key: string): FontFile => {
  let font: fontkit.Font;
  try {
    font = fontkit.create(bytes as Parameters<typeof fontkit.create>[0]) as fontkit.Font;
  } catch (error) {
    throw new UnreadableFontError(`Font ${key} cannot be read.`, { cause: error });
  }
  const known = new Set(font.characterSet);
  return { key, font, scale: 1000 / font.unitsPerEm, has: (codePoint) => known.has(codePoint) };
};

/**
 * Opens a set of fonts.
 * @throws {UnreadableFontError} a face has no file, or a file is not a font
 */
export const openFaces = (bytes: FontBytes): Faces => {
  const open = (name: FaceName): Face => {
    if (bytes[name].length === 0) throw new UnreadableFontError(`The face ${name} has no font file.`);
    return { name, files: bytes[name].map((file, index) => openFile(file, `${name}-${index}`)) };
  };
  return { regular: open('regular'), italic: open('italic'), bold: open('bold') };
};
