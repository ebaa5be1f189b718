import * as fontkit from 'fontkit';

export const faceNames = ['regular', 'italic', 'bold', 'boldItalic'] as const;
export type FaceName = (typeof faceNames)[number];

/** The TTF files of one family. Each face must contain Latin letters, hyphen and space. */
export type FamilyBytes = Readonly<Record<FaceName, Uint8Array>>;

/** One opened font file. */
export interface Face {
  name: FaceName;
  bytes: Uint8Array;
  font: fontkit.Font;
  /** Thousandths of an em per font unit. */
  scale: number;
  /** Whether the font has a glyph for a character. */
  has: (codePoint: number) => boolean;
}
export type Family = Readonly<Record<FaceName, Face>>;

/** Thrown when the bytes are not a font that the press can read. */
export class UnreadableFontError extends Error {
  override readonly name = 'UnreadableFontError';
}

const openFace = (bytes: Uint8Array, name: FaceName): Face => {
  let font: fontkit.Font;
  try {
    font = fontkit.create(bytes as Parameters<typeof fontkit.create>[0]) as fontkit.Font;
  } catch (error) {
    throw new UnreadableFontError(`The font ${name} cannot be read.`, { cause: error });
  }
  const known = new Set(font.characterSet);
  return { name, bytes, font, scale: 1000 / font.unitsPerEm, has: (codePoint) => known.has(codePoint) };
};

/**
 * Opens the faces of a family.
 * @throws {UnreadableFontError} a file is not a font
 */
export const openFamily = (bytes: FamilyBytes): Family => ({
  regular: openFace(bytes.regular, 'regular'),
  italic: openFace(bytes.italic, 'italic'),
  bold: openFace(bytes.bold, 'bold'),
  boldItalic: openFace(bytes.boldItalic, 'boldItalic'),
});
