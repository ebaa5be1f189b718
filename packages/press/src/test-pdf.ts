import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface ReadPage {
  text: string;
  lines: string[];
  links: number;
  label: string;
}
export interface ReadPdf {
  pages: ReadPage[];
  info: Record<string, unknown>;
  bookmarks: { title: string; page: number }[];
}

/** Reads a PDF with pdf.js, independently of the press: text by lines, links, labels, bookmarks. */
export const readPdf = async (pdf: Uint8Array): Promise<ReadPdf> => {
  const task = getDocument({ data: Uint8Array.from(pdf), useSystemFonts: false, disableFontFace: true, verbosity: 0 });
  const document = await task.promise;
  const labels = await document.getPageLabels();
  const pages: ReadPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const content = await page.getTextContent({ disableNormalization: true });
    const byLine = new Map<number, string>();
    for (const item of content.items) {
      if (!('str' in item)) continue;
      const y = Math.round((item.transform[5] as number) * 10);
      byLine.set(y, (byLine.get(y) ?? '') + item.str);
    }
    const lines = [...byLine.values()].map((line) => line.trim()).filter((line) => line !== '');
    const annotations = await page.getAnnotations();
    pages.push({ text: lines.join('\n'), lines, links: annotations.length, label: labels?.[number - 1] ?? '' });
  }
  const bookmarks = await Promise.all(
    ((await document.getOutline()) ?? []).map(async ({ title, dest }) => ({
      title,
      page: await document.getPageIndex((dest as [{ num: number; gen: number }])[0]),
    })),
  );
  const { info } = await document.getMetadata();
  await task.destroy();
  return { pages, info: info as Record<string, unknown>, bookmarks };
};

/** The running text of pages, on one line. */
export const joinLines = (lines: readonly string[]): string => lines.join('\n').replace(/\s+/g, ' ').trim();
