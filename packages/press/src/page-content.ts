import { faceNames, type Face, type FaceName } from './fonts.ts';
import { fontProgramOf } from './font-program.ts';
import { type BoxRun, encodeGlyphs, type GlyphRun } from './glyph-runs.ts';
import { missingBox } from './missing-box.ts';
import { drawOrnament, type OrnamentName } from './ornaments.ts';
import type { PlacedLine, Points } from './page.ts';

export interface Content {
  /** Operators of a content stream in Latin-1. */
  content: string;
  faces: readonly FaceName[];
}

const spaceCode = 32;
/** `* * *` in UTF-16 with a byte order mark. */
const sceneBreakText = 'FEFF002A0020002A0020002A';

/** The name of a face among the resources of every page. */
export const resourceName = (face: FaceName): string => `F${faceNames.indexOf(face) + 1}`;

/** A number in the shortest form, rounded to a thousandth. */
const pdfNumber = (value: number): string => {
  const rounded = Math.round(value * 1000) / 1000;
  return Object.is(rounded, -0) ? '0' : String(rounded);
};

interface Space {
  code: string;
  width: number;
}
const spaces = new WeakMap<Face, Space>();

const spaceOf = (face: Face): Space => {
  let space = spaces.get(face);
  if (!space) {
    const { id } = face.font.glyphForCodePoint(spaceCode);
    space = { code: `<${id.toString(16).padStart(4, '0')}>`, width: fontProgramOf(face).widths[id] ?? 0 };
    spaces.set(face, space);
  }
  return space;
};

/**
 * Writes lines as text operators. Words are separated by a real space, so that copied text has separate words. The width
 * of the space is adjusted to the position of the next word. With `isTagged`, text that the fonts alone do not tell
 * (line-end hyphens, boxes) is written as ActualText, and a line that continues ends with a space.
 */
class ContentWriter {
  readonly #isTagged: boolean;
  readonly #faces = new Set<FaceName>();
  #content = '';
  #face: Face | undefined;
  #rise = 0;
  #size = 0;
  /** The TJ array that is not written yet. */
  #array = '';

  constructor(isTagged: boolean) {
    this.#isTagged = isTagged;
  }

  write({ x, y, line, continues }: PlacedLine): void {
    if (line.ornament) this.#writeOrnament(line.ornament.name, x + line.ornament.x, y, line.size);
    const [first] = line.words;
    if (!first) return;
    const unit = line.size / 1000;
    if (line.size !== this.#size) this.#face = undefined;
    this.#size = line.size;
    this.#moveTo(x + first.x, y);
    let pen = first.x;
    for (const word of line.words) {
      if (word !== first) this.#writeSpace((word.x - pen) / unit);
      pen = word.x;
      for (const piece of word.pieces) {
        for (const run of encodeGlyphs(piece)) {
          if (run.kind === 'box') this.#writeBox(run, x + pen, y);
          else this.#writeRun(run);
          pen += run.advance * unit;
        }
      }
    }
    if (this.#isTagged && continues && line.endsInsideWord !== true) this.#writeSpace();
    this.#flush();
    if (this.#rise !== 0) this.#content += '0 Ts\n';
    this.#rise = 0;
  }

  finish(): Content {
    const content = this.#content === '' ? '' : `BT\n${this.#content}ET\n`;
    return { content, faces: faceNames.filter((face) => this.#faces.has(face)) };
  }

  #moveTo(x: Points, y: Points): void {
    this.#content += `1 0 0 1 ${pdfNumber(x)} ${pdfNumber(y)} Tm\n`;
  }

  #flush(): void {
    if (this.#array !== '') this.#content += `[${this.#array.replaceAll('><', '')}]TJ\n`;
    this.#array = '';
  }

  #choose(face: Face, rise: number): void {
    if (face === this.#face && rise === this.#rise) return;
    this.#flush();
    if (face !== this.#face) this.#content += `/${resourceName(face.name)} ${pdfNumber(this.#size)} Tf\n`;
    if (rise !== this.#rise) this.#content += `${pdfNumber((rise * this.#size) / 1000)} Ts\n`;
    this.#face = face;
    this.#rise = rise;
    this.#faces.add(face.name);
  }

  /** Writes a space of the current face, so that a line in italics needs no other font. */
  #writeSpace(width?: number): void {
    const face = this.#face;
    if (!face) return;
    const space = spaceOf(face);
    const adjust = width === undefined ? 0 : Math.round((space.width - width) * 10) / 10;
    this.#array += adjust === 0 ? space.code : `${space.code}${adjust}`;
  }

  #writeRun({ face, rise, codes, actualText }: GlyphRun): void {
    this.#choose(face, rise);
    if (!this.#isTagged || actualText === undefined) {
      this.#array += codes;
      return;
    }
    this.#flush();
    this.#content += `/Span<</ActualText<${actualText}>>>BDC\n[${codes}]TJ\nEMC\n`;
  }

  /** Draws a box. Paths are not allowed inside a text object, so another one begins after it. */
  #writeBox({ face, advance, actualText }: BoxRun, x: Points, y: Points): void {
    this.#choose(face, 0);
    this.#flush();
    const unit = this.#size / 1000;
    const box = missingBox({ advance, size: this.#size }, { x, y });
    const sides = [box.x, box.y, box.width, box.height].map(pdfNumber);
    const path = `q ${box.line} w ${sides.join(' ')} re S Q\n`;
    const span = this.#isTagged ? `/Span<</ActualText<${actualText}>>>BDC\n${path}EMC\n` : path;
    this.#content += `ET\n${span}BT\n`;
    this.#moveTo(x + advance * unit, y);
  }

  #writeOrnament(name: OrnamentName, x: Points, y: Points, size: Points): void {
    const unit = size / 1000;
    const place = `${pdfNumber(unit)} 0 0 ${pdfNumber(unit)} ${pdfNumber(x)} ${pdfNumber(y)} cm`;
    const path = `q ${place}\n${drawOrnament(name)}Q\n`;
    const span = this.#isTagged ? `/Span<</ActualText<${sceneBreakText}>>>BDC\n${path}EMC\n` : path;
    this.#content += `ET\n${span}BT\n`;
  }
}

/** Writes lines as a part of a content stream that depends on nothing before it. */
export const writeLines = (lines: readonly PlacedLine[], isTagged: boolean): Content => {
  const writer = new ContentWriter(isTagged);
  for (const line of lines) writer.write(line);
  return writer.finish();
};
