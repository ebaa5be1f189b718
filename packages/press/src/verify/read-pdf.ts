import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readGlyphBoxes } from './glyph-boxes.ts';
import { executeOperator } from './pdf-operators.ts';
import { PageReader, type PdfDrawing, type PdfFont } from './pdf-page.ts';

export interface PdfPage extends PdfDrawing {
  /** In points. */
  width: number;
  height: number;
  /** How many links and comments it has. */
  annotations: number;
}

/** A PDF as another library reads it, independently of the press. */
export interface PdfContents {
  pages: PdfPage[];
  fonts: PdfFont[];
  /** The entries of its information dictionary, and whether it is encrypted. */
  info: Readonly<Record<string, unknown>>;
  hasXmp: boolean;
  hasBookmarks: boolean;
  hasLayers: boolean;
}

/** A font as pdf.js exports it. */
interface ExportedFont {
  name: string;
  missingFile?: boolean;
  data?: Uint8Array;
}

const toFont = ({ name, missingFile, data }: ExportedFont): PdfFont => ({
  name,
  isEmbedded: missingFile !== true && data !== undefined,
  boxes: missingFile === true || !data ? undefined : readGlyphBoxes(data),
});

const readPage = async (page: PDFPageProxy, fonts: Map<string, PdfFont>): Promise<PdfPage> => {
  const { fnArray, argsArray } = await page.getOperatorList();
  const reader = new PageReader((name) => {
    if (!fonts.has(name) && page.commonObjs.has(name))
      fonts.set(name, toFont(page.commonObjs.get(name) as ExportedFont));
    return fonts.get(name);
  });
  fnArray.forEach((operator, index) => executeOperator(reader, operator, (argsArray[index] ?? []) as unknown[]));
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const annotations = await page.getAnnotations();
  page.cleanup();
  return { ...reader.drawing, width: right - left, height: top - bottom, annotations: annotations.length };
};

const readDocument = async (document: PDFDocumentProxy): Promise<PdfContents> => {
  const fonts = new Map<string, PdfFont>();
  const pages: PdfPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1)
    pages.push(await readPage(await document.getPage(number), fonts));
  const { info, metadata } = await document.getMetadata();
  const outline: unknown[] | null = await document.getOutline();
  const layers = await document.getOptionalContentConfig();
  return {
    pages,
    fonts: [...fonts.values()],
    info: info as Record<string, unknown>,
    // The declared type leaves out that a file may have none.
    hasXmp: (metadata as unknown) !== null,
    hasBookmarks: outline !== null && outline.length > 0,
    hasLayers: [...layers].length > 0,
  };
};

const contents = new WeakMap<Uint8Array, Promise<PdfContents>>();

const openAndRead = async (pdf: Uint8Array): Promise<PdfContents> => {
  const data = Uint8Array.from(pdf);
  const task = getDocument({
    data,
    useSystemFonts: false,
    disableFontFace: true,
    fontExtraProperties: true,
    verbosity: 0,
  });
  try {
    return await readDocument(await task.promise);
  } finally {
    await task.destroy();
  }
};

/**
 * Reads a PDF with pdf.js. The result is kept for as long as the caller keeps the bytes, because the check of a file and
 * the comparison of its text read the same one.
 * @throws the error of pdf.js for bytes that are not a PDF or need a password
 */
export const readPdfContents = (pdf: Uint8Array): Promise<PdfContents> => {
  let known = contents.get(pdf);
  if (!known) contents.set(pdf, (known = openAndRead(pdf)));
  return known;
};

/** The part of every page that has the text, in points from the foot of the page, with its bleed. */
export interface TypeArea {
  bottom: number;
  top: number;
}

/**
 * Reads the text of a PDF page by page, in the order in which it is written, without running heads and page numbers.
 * @param skippedPages indexes of pages that are not read, such as those of the contents
 */
export const readPdfTexts = async (
  pdf: Uint8Array,
  { bottom, top }: TypeArea,
  skippedPages: ReadonlySet<number>,
): Promise<string[]> => {
  const { pages } = await readPdfContents(pdf);
  return pages.flatMap(({ texts }, index) => {
    if (skippedPages.has(index)) return [];
    const inside = texts.filter(({ y }) => y >= bottom && y <= top);
    return [inside.map(({ text }) => text).join('')];
  });
};
