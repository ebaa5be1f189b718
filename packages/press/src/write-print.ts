import type { Family } from './fonts.ts';
import type { TypesetDocument } from './page.ts';
import { type PageBox, PdfFile } from './pdf-document.ts';

/** The whole page, relative to its trimmed area: bleed is at the top, the bottom and the outside edge. */
const mediaBox = ({ width, height, bleed }: TypesetDocument, index: number): PageBox => {
  const isRightHand = index % 2 === 0;
  return [isRightHand ? 0 : -bleed, -bleed, isRightHand ? width + bleed : width, height + bleed];
};

/**
 * Writes a document for a printer: PDF 1.3, in which transparency, layers and XMP cannot exist, without bookmarks, links
 * and tags. Each page has two content streams: head, page number and the place of the text; and the text.
 */
export const writePrint = (document: TypesetDocument, family: Family): Uint8Array => {
  const file = PdfFile.forPrint(document, family);
  document.pages.forEach(({ text, left, marginLines }, index) => {
    file.addPage(mediaBox(document, index), document);
    file.pdf.transform(1, 0, 0, 1, left, 0);
    for (const { line } of marginLines) file.writeLine(line);
    if (text?.kind === 'stream') file.addStream(text.faces, text.deflated);
  });
  return file.finish();
};
