import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { UndrawnPage } from './messages.ts';
import { paintPage } from './paint-page.ts';

class SvgPath {
  readonly svg: string;
  constructor(svg: string) {
    this.svg = svg;
  }
}
const realPath = (globalThis as { Path2D?: unknown }).Path2D;
beforeAll(() => void Object.assign(globalThis, { Path2D: SvgPath }));
afterAll(() => void Object.assign(globalThis, { Path2D: realPath }));

/** A canvas that records what is drawn where. */
function fakeCanvas() {
  const calls: unknown[][] = [];
  const canvas = {
    setTransform: (...matrix: number[]) => calls.push(['move', ...matrix]),
    fill: ({ svg }: SvgPath) => calls.push(['fill', svg]),
    strokeRect: (...box: number[]) => calls.push(['box', ...box]),
    drawImage: (...image: unknown[]) => calls.push(['image', ...image]),
  };
  return { canvas: canvas as unknown as CanvasRenderingContext2D, calls };
}

it('puts the image of the worker in its place', () => {
  const { canvas, calls } = fakeCanvas();
  const image = { width: 10 } as ImageBitmap;
  paintPage(canvas, image, { left: 432, scale: 2, height: 648 });
  expect(calls).toEqual([['image', image, 432, 0]]);
});

it('draws the glyphs itself where the worker could not, in the same place', () => {
  const { canvas, calls } = fakeCanvas();
  const page: UndrawnPage = {
    page: {
      label: '1',
      side: 'right',
      chapter: 0,
      drawings: [
        {
          left: 50,
          drawing: {
            runs: [{ face: 'italic', size: 10, from: 0, to: 1 }],
            ids: Uint16Array.of(7),
            xs: Float32Array.of(3),
            ys: Float32Array.of(600),
            boxes: [{ x: 1, y: 2, width: 3, height: 4, line: 0.75 }],
            ornaments: [],
            texts: [],
          },
        },
      ],
    },
    glyphs: [{ face: 'italic', id: 7, svg: 'M0 0Z' }],
    scales: { regular: 1, italic: 0.001, bold: 1, boldItalic: 1 },
  };
  paintPage(canvas, page, { left: 432, scale: 2, height: 648 });
  expect(calls).toEqual([
    ['move', 0.02, 0, 0, -0.02, (50 + 216 + 3) * 2, 96],
    ['fill', 'M0 0Z'],
    ['move', 2, 0, 0, 2, 0, 0],
    ['box', 50 + 216 + 1, 648 - 2 - 4, 3, 4],
    ['move', 1, 0, 0, 1, 0, 0],
  ]);
});
