import { createOutlines, drawPage } from '@inkbear/press/preview/draw-page';
import type { FaceName } from '@inkbear/press/fonts';
import type { DrawnPage, UndrawnPage } from './messages.ts';
import { pageInk } from './page-colours.ts';

const isUndrawn = (image: DrawnPage['image']): image is UndrawnPage => 'glyphs' in image;

interface Place {
  /** The left edge of the page on the canvas, in pixels. */
  left: number;
  /** Pixels per point, and the height of a page in points. */
  scale: number;
  height: number;
}

/** Puts a page on the canvas: the worker's image, or its glyph paths where workers cannot draw. */
export function paintPage(
  canvas: CanvasRenderingContext2D,
  image: DrawnPage['image'],
  { left, scale, height }: Place,
): void {
  if (!isUndrawn(image)) {
    canvas.drawImage(image, left, 0);
    return;
  }
  const svgs = new Map(image.glyphs.map(({ face, id, svg }) => [`${face} ${id}`, svg]));
  const glyphPaths = createOutlines(
    {
      svg: (face: FaceName, id: number) => svgs.get(`${face} ${id}`) ?? '',
      scale: (face: FaceName) => image.scales[face],
    },
    (svg) => new Path2D(svg),
  );
  const shifted = {
    ...image.page,
    drawings: image.page.drawings.map((placed) => ({ ...placed, left: placed.left + left / scale })),
  };
  drawPage(canvas, shifted, { height, scale, ink: pageInk, outlines: glyphPaths });
  canvas.setTransform(1, 0, 0, 1, 0, 0);
}
