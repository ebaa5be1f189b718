import { drawOrnament, type OrnamentName } from '../ornaments.ts';
import type { Drawing, Points } from '../page.ts';
import type { FaceName } from '../fonts.ts';
import type { PreviewPage } from './lay-out-preview.ts';

/** What drawing needs of a canvas, on the page or in a worker. */
export interface PageCanvas<Path> {
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  setTransform: (a: number, b: number, c: number, d: number, e: number, f: number) => void;
  fill: (path: Path) => void;
  strokeRect: (x: number, y: number, width: number, height: number) => void;
}

/** Outlines as paths of the canvas, each made once. Glyphs are in units of their font, ornaments in thousandths of an em. */
export interface Outlines<Path> {
  glyph: (face: FaceName, id: number) => Path;
  ornament: (name: OrnamentName) => Path;
  /** Ems per unit of the face. */
  scale: (face: FaceName) => number;
}

/** The outlines of glyphs as SVG paths, and the scale of their fonts. */
export interface GlyphOutlines {
  svg: (face: FaceName, id: number) => string;
  scale: (face: FaceName) => number;
}

const svgCommands: Readonly<Record<string, string>> = { m: 'M', l: 'L', c: 'C', h: 'Z', f: '' };

/** An ornament as an SVG path: the operators of a PDF stand after their numbers, the commands of SVG before them. */
export const ornamentSvg = (name: OrnamentName): string => {
  const commands: string[] = [];
  let numbers: string[] = [];
  for (const token of drawOrnament(name).split(/\s/)) {
    const command = svgCommands[token];
    if (command === undefined) numbers.push(token);
    else {
      commands.push(`${command}${numbers.join(' ')}`);
      numbers = [];
    }
  }
  return commands.join('');
};

/** @param toPath makes a path of the canvas from an SVG path, such as `new Path2D(svg)` */
export const createOutlines = <Path>(glyphs: GlyphOutlines, toPath: (svg: string) => Path): Outlines<Path> => {
  const known = new Map<string, Path>();
  const cached = (key: string, svg: () => string): Path => {
    let path = known.get(key);
    if (path === undefined) known.set(key, (path = toPath(svg())));
    return path;
  };
  return {
    glyph: (face, id) => cached(`${face} ${id}`, () => glyphs.svg(face, id)),
    ornament: (name) => cached(name, () => ornamentSvg(name)),
    scale: glyphs.scale,
  };
};

interface DrawOptions<Path> {
  /** The height of the page. */
  height: Points;
  /** Pixels per point. */
  scale: number;
  ink: string;
  outlines: Outlines<Path>;
}

const drawGlyphs = <Path>(
  canvas: PageCanvas<Path>,
  { runs, ids, xs, ys }: Drawing,
  left: Points,
  { height, scale, outlines }: DrawOptions<Path>,
): void => {
  for (const { face, size, from, to } of runs) {
    const unit = size * outlines.scale(face) * scale;
    for (let at = from; at < to; at += 1) {
      canvas.setTransform(unit, 0, 0, -unit, (left + (xs[at] ?? 0)) * scale, (height - (ys[at] ?? 0)) * scale);
      canvas.fill(outlines.glyph(face, ids[at] ?? 0));
    }
  }
};

/** Draws a page on an empty canvas whose upper left corner is that of the page. */
export const drawPage = <Path>(canvas: PageCanvas<Path>, page: PreviewPage, options: DrawOptions<Path>): void => {
  const { height, scale, ink, outlines } = options;
  canvas.fillStyle = ink;
  canvas.strokeStyle = ink;
  for (const { left, drawing } of page.drawings) {
    drawGlyphs(canvas, drawing, left, options);
    for (const { name, x, y, size } of drawing.ornaments) {
      const unit = (size / 1000) * scale;
      canvas.setTransform(unit, 0, 0, -unit, (left + x) * scale, (height - y) * scale);
      canvas.fill(outlines.ornament(name));
    }
    canvas.setTransform(scale, 0, 0, scale, 0, 0);
    for (const { x, y, width, height: boxHeight, line } of drawing.boxes) {
      canvas.lineWidth = line;
      canvas.strokeRect(left + x, height - y - boxHeight, width, boxHeight);
    }
  }
};
