import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Box, GlyphBoxes } from './glyph-boxes.ts';

/** A font of a PDF. */
export interface PdfFont {
  name: string;
  isEmbedded: boolean;
  /** What the embedded file says of its glyphs; undefined for a file that is not TrueType. */
  boxes: GlyphBoxes | undefined;
}

/** Text that one operator shows. Lengths are in points; the origin of a page is its lower left corner. */
export interface PdfText {
  text: string;
  /** The start of its baseline. */
  x: number;
  y: number;
  /** Font size. */
  size: number;
  /** Undefined if it has no ink. */
  ink: Box | undefined;
  /** Whether it has a glyph that stands for a missing one. */
  hasMissing: boolean;
}

export interface PdfPath {
  ink: Box;
  /** Undefined for a filled shape. */
  lineWidth: number | undefined;
}

/** What a page draws. */
export interface PdfDrawing {
  texts: PdfText[];
  paths: PdfPath[];
  /** Pictures, shadings and whatever else has no outlines. */
  pictures: Box[];
  /** Colours that are not grey, with the first thing that was drawn in each. */
  colours: Map<string, Box | undefined>;
  hasTransparency: boolean;
  hasLayers: boolean;
}

export type Matrix = readonly [number, number, number, number, number, number];
export const identityMatrix: Matrix = [1, 0, 0, 1, 0, 0];

const multiply = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

const transformBox = ([a, b, c, d, e, f]: Matrix, [left, bottom, right, top]: Box): Box => {
  const xs = [left * a + bottom * c, left * a + top * c, right * a + bottom * c, right * a + top * c];
  const ys = [left * b + bottom * d, left * b + top * d, right * b + bottom * d, right * b + top * d];
  return [Math.min(...xs) + e, Math.min(...ys) + f, Math.max(...xs) + e, Math.max(...ys) + f];
};

/** By how much a matrix enlarges lengths, on average. */
const scaleOf = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c));

export const joinBoxes = (first: Box | undefined, second: Box | undefined): Box | undefined => {
  if (!first || !second) return first ?? second;
  const [left, bottom, right, top] = first;
  return [Math.min(left, second[0]), Math.min(bottom, second[1]), Math.max(right, second[2]), Math.max(top, second[3])];
};

/** The state that `q` and `Q` save and restore. */
interface State {
  matrix: Matrix;
  font: PdfFont | undefined;
  size: number;
  rise: number;
  leading: number;
  characterSpace: number;
  wordSpace: number;
  widthScale: number;
  lineWidth: number;
  fill: string;
  stroke: string;
}

const startState: State = {
  matrix: identityMatrix,
  font: undefined,
  size: 0,
  rise: 0,
  leading: 0,
  characterSpace: 0,
  wordSpace: 0,
  widthScale: 1,
  lineWidth: 1,
  fill: '#000000',
  stroke: '#000000',
};

export interface ShownGlyph {
  originalCharCode: number;
  unicode: string;
  width: number;
  isSpace: boolean;
}

/** The ink of shown glyphs and the distance to what follows them, in the coordinates of the text. */
interface Shown {
  text: string;
  ink: Box | undefined;
  end: number;
  hasMissing: boolean;
}

const showGlyphs = (items: readonly (ShownGlyph | number)[], state: State): Shown => {
  const { font, size, rise, characterSpace, wordSpace, widthScale } = state;
  const unit = size / 1000;
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  let [text, pen, hasMissing] = ['', 0, false];
  for (const item of items) {
    if (typeof item === 'number') {
      pen -= item * unit * widthScale;
      continue;
    }
    const box = font?.boxes?.boxOf(item.originalCharCode);
    if (box) {
      left = Math.min(left, pen + box[0] * unit * widthScale);
      bottom = Math.min(bottom, rise + box[1] * unit);
      right = Math.max(right, pen + box[2] * unit * widthScale);
      top = Math.max(top, rise + box[3] * unit);
    }
    hasMissing ||= item.originalCharCode === 0;
    text += item.unicode;
    pen += (item.width * unit + characterSpace + (item.isSpace ? wordSpace : 0)) * widthScale;
  }
  return { text, ink: right < left ? undefined : [left, bottom, right, top], end: pen, hasMissing };
};

