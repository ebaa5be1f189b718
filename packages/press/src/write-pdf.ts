import { embedFont, type EmbeddedFont } from './embed-font.ts';
import type { Faces, FontFile } from './fonts.ts';
import type { Bookmark, Page, TypesetDocument } from './page.ts';
import { writePage } from './page-content.ts';
import { createPdfFile, pdfDate, type PdfFile, pdfNumber, pdfText } from './pdf-objects.ts';
import type { Glyph } from './shape.ts';

const encoder = new TextEncoder();

const spaceIn = (file: FontFile): Glyph => {
  const glyph = file.font.glyphForCodePoint(32);
  const width = glyph.advanceWidth * file.scale;
  return { file, id: glyph.id, width, advance: width, dx: 0, dy: 0, text: ' ' };
};

const createFonts = (pdf: PdfFile, faces: Faces) => {
  const embedded = new Map<FontFile, EmbeddedFont>();
  const spaces = new Map<FontFile, Glyph>();
  const fallback = faces.regular.files[0] as FontFile;
  return {
    embedded,
    fontOf: (file: FontFile): EmbeddedFont => {
      let font = embedded.get(file);
      if (!font) embedded.set(file, (font = embedFont(pdf, file, embedded.size)));
      return font;
    },
    spaceAfter: (current: FontFile | undefined): Glyph => {
      const file = current?.has(32) ? current : fallback;
      let space = spaces.get(file);
      if (!space) spaces.set(file, (space = spaceIn(file)));
      return space;
    },
  };
};

const writeBookmarks = (
  pdf: PdfFile,
  entries: readonly Bookmark[],
  pageIds: readonly number[],
  height: number,
): number | undefined => {
  if (entries.length === 0) return undefined;
  const root = pdf.reserve();
  const ids = entries.map(() => pdf.reserve());
  entries.forEach(({ title, page }, index) => {
    const previous = index > 0 ? `/Prev ${ids[index - 1]} 0 R` : '';
    const next = index < ids.length - 1 ? `/Next ${ids[index + 1]} 0 R` : '';
    pdf.add(
      `<</Title ${pdfText(title)}/Parent ${root} 0 R${previous}${next}/Dest[${pageIds[page]} 0 R/XYZ 0 ${pdfNumber(height)} null]>>`,
      ids[index],
    );
  });
  pdf.add(`<</Type/Outlines/First ${ids[0]} 0 R/Last ${ids.at(-1)} 0 R/Count ${ids.length}>>`, root);
  return root;
};

/** Page labels as ranges, so that PDF viewers show the printed page numbers. */
const writeLabels = (pages: readonly Page[]): string => {
  const firstArabic = pages.findIndex(({ label }) => label === '1');
  const ranges = [firstArabic === 0 ? '' : '0<</S/r>>', firstArabic < 0 ? '' : `${firstArabic}<</S/D>>`];
  return `/PageLabels<</Nums[${ranges.join('')}]>>`;
};

const escapeXml = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? character,
  );

const metadata = ({ title, author, language, date, subject }: TypesetDocument): Uint8Array => {
  const time = new Date(date).toISOString();
  const alt = (text: string): string => `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt>`;
  return encoder.encode(`<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:format>application/pdf</dc:format><dc:title>${alt(title)}</dc:title>${author === '' ? '' : `<dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>`}${subject === '' ? '' : `<dc:description>${alt(subject)}</dc:description>`}<dc:language><rdf:Bag><rdf:li>${escapeXml(language)}</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>${time}</xmp:CreateDate><xmp:ModifyDate>${time}</xmp:ModifyDate><pdf:Producer>Inkbear Press</pdf:Producer>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`);
};

/** Writes a laid-out document as a PDF file. Deterministic: the same document gives the same bytes. */
export const writePdf = (document: TypesetDocument, faces: Faces): Uint8Array => {
  const pdf = createPdfFile();
  const fonts = createFonts(pdf, faces);
  const { width, height, pages } = document;
  const pageTree = pdf.reserve();
  const resources = pdf.reserve();
  const pageIds = pages.map(() => pdf.reserve());
  pages.forEach((page, index) => {
    const content = pdf.addStream('', encoder.encode(writePage(page, fonts)));
    const links = page.links.map((link) =>
      pdf.add(
        `<</Type/Annot/Subtype/Link/Border[0 0 0]/Rect[${[link.x, link.y, link.x + link.width, link.y + link.height].map(pdfNumber).join(' ')}]/Dest[${pageIds[link.target]} 0 R/XYZ 0 ${pdfNumber(height)} null]>>`,
      ),
    );
    const annotations = links.length === 0 ? '' : `/Annots[${links.map((id) => `${id} 0 R`).join(' ')}]`;
    pdf.add(`<</Type/Page/Parent ${pageTree} 0 R/Contents ${content} 0 R${annotations}>>`, pageIds[index]);
  });
  for (const font of fonts.embedded.values()) font.finish();
  const names = [...fonts.embedded.values()].map(({ name, id }) => `/${name} ${id} 0 R`).join('');
  pdf.add(`<</Font<<${names}>>>>`, resources);
  pdf.add(
    `<</Type/Pages/Count ${pageIds.length}/Kids[${pageIds.map((id) => `${id} 0 R`).join(' ')}]/MediaBox[0 0 ${pdfNumber(width)} ${pdfNumber(height)}]/Resources ${resources} 0 R>>`,
    pageTree,
  );
  const bookmarks = writeBookmarks(pdf, document.bookmarks, pageIds, height);
  const xmp = pdf.addStream('/Type/Metadata/Subtype/XML', metadata(document), false);
  const root = pdf.add(
    `<</Type/Catalog/Pages ${pageTree} 0 R/Lang ${pdfText(document.language)}/Metadata ${xmp} 0 R/ViewerPreferences<</DisplayDocTitle true>>${writeLabels(pages)}${bookmarks === undefined ? '' : `/Outlines ${bookmarks} 0 R/PageMode/UseOutlines`}>>`,
  );
  const date = pdfDate(document.date);
  const info = pdf.add(
    `<</Title ${pdfText(document.title)}${document.author === '' ? '' : `/Author ${pdfText(document.author)}`}${document.subject === '' ? '' : `/Subject ${pdfText(document.subject)}`}/Creator ${pdfText('Inkbear')}/Producer ${pdfText('Inkbear Press')}/CreationDate ${date}/ModDate ${date}>>`,
  );
  return pdf.finish(root, info);
};
