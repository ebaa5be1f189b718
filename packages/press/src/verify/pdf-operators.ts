import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { identityMatrix, type Matrix, type PageReader, type ShownGlyph } from './pdf-page.ts';

type Handler = (reader: PageReader, args: readonly unknown[]) => void;

/** pdf.js passes matrices as six numbers, or as one array of them. */
const toMatrix = (args: readonly unknown[]): Matrix => {
  const numbers = args.length === 1 ? Array.from(args[0] as ArrayLike<number>) : (args as readonly number[]);
  return numbers as unknown as Matrix;
};
const setNumber =
  (key: 'rise' | 'leading' | 'characterSpace' | 'wordSpace' | 'lineWidth'): Handler =>
  (reader, [value]) =>
    reader.set(key, value as number);
const picture: Handler = (reader) => reader.paintPicture();

const handlers = new Map<number, Handler>([
  [OPS.save, (reader) => reader.save()],
  [OPS.restore, (reader) => reader.restore()],
  [OPS.transform, (reader, args) => reader.transform(toMatrix(args))],
  [OPS.beginText, (reader) => reader.setTextMatrix(identityMatrix)],
  [OPS.setFont, (reader, [name, size]) => reader.setFont(name as string, size as number)],
  [OPS.setTextMatrix, (reader, args) => reader.setTextMatrix(toMatrix(args))],
  [OPS.moveText, (reader, [x, y]) => reader.moveText(x as number, y as number)],
  [
    OPS.setLeadingMoveText,
    (reader, [x, y]) => {
      reader.set('leading', -(y as number));
      reader.moveText(x as number, y as number);
    },
  ],
  [OPS.nextLine, (reader) => reader.nextLine()],
  [OPS.setTextRise, setNumber('rise')],
  [OPS.setLeading, setNumber('leading')],
  [OPS.setCharSpacing, setNumber('characterSpace')],
  [OPS.setWordSpacing, setNumber('wordSpace')],
  [OPS.setHScale, (reader, [percent]) => reader.set('widthScale', (percent as number) / 100)],
  [OPS.showText, (reader, [items]) => reader.showText(items as readonly (ShownGlyph | number)[])],
  [OPS.setLineWidth, setNumber('lineWidth')],
  [OPS.setFillRGBColor, (reader, [colour]) => reader.set('fill', colour as string)],
  [OPS.setStrokeRGBColor, (reader, [colour]) => reader.set('stroke', colour as string)],
  [OPS.setFillColorN, (reader) => reader.set('fill', 'pattern')],
  [OPS.setStrokeColorN, (reader) => reader.set('stroke', 'pattern')],
  [
    OPS.constructPath,
    (reader, [paint, , bounds]) => reader.paintPath(paint as number, bounds as ArrayLike<number> | undefined),
  ],
  [OPS.setGState, (reader, [settings]) => reader.setGraphics(settings as readonly (readonly [string, unknown])[])],
  [
    OPS.beginGroup,
    (reader) => {
      reader.drawing.hasTransparency = true;
    },
  ],
  [
    OPS.beginMarkedContentProps,
    (reader, [tag]) => {
      if (tag === 'OC') reader.drawing.hasLayers = true;
    },
  ],
  [
    OPS.paintFormXObjectBegin,
    (reader, [matrix]) => {
      reader.save();
      if (matrix) reader.transform(toMatrix([matrix]));
    },
  ],
  [OPS.paintFormXObjectEnd, (reader) => reader.restore()],
  [OPS.paintImageXObject, picture],
  [OPS.paintInlineImageXObject, picture],
  [OPS.paintImageMaskXObject, picture],
  [OPS.shadingFill, picture],
]);

/**
 * Executes an operator of a page; one that draws nothing has no effect.
 * @param args as pdf.js passes them
 */
export const executeOperator = (reader: PageReader, operator: number, args: readonly unknown[]): void =>
  handlers.get(operator)?.(reader, args);
