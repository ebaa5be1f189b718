import type { EmbeddedFont } from './embed-font.ts';
import type { FontFile } from './fonts.ts';
import type { Page, PlacedLine } from './page.ts';
import { pdfNumber } from './pdf-objects.ts';
import type { Glyph } from './shape.ts';

/** The fonts of a document while its pages are written. */
export interface ContentFonts {
  fontOf: (file: FontFile) => EmbeddedFont;
  /** The space glyph of the current font file, so that a line in italics needs no other font. */
  spaceAfter: (file: FontFile | undefined) => Glyph;
}

/**
 * Writes one line as text operators. Words are separated by a real space, so that copied text has separate words. The
 * width of the space is adjusted to the position of the next word.
 */
const writeLine = ({ x, y, line }: PlacedLine, fonts: ContentFonts): string => {
  const unit = line.size / 1000;
  let out = `1 0 0 1 ${pdfNumber(x + (line.words[0]?.x ?? 0))} ${pdfNumber(y)} Tm\n`;
  let current: FontFile | undefined;
  let array = '';
  let codes = '';
  let pending = 0;
  let rise = 0;
  const closeCodes = (): void => {
    if (codes !== '') array += `<${codes}>`;
    codes = '';
  };
  const writeRun = (): void => {
    closeCodes();
    if (array !== '') out += `[${array}]TJ\n`;
    array = '';
  };
  /** Writes the pending horizontal adjustment, in thousandths of an em, before the next glyph. */
  const writeAdjustment = (): void => {
    const adjust = Math.round(-pending * 10) / 10;
    if (adjust === 0) return;
    closeCodes();
    array += String(adjust);
    pending += adjust;
  };
  const writeGlyph = (glyph: Glyph): void => {
    if (glyph.file !== current || glyph.dy !== rise) {
      writeAdjustment();
      writeRun();
      if (glyph.file !== current) out += `/${fonts.fontOf(glyph.file).name} ${pdfNumber(line.size)} Tf\n`;
      if (glyph.dy !== rise) out += `${pdfNumber(glyph.dy * unit)} Ts\n`;
      current = glyph.file;
      rise = glyph.dy;
    }
    pending += glyph.dx;
    writeAdjustment();
    codes += fonts.fontOf(glyph.file).codeOf(glyph);
    pending += glyph.advance - glyph.width - glyph.dx;
  };
  let pen = line.words[0]?.x ?? 0;
  line.words.forEach((word, index) => {
    if (index > 0) {
      const space = fonts.spaceAfter(current);
      writeGlyph(space);
      pending += (word.x - pen) / unit - space.width;
    }
    pen = word.x;
    for (const glyph of word.glyphs) {
      writeGlyph(glyph);
      pen += glyph.advance * unit;
    }
  });
  writeRun();
  if (rise !== 0) out += '0 Ts\n';
  return out;
};

/** The content stream of a page. */
export const writePage = (page: Page, fonts: ContentFonts): string =>
  page.lines.length === 0 ? '' : `BT\n${page.lines.map((line) => writeLine(line, fonts)).join('')}ET\n`;
