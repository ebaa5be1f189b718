import type { Design } from '../design.ts';
import { bleedWidth } from '../geometry.ts';
import type { LayoutFinding } from '../layout-finding.ts';
import type { Manuscript } from '../manuscript.ts';
import type { Box } from '../verify/glyph-boxes.ts';
import type { PdfContents, PdfPage } from '../verify/read-pdf.ts';

/** What the checks of a print file read. */
export interface PrintInput {
  contents: PdfContents;
  /** The length of the file in bytes. */
  bytes: number;
  manuscript: Manuscript;
  design: Design;
  /** How many pages were laid out. */
  pages: number;
  /** The characters that no font has, which are drawn as boxes. */
  missingCharacters: readonly string[];
  /** The whole fonts of the book. */
  fonts: readonly { name: string; glyphs: number }[];
  findings: readonly LayoutFinding[];
}

/** Pages count from 0, and the first one is on the right. */
export const isRightHand = (index: number): boolean => index % 2 === 0;

/** The trimmed area on a page, in points from its lower left corner. */
export const trimOf = ({ trim, bleed }: Design, index: number): Box => {
  const extra = bleed ? bleedWidth : 0;
  const left = isRightHand(index) ? 0 : extra;
  return [left, extra, left + trim.widthIn * 72, extra + trim.heightIn * 72];
};

/** The ink of everything on a page. */
export const inksOf = ({ texts, paths, pictures }: PdfPage): Box[] => [
  ...texts.flatMap(({ ink }) => (ink ? [ink] : [])),
  ...paths.map(({ ink }) => ink),
  ...pictures,
];

export const isBlank = (page: PdfPage): boolean => inksOf(page).length === 0;
