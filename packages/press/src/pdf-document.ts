/// <reference path="./pdfkit.d.ts" />
import PDFDocument, { type PdfReference } from 'pdfkit';
import { fontProgramOf } from './font-program.ts';
import type { Face, FaceName, Family } from './fonts.ts';
import { resourceName } from './page-content.ts';
import type { Points, TypesetLine, TypesetDocument } from './page.ts';
import { describeDocument } from './xmp.ts';

const producer = 'Inkbear Press';
const creator = 'Inkbear';
const noPage: Readonly<Record<string, unknown>> = { autoFirstPage: false, font: null, margin: 0 };
const symbolicFlag = 4;
const italicFlag = 64;

/** Bytes of operators, which are Latin-1. */
export const toBytes = (content: string): Uint8Array => Buffer.from(content, 'latin1');

/** Text in a PDF dictionary; pdfkit writes a plain string as a name. */
const pdfText = (text: string): object => new String(text);

/** The fonts of one document: each face is embedded when a page first uses it. */
type EmbedFont = (face: FaceName) => PdfReference;

const embedFace = (pdf: PDFDocument, face: Face): PdfReference => {
  const program = fontProgramOf(face);
  const endedRef = (data: Record<string, unknown>, stream?: Uint8Array): PdfReference => {
    const ref = pdf.ref(data);
    ref.end(stream);
    return ref;
  };
  const file = endedRef({ Filter: 'FlateDecode', Length1: program.fileLength }, program.file);
  const descriptor = endedRef({
    Type: 'FontDescriptor',
    FontName: program.postscriptName,
    Flags: symbolicFlag | (program.italicAngle === 0 ? 0 : italicFlag),
    FontBBox: program.boundingBox,
    ItalicAngle: program.italicAngle,
    Ascent: program.ascent,
    Descent: program.descent,
    CapHeight: program.capHeight,
    StemV: program.stemV,
    FontFile2: file,
  });
  const descendant = endedRef({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: program.postscriptName,
    CIDSystemInfo: { Registry: pdfText('Adobe'), Ordering: pdfText('Identity'), Supplement: 0 },
    FontDescriptor: descriptor,
    W: [0, program.widths],
    CIDToGIDMap: 'Identity',
  });
  return endedRef({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: program.postscriptName,
    Encoding: 'Identity-H',
    DescendantFonts: [descendant],
    ToUnicode: endedRef({ Filter: 'FlateDecode' }, program.toUnicode),
  });
};

const createFonts = (pdf: PDFDocument, family: Family): EmbedFont => {
  const embedded = new Map<FaceName, PdfReference>();
  return (name) => {
    let ref = embedded.get(name);
    if (!ref) embedded.set(name, (ref = embedFace(pdf, family[name])));
    return ref;
  };
};

/** A box of a page: left, bottom, right and top edge. */
export type PageBox = readonly [Points, Points, Points, Points];

/** A PDF file while it is written. All access to internals of pdfkit is in this class. */
export class PdfFile {
  readonly pdf: PDFDocument;
  readonly #fontOf: EmbedFont;

  private constructor(pdf: PDFDocument, family: Family) {
    this.pdf = pdf;
    this.#fontOf = createFonts(pdf, family);
  }

  /** PDF 1.3 without any metadata but producer and date. */
  static forPrint({ title, author, date }: TypesetDocument, family: Family): PdfFile {
    const CreationDate = new Date(date);
    // Title and author go into the file identifier, which pdfkit computes from the information that it is given.
    const info = { Producer: producer, CreationDate, Title: title, Author: author };
    const pdf = new PDFDocument({ ...noPage, pdfVersion: '1.3', info });
    pdf.info = { Producer: producer, CreationDate };
    return new PdfFile(pdf, family);
  }

