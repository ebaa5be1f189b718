import type { Design } from '../design.ts';
import { kdpPrint, printFiguresOf } from '../kdp-print.ts';

const { bleedIn, spineText, cover } = kdpPrint.values;

/** A part of a cover, in inches from its top left corner. */
export interface CoverArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The unfolded cover of a paperback. */
export interface CoverLayout {
  widthIn: number;
  heightIn: number;
  spineIn: number;
  /** What is left after trimming, from left to right. */
  back: CoverArea;
  spine: CoverArea;
  front: CoverArea;
  /** Where texts and pictures are safe from trimming. */
  safeBack: CoverArea;
  safeFront: CoverArea;
  /** Where text on the spine may stand; undefined for a book that is too thin for it. */
  spineText: CoverArea | undefined;
  /** What the printer covers with the barcode. */
  barcode: CoverArea;
}

const inset = ({ x, y, width, height }: CoverArea, horizontal: number, vertical: number): CoverArea => ({
  x: x + horizontal,
  y: y + vertical,
  width: width - 2 * horizontal,
  height: height - 2 * vertical,
});

/** The cover of a book with this page count, trim size and paper. */
export const layOutCover = (pages: number, { trim, paper }: Pick<Design, 'trim' | 'paper'>): CoverLayout => {
  const { spineIn, hasSpineText } = printFiguresOf(pages, trim, paper);
  const column = (x: number, width: number): CoverArea => ({ x, y: bleedIn, width, height: trim.heightIn });
  const back = column(bleedIn, trim.widthIn);
  const spine = column(back.x + back.width, spineIn);
  const front = column(spine.x + spine.width, trim.widthIn);
  const safeBack = inset(back, cover.safetyIn, cover.safetyIn);
  const textArea = inset(spine, spineText.clearIn, cover.safetyIn);
  const { widthIn, heightIn } = cover.barcode;
  return {
    widthIn: front.x + front.width + bleedIn,
    heightIn: trim.heightIn + 2 * bleedIn,
    spineIn,
    back,
    spine,
    front,
    safeBack,
    safeFront: inset(front, cover.safetyIn, cover.safetyIn),
    spineText: hasSpineText ? textArea : undefined,
    barcode: {
      x: safeBack.x + safeBack.width - widthIn,
      y: safeBack.y + safeBack.height - heightIn,
      width: widthIn,
      height: heightIn,
    },
  };
};
