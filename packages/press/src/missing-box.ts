import type { Points } from './points.ts';

/** The width of its line in points; the space at its sides and its height in thousandths of an em. */
const box = { line: 0.75, inset: 60, height: 640 };

/** The rectangle that is drawn in place of a character that no font has. */
export interface MissingBox {
  x: Points;
  y: Points;
  width: Points;
  height: Points;
  /** Width of its line. */
  line: Points;
}

/** @param advance the width of the character, in thousandths of an em */
export const missingBox = (
  { advance, size }: { advance: number; size: Points },
  { x, y }: { x: Points; y: Points },
): MissingBox => {
  const unit = size / 1000;
  return {
    x: x + box.inset * unit,
    y,
    width: (advance - 2 * box.inset) * unit,
    height: box.height * unit,
    line: box.line,
  };
};
