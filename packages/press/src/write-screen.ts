import type { PdfStructureElement } from 'pdfkit';
import type { Family } from './fonts.ts';
import type { DocumentPage, MarginLine, TextElement, TextPiece, TypesetDocument } from './page.ts';
import { PdfFile, toBytes } from './pdf-document.ts';

/** The name of a text's destination. Names have one length, so that their order does not depend on a locale. */
const destinationOf = (textIndex: number): string => `text-${String(textIndex).padStart(5, '0')}`;

/** Builds the structure of one text: a section with headings, paragraphs and the entries of the contents. */
class SectionWriter {
  readonly #file: PdfFile;
  readonly #measure: number;
  readonly #elements: readonly TextElement[];
  readonly #section: PdfStructureElement;
  #contents: PdfStructureElement | undefined;
  #open: { index: number; structure: PdfStructureElement } | undefined;

  constructor(file: PdfFile, root: PdfStructureElement, measure: number, elements: readonly TextElement[]) {
    this.#file = file;
    this.#measure = measure;
    this.#elements = elements;
    this.#section = file.pdf.struct('Sect');
    root.add(this.#section);
  }

  /** Writes the lines of an element on the current page. An element that continues on the next page stays open. */
  write(piece: TextPiece): void {
    const element = this.#elements[piece.element];
    if (element?.link) return this.#writeEntry(piece, element.link);
    if (this.#open?.index !== piece.element) {
      this.#open?.structure.end();
      const structure = this.#file.pdf.struct(element?.role ?? 'P');
      this.#section.add(structure);
      this.#open = { index: piece.element, structure };
    }
    this.#writeContent(this.#open.structure, element?.role ?? 'P', piece);
  }

  end(): void {
    this.#open?.structure.end();
    this.#contents?.end();
    this.#section.end();
  }

  #writeContent(structure: PdfStructureElement, tag: string, { content }: TextPiece): void {
    const { pdf } = this.#file;
    structure.add(pdf.markStructureContent(tag));
    pdf.page.write(toBytes(content));
    pdf.endMarkedContent();
  }

  /** Writes an entry of the contents. Its link ends on its page, because pdfkit writes the page at the end. */
  #writeEntry(piece: TextPiece, { textIndex, description }: NonNullable<TextElement['link']>): void {
    const { pdf } = this.#file;
    if (!this.#contents) {
      this.#contents = pdf.struct('TOC');
      this.#section.add(this.#contents);
    }
    const [entry, reference, link] = [pdf.struct('TOCI'), pdf.struct('Reference'), pdf.struct('Link')];
    this.#contents.add(entry);
    entry.add(reference);
    reference.add(link);
    this.#writeContent(link, 'Link', piece);
    const options = this.#file.linkTo(destinationOf(textIndex), description, link);
    pdf.annotate(0, piece.top, this.#measure, piece.bottom - piece.top, options);
    entry.end();
  }
}

const writeArtifact = (file: PdfFile, { line, edge }: MarginLine): void => {
  file.pdf.markContent('Artifact', { type: 'Pagination', attached: [edge] });
  file.writeLine(line);
  file.pdf.endMarkedContent();
};

/** The first page of each text; a text without pages has that of the next one. */
const listStarts = (pages: readonly DocumentPage[], count: number): number[] =>
  Array.from({ length: count }, (_, textIndex) => {
    const start = pages.findIndex((page) => page.textIndex >= textIndex);
    return start < 0 ? pages.length - 1 : start;
  });

/**
 * Writes a document for reading on a screen: PDF 1.7 that conforms to PDF/A-2a and PDF/UA-1, with tags, links, bookmarks
 * and page labels.
 */
export const writeScreen = (document: TypesetDocument, family: Family, colourProfile: Uint8Array): Uint8Array => {
  const { pages, texts, width, height, measure, bookmarks } = document;
  const file = PdfFile.forScreen(document, family, colourProfile);
  const root = file.pdf.struct('Document');
  file.pdf.addStructure(root);
  let section: SectionWriter | undefined;
  pages.forEach(({ text, textIndex, left, marginLines }, index) => {
    file.addPage([0, 0, width, height], { width, height });
    file.pdf.transform(1, 0, 0, 1, left, 0);
    if (!section || pages[index - 1]?.textIndex !== textIndex) {
      section?.end();
      section = new SectionWriter(file, root, measure, texts[textIndex] ?? []);
      file.pdf.addNamedDestination(destinationOf(textIndex), 'XYZ', null, 0, null);
    }
    if (text?.kind === 'pieces') {
      file.useFaces(text.faces);
      for (const piece of text.pieces) section.write(piece);
    }
    for (const line of marginLines) writeArtifact(file, line);
  });
  section?.end();
  root.end();
  const starts = listStarts(pages, texts.length);
  for (const { title, textIndex } of bookmarks)
    file.pdf.outline.addItem(title, { fit: true, pageNumber: starts[textIndex] ?? 0 });
  file.labelPages(pages.findIndex(({ label }) => label === '1'));
  return file.finish();
};