  /** PDF 1.7 that conforms to PDF/A-2a and PDF/UA-1. */
  static forScreen(document: TypesetDocument, family: Family, colourProfile: Uint8Array): PdfFile {
    const { title, author, subject, date } = document;
    const language = toLanguageTag(document.language);
    const pdf = new PDFDocument({
      ...noPage,
      pdfVersion: '1.7',
      subset: 'PDF/A-2a',
      tagged: true,
      displayTitle: true,
      lang: language,
      info: {
        Title: title,
        ...(author === '' ? {} : { Author: author }),
        ...(subject === '' ? {} : { Subject: subject }),
        Creator: creator,
        Producer: producer,
        CreationDate: new Date(date),
      },
    });
    // pdfkit copies texts into XML without escaping them.
    pdf._addInfo = () => {
      pdf.appendXML(describeDocument(document, language, { creator, producer }));
    };
    // pdfkit reads the profile from its own folder, which a bundle does not have.
    pdf._addColorOutputIntent = () => addOutputIntent(pdf, colourProfile);
    return new PdfFile(pdf, family);
  }

  /**
   * Begins a page whose origin is the lower left corner of its trimmed area.
   * @param media the whole page, relative to the trimmed area
   */
  addPage(media: PageBox, trim: { width: Points; height: Points }): void {
    const [left, bottom, right, top] = media;
    const [width, height] = [right - left, top - bottom];
    this.pdf.addPage({ size: [width, height], margin: 0 });
    const { data } = this.pdf.page.dictionary;
    delete data['UserUnit'];
    data['TrimBox'] = [-left, -bottom, trim.width - left, trim.height - bottom];
    if (left !== 0 || bottom !== 0 || right !== trim.width) data['BleedBox'] = [0, 0, width, height];
    // Undoes the flip with which pdfkit begins a page.
    this.pdf.transform(1, 0, 0, -1, 0, height);
    this.pdf.transform(1, 0, 0, 1, -left, -bottom);
  }

  useFaces(faces: readonly FaceName[]): void {
    for (const face of faces) this.pdf.page.fonts[resourceName(face)] ??= this.#fontOf(face);
  }

  writeLine(line: TypesetLine): void {
    if (line.kind === 'drawing') throw new TypeError('A drawing cannot be written into a PDF.');
    this.useFaces(line.faces);
    this.pdf.page.write(toBytes(line.content));
  }

  /** Adds a second, deflated content stream to the page. */
  addStream(faces: readonly FaceName[], deflated: Uint8Array): void {
    this.useFaces(faces);
    const body = this.pdf.ref({ Filter: 'FlateDecode' });
    body.end(deflated);
    const { content, dictionary } = this.pdf.page;
    dictionary.data['Contents'] = [content, body];
  }

  /** Labels the pages in a viewer with their printed numbers. @param firstArabic the first page that is not Roman */
  labelPages(firstArabic: number): void {
    const roman = firstArabic === 0 ? [] : [0, { S: 'r' }];
    const arabic = firstArabic < 0 ? [] : [firstArabic, { S: 'D' }];
    this.pdf._root.data['PageLabels'] = { Nums: [...roman, ...arabic] };
  }

  linkTo(destination: string, description: string, structParent: object): Record<string, unknown> {
    return { Subtype: 'Link', Dest: destination, Contents: pdfText(description), structParent };
  }

  finish(): Uint8Array {
    this.pdf.end();
    return this.pdf.read() ?? new Uint8Array();
  }
}

const addOutputIntent = (pdf: PDFDocument, colourProfile: Uint8Array): void => {
  const profile = pdf.ref({ N: 3 });
  profile.end(colourProfile);
  const intent = pdf.ref({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    Info: pdfText('sRGB IEC61966-2.1'),
    OutputConditionIdentifier: pdfText('sRGB IEC61966-2.1'),
    DestOutputProfile: profile,
  });
  intent.end();
  pdf._root.data['OutputIntents'] = [intent];
};

/** A language tag that PDF/A accepts; `und` for a language that is not one. */
const toLanguageTag = (language: string): string => {
  try {
    return Intl.getCanonicalLocales(language.replaceAll('_', '-'))[0] ?? 'und';
  } catch {
    return 'und';
  }
};
