/// <reference path="../pdfkit.d.ts" />
import PDFDocument from 'pdfkit';
import type { Design } from '../design.ts';
import type { Face } from '../fonts.ts';
import { kdpPrint } from '../kdp-print.ts';
import { type FontAssets, familyOf } from '../typeset-context.ts';
import { type CoverArea, type CoverLayout, layOutCover } from './cover-layout.ts';

export interface CoverGuideOptions {
  /** The page count of the print file. */
  pages: number;
  design: Pick<Design, 'trim' | 'paper'>;
  format: 'pdf' | 'svg';
  /** Its labels are drawn as outlines, because a program that opens it may lack the font. */
  assets: FontAssets;
}

export interface CoverGuide {
  bytes: Uint8Array;
  contentType: 'application/pdf' | 'image/svg+xml';
}

const inch = 72;
/** Lines where the cover is cut and folded are solid, those of safe areas dashed. */
const colours = {
  bleed: '#f4d6d2',
  page: '#ffffff',
  cut: '#b3261e',
  safe: '#2f7a4d',
  barcode: '#e6ded3',
  text: '#221c16',
};
const labelPoints = 11;
const dashLength = 4;
const strokeWidth = 0.75;

/** A rectangle or a text of the guide, in points from its top left corner. */
type Shape =
  | { kind: 'area'; area: CoverArea; fill?: string; stroke?: string; isDashed?: boolean }
  /** `path` is an SVG path whose y axis points up; `scale` points are one of its units. `x` and `y` are the start of its baseline. */
  | { kind: 'label'; path: string; x: number; y: number; scale: number };

const toPoints = ({ x, y, width, height }: CoverArea): CoverArea => ({
  x: x * inch,
  y: y * inch,
  width: width * inch,
  height: height * inch,
});

const numberText = (value: number): string => String(Math.round(value * 1e6) / 1e6);

/** The outlines of a text, one glyph after the other, and its width; both in units of the font. */
const outlinesOf = (text: string, { font }: Face): { path: string; width: number } => {
  const run = font.layout(text);
  let [path, pen] = ['', 0];
  run.glyphs.forEach((glyph, index) => {
    path += glyph.path.translate(pen, 0).toSVG();
    pen += run.positions[index]?.xAdvance ?? 0;
  });
  return { path, width: pen };
};

/** Centres a label in an area; one that does not fit is made smaller. */
const label = (text: string, area: CoverArea, face: Face, raise = 0): Shape => {
  const { path, width } = outlinesOf(text, face);
  const scale = Math.min(labelPoints / face.font.unitsPerEm, (area.width * 0.9) / width);
  const x = area.x + (area.width - width * scale) / 2;
  return { kind: 'label', path, x, y: area.y + area.height / 2 - raise, scale };
};

const listShapes = (layout: CoverLayout, { pages, design }: CoverGuideOptions, face: Face): Shape[] => {
  const { back, spine, front, safeBack, safeFront, barcode } = layout;
  const whole = { x: 0, y: 0, width: layout.widthIn, height: layout.heightIn };
  const cut = (area: CoverArea): Shape => ({
    kind: 'area',
    area: toPoints(area),
    fill: colours.page,
    stroke: colours.cut,
  });
  const safe = (area: CoverArea): Shape => ({
    kind: 'area',
    area: toPoints(area),
    stroke: colours.safe,
    isDashed: true,
  });
  const say = (text: string, area: CoverArea, raise = 0): Shape => label(text, toPoints(area), face, raise);
  const trim = `${numberText(design.trim.widthIn)} × ${numberText(design.trim.heightIn)} in`;
  const { minPages } = kdpPrint.values.spineText;
  return [
    { kind: 'area', area: toPoints(whole), fill: colours.bleed },
    ...[back, spine, front].map(cut),
    ...[safeBack, safeFront, ...(layout.spineText ? [layout.spineText] : [])].map(safe),
    { kind: 'area', area: toPoints(barcode), fill: colours.barcode },
    say(`Back, ${trim}`, back),
    say(`Front, ${trim}`, front),
    say(`Spine of ${pages} pages: ${numberText(layout.spineIn)} in`, front, -2 * labelPoints),
    ...(layout.spineText
      ? [say('Spine', spine)]
      : [say(`Text on the spine needs at least ${minPages} pages`, front, -4 * labelPoints)]),
    say('Barcode: leave free', barcode),
  ];
};

const svgShape = (shape: Shape): string => {
  if (shape.kind === 'label') {
    const { path, x, y, scale } = shape;
    const place = `matrix(${[scale, 0, 0, -scale, x, y].map(numberText).join(' ')})`;
    return `<path d="${path}" transform="${place}" fill="${colours.text}"/>`;
  }
  const { area, fill = 'none', stroke, isDashed } = shape;
  const sides = Object.entries(area).map(([name, value]) => `${name}="${numberText(value)}"`);
  const line = stroke === undefined ? '' : ` stroke="${stroke}" stroke-width="${strokeWidth}"`;
  return `<rect ${sides.join(' ')} fill="${fill}"${line}${isDashed ? ` stroke-dasharray="${dashLength}"` : ''}/>`;
};

const writeSvg = ({ widthIn, heightIn }: CoverLayout, shapes: readonly Shape[]): Uint8Array => {
  const size = `width="${numberText(widthIn)}in" height="${numberText(heightIn)}in"`;
  const view = `viewBox="0 0 ${numberText(widthIn * inch)} ${numberText(heightIn * inch)}"`;
  const body = shapes.map(svgShape).join('\n');
  return new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" ${size} ${view}>\n${body}\n</svg>\n`);
};

const drawShape = (pdf: PDFDocument, shape: Shape): void => {
  pdf.save();
  if (shape.kind === 'label') {
    const { path, x, y, scale } = shape;
    pdf.transform(scale, 0, 0, -scale, x, y).path(path).fill(colours.text);
  } else {
    const { x, y, width, height } = shape.area;
    if (shape.fill !== undefined) pdf.rect(x, y, width, height).fill(shape.fill);
    if (shape.isDashed) pdf.dash(dashLength);
    if (shape.stroke !== undefined) pdf.rect(x, y, width, height).lineWidth(strokeWidth).stroke(shape.stroke);
  }
  pdf.restore();
};

const writePdf = ({ widthIn, heightIn }: CoverLayout, shapes: readonly Shape[]): Uint8Array => {
  const info = { Producer: 'Inkbear Press', CreationDate: new Date(0) };
  const pdf = new PDFDocument({ autoFirstPage: false, font: null, margin: 0, info });
  pdf.addPage({ size: [widthIn * inch, heightIn * inch], margin: 0 });
  for (const shape of shapes) drawShape(pdf, shape);
  pdf.end();
  return pdf.read() ?? new Uint8Array();
};

/** Draws a guide for the cover of a paperback: where it is cut and folded, what is safe, and where the barcode goes. */
export const coverGuide = (options: CoverGuideOptions): CoverGuide => {
  const layout = layOutCover(options.pages, options.design);
  const shapes = listShapes(layout, options, familyOf(options.assets).regular);
  return options.format === 'svg'
    ? { bytes: writeSvg(layout, shapes), contentType: 'image/svg+xml' }
    : { bytes: writePdf(layout, shapes), contentType: 'application/pdf' };
};
