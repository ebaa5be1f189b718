import { type Design, standardDesign } from '../design.ts';
import { layOutBook } from '../lay-out-book.ts';
import type { Manuscript } from '../manuscript.ts';
import type { DocumentPage, Drawing, Points, TypesetDocument } from '../page.ts';
import { listSections } from '../sections.ts';
import { type FontAssets, layOut, layoutSettingsOf, type Notices } from '../typeset-context.ts';
import { drawingWriter } from './draw-lines.ts';

/** A drawing on its page. */
export interface PlacedDrawing {
  /** What is added to every `x` of the drawing. */
  left: Points;
  drawing: Drawing;
}

/** A page of the preview. Its origin is the lower left corner, like that of a PDF. */
export interface PreviewPage {
  /** The page number as text: 'iv', '12'. It exists even if it is not printed. */
  label: string;
  side: 'left' | 'right';
  /** The text, the running head and the page number; empty for a blank page. */
  drawings: readonly PlacedDrawing[];
  /** The index of its chapter among those of the manuscript; undefined for front and back matter and parts. */
  chapter: number | undefined;
}

export interface Preview extends Notices {
  width: Points;
  height: Points;
  pages: readonly PreviewPage[];
  /** The average number of characters of a full line of the chapters; undefined if they have none. */
  charactersPerLine: number | undefined;
  /** The inside margin of the pages, which the page count may have widened, in inches. */
  insideIn: number;
}

export interface PreviewOptions {
  /** Pass the same object each time, because opened fonts and unchanged chapters are cached for it. */
  assets: FontAssets;
  design?: Design;
  /** Called after each chapter: how many chapters have been laid out, and how many there are. */
  onChapterDone?: ((done: number, total: number) => void) | undefined;
}

/** The index of the chapter to which each text of the document belongs. */
const listChapterTexts = (manuscript: Manuscript, design: Design, textCount: number): Map<number, number> => {
  const { chapters, back } = listSections(manuscript, design);
  const first = textCount - chapters.length - back.length;
  const byText = new Map<number, number>();
  chapters.forEach(({ kind }, index) => {
    if (kind === 'text') byText.set(first + index, byText.size);
  });
  return byText;
};

const drawingsOf = ({ text, left, marginLines }: DocumentPage): PlacedDrawing[] => [
  ...(text?.kind === 'drawing' ? [{ left, drawing: text.drawing }] : []),
  ...marginLines.flatMap(({ line }) => (line.kind === 'drawing' ? [{ left, drawing: line.drawing }] : [])),
];

/** A line that fills the measure; the last lines of paragraphs are shorter. */
const fullLine = 0.98;

const averageLine = (document: TypesetDocument, chapterTexts: ReadonlyMap<number, number>): number | undefined => {
  let [characters, lines] = [0, 0];
  for (const { text, textIndex } of document.pages) {
    if (text?.kind !== 'drawing' || !chapterTexts.has(textIndex)) continue;
    for (const line of text.drawing.texts) {
      if (line.width < fullLine * document.measure) continue;
      characters += line.text.length;
      lines += 1;
    }
  }
  return lines === 0 ? undefined : characters / lines;
};

const inch = 72;

/**
 * Lays out a book like its print edition, without writing a file: the pages, with the position of each glyph. It needs
 * nothing of Node, so it runs in browsers.
 * @throws {UnreadableFontError} a font cannot be read
 */
export const layOutPreview = async (
  manuscript: Manuscript,
  { assets, design = standardDesign, onChapterDone }: PreviewOptions,
): Promise<Preview> => {
  const settings = layoutSettingsOf(manuscript.language, 'print', design);
  const { document, findings, missingCharacters } = await layOut(assets, settings, drawingWriter, (context) =>
    layOutBook(manuscript, { profile: 'print', date: 0, onChapterDone }, context),
  );
  const chapterTexts = listChapterTexts(manuscript, design, document.texts.length);
  const outside = design.margins.outsideIn * inch;
  return {
    width: document.width,
    height: document.height,
    findings,
    missingCharacters,
    insideIn: (document.width - document.measure - outside) / inch,
    charactersPerLine: averageLine(document, chapterTexts),
    pages: document.pages.map((page, index) => ({
      label: page.label,
      side: index % 2 === 0 ? 'right' : 'left',
      drawings: drawingsOf(page),
      chapter: page.text ? chapterTexts.get(page.textIndex) : undefined,
    })),
  };
};
