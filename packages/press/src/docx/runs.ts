import { TextRun } from 'docx';
import type { StyledRun } from '../styled-text.ts';

/** The runs of a paragraph whose lines are separated by manual line breaks. */
export const toTextRuns = (lines: readonly (readonly StyledRun[])[]): TextRun[] =>
  lines.flatMap((runs, line) =>
    (runs.length === 0 ? [{ text: '', emphasis: false, strong: false }] : runs).map(
      ({ text, emphasis, strong }, index) =>
        new TextRun({
          text,
          ...(emphasis && { italics: true }),
          ...(strong && { bold: true }),
          ...(line > 0 && index === 0 && { break: 1 }),
        }),
    ),
  );

/** Twentieths of a point, the unit of lengths in DOCX. */
export const fromInches = (inches: number): number => Math.round(inches * 1440);
export const fromPoints = (points: number): number => Math.round(points * 20);
