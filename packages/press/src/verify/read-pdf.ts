import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The part of every page that has the text, in points from its foot; that of a page with bleed is below the trimmed area. */
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
  const task = getDocument({ data: Uint8Array.from(pdf), useSystemFonts: false, disableFontFace: true, verbosity: 0 });
  const document = await task.promise;
  try {
    const pages: string[] = [];
    for (let index = 0; index < document.numPages; index += 1) {
      if (skippedPages.has(index)) continue;
      const page = await document.getPage(index + 1);
      const { items } = await page.getTextContent({ disableNormalization: true });
      const inside = items.flatMap((item) => {
        const y = 'str' in item ? (item.transform[5] as number) : Number.NaN;
        return 'str' in item && y >= bottom && y <= top ? [item.str] : [];
      });
      pages.push(inside.join(''));
      page.cleanup();
    }
    return pages;
  } finally {
    await task.destroy();
  }
};
