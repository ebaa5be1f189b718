import type { Geometry } from '../geometry.ts';
import { missingBox } from '../missing-box.ts';
import type { DrawnRun, Drawing, DrawnText, PlacedLine, TextPage, TypesetText } from '../page.ts';
import type { PageRows } from '../paginate.ts';
import { placeLines } from '../place-lines.ts';
import type { Glyph } from '../shape.ts';
import type { LineWriter } from '../typeset-context.ts';

type Point = readonly [x: number, y: number];

/** Collects the glyphs of lines, where the writers of files put them. */
class DrawingBuilder {
  readonly #runs: DrawnRun[] = [];
  readonly #ids: number[] = [];
  readonly #xs: number[] = [];
  readonly #ys: number[] = [];
  readonly #boxes: Drawing['boxes'][number][] = [];
  readonly #ornaments: Drawing['ornaments'][number][] = [];
  readonly #texts: DrawnText[] = [];

  add({ x, y, line }: PlacedLine): void {
    const { words, size, ornament } = line;
    if (ornament) this.#ornaments.push({ name: ornament.name, x: x + ornament.x, y, size });
    const texts = words.map((word) => {
      let pen = x + word.x;
      let text = '';
      for (const glyph of word.pieces.flat()) {
        this.#addGlyph(glyph, size, [pen, y]);
        pen += (glyph.advance * size) / 1000;
        text += glyph.text;
      }
      return text;
    });
    const [first] = words;
    if (first) this.#texts.push({ text: texts.join(' '), x: x + first.x, y, width: line.width, size });
  }

  finish(): Drawing {
    return {
      runs: this.#runs,
      ids: Uint16Array.from(this.#ids),
      xs: Float32Array.from(this.#xs),
      ys: Float32Array.from(this.#ys),
      boxes: this.#boxes,
      ornaments: this.#ornaments,
      texts: this.#texts,
    };
  }

  #addGlyph({ face, id, advance, dx, dy }: Glyph, size: number, [x, y]: Point): void {
    if (id === 0) {
      this.#boxes.push(missingBox({ advance, size }, { x, y }));
      return;
    }
    const last = this.#runs.at(-1);
    if (last?.face === face.name && last.size === size) last.to += 1;
    else this.#runs.push({ face: face.name, size, from: this.#ids.length, to: this.#ids.length + 1 });
    this.#ids.push(id);
    this.#xs.push(x + (dx * size) / 1000);
    this.#ys.push(y + (dy * size) / 1000);
  }
}

const drawLines = (lines: readonly PlacedLine[]): Drawing => {
  const builder = new DrawingBuilder();
  for (const line of lines) builder.add(line);
  return builder.finish();
};

const drawPages = (pages: readonly PageRows[], geometry: Geometry): Pick<TypesetText, 'pages' | 'elements'> => ({
  pages: placeLines(pages, geometry).map((lines): TextPage => ({ kind: 'drawing', drawing: drawLines(lines) })),
  elements: [],
});

/** Draws lines for a canvas instead of writing them into a file. */
export const drawingWriter: LineWriter = {
  id: 'preview',
  writePages: drawPages,
  writeLine: (line, y) => ({ kind: 'drawing', drawing: drawLines([{ x: 0, y, line, continues: false }]) }),
};