const greyColour = /^#(..)\1\1$/;
/** What `constructPath` ends with. Other operators end it without painting. */
const strokeOperators: ReadonlySet<number> = new Set([
  OPS.stroke,
  OPS.closeStroke,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
const fillOperators: ReadonlySet<number> = new Set([OPS.fill, OPS.eoFill]);

/** The state of a page while its operators are executed, and what they draw. */
export class PageReader {
  readonly drawing: PdfDrawing = {
    texts: [],
    paths: [],
    pictures: [],
    colours: new Map(),
    hasTransparency: false,
    hasLayers: false,
  };
  readonly #fontOf: (name: string) => PdfFont | undefined;
  readonly #saved: State[] = [];
  #state: State = { ...startState };
  #text: Matrix = identityMatrix;
  #line: Matrix = identityMatrix;

  constructor(fontOf: (name: string) => PdfFont | undefined) {
    this.#fontOf = fontOf;
  }

  save(): void {
    this.#saved.push({ ...this.#state });
  }

  restore(): void {
    this.#state = this.#saved.pop() ?? this.#state;
  }

  set<Key extends keyof State>(key: Key, value: State[Key]): void {
    this.#state[key] = value;
  }

  transform(matrix: Matrix): void {
    this.#state.matrix = multiply(this.#state.matrix, matrix);
  }

  setFont(name: string, size: number): void {
    this.#state.font = this.#fontOf(name);
    this.#state.size = size;
  }

  setTextMatrix(matrix: Matrix): void {
    this.#text = this.#line = matrix;
  }

  moveText(x: number, y: number): void {
    this.setTextMatrix(multiply(this.#line, [1, 0, 0, 1, x, y]));
  }

  nextLine(): void {
    this.moveText(0, -this.#state.leading);
  }

  showText(items: readonly (ShownGlyph | number)[]): void {
    const { text, ink, end, hasMissing } = showGlyphs(items, this.#state);
    const matrix = multiply(this.#state.matrix, this.#text);
    const [, , , , x, y] = matrix;
    const onPage = ink && transformBox(matrix, ink);
    this.drawing.texts.push({ text, x, y, size: this.#state.size * scaleOf(matrix), ink: onPage, hasMissing });
    this.#noteColour(this.#state.fill, onPage);
    this.#text = multiply(this.#text, [1, 0, 0, 1, end, 0]);
  }

  /** @param bounds the box of the path in user space; undefined for an empty one */
  paintPath(paint: number, bounds: ArrayLike<number> | undefined): void {
    const isStroked = strokeOperators.has(paint);
    if (!bounds || !(isStroked || fillOperators.has(paint))) return;
    const { matrix, lineWidth, fill, stroke } = this.#state;
    const box = transformBox(matrix, [bounds[0] ?? 0, bounds[1] ?? 0, bounds[2] ?? 0, bounds[3] ?? 0]);
    const width = lineWidth * scaleOf(matrix);
    const half = isStroked ? width / 2 : 0;
    const ink: Box = [box[0] - half, box[1] - half, box[2] + half, box[3] + half];
    this.drawing.paths.push({ ink, lineWidth: isStroked ? width : undefined });
    this.#noteColour(isStroked ? stroke : fill, ink);
  }

  /** Whatever has no outlines fills the unit square. */
  paintPicture(): void {
    this.drawing.pictures.push(transformBox(this.#state.matrix, [0, 0, 1, 1]));
  }

  setGraphics(settings: readonly (readonly [string, unknown])[]): void {
    for (const [key, value] of settings) {
      if (key === 'LW') this.#state.lineWidth = Number(value);
      const isOpaque = key === 'CA' || key === 'ca' ? value === 1 : key === 'SMask' && !value;
      const isPlain = key === 'BM' ? value === 'source-over' : isOpaque;
      if (['CA', 'ca', 'SMask', 'BM'].includes(key) && !isPlain) this.drawing.hasTransparency = true;
    }
  }

  #noteColour(colour: string, box: Box | undefined): void {
    if (!greyColour.test(colour) && !this.drawing.colours.has(colour)) this.drawing.colours.set(colour, box);
  }
}
