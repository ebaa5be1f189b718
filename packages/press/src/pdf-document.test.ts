import { beforeAll, describe, expect, it } from '@jest/globals';
import PDFDocument from 'pdfkit';
import { type Family, openFamily } from './fonts.ts';
import { readAssets } from './node-assets.ts';
import type { TypesetDocument } from './page.ts';
import { PdfFile } from './pdf-document.ts';
import { contentsOf, objectsOf } from './testing/pdf.ts';

const document: TypesetDocument = {
  width: 100,
  height: 200,
  bleed: 0,
  measure: 80,
  texts: [],
  pages: [],
  bookmarks: [],
  pageStarts: [],
  findings: [],
  title: 'A < B',
  author: 'Ada',
  subject: '',
  language: 'en_GB',
  date: Date.UTC(2026, 0, 2),
};
const colourProfile = Uint8Array.from({ length: 300 }, (_, index) => index % 251);
let family: Family;
beforeAll(async () => {
  family = openFamily((await readAssets()).family);
});
const page = (file: PdfFile): PdfFile => {
  file.addPage([0, 0, 100, 200], { width: 100, height: 200 });
  return file;
};
const print = () => page(PdfFile.forPrint(document, family));
const screen = () => page(PdfFile.forScreen(document, family, colourProfile));

/** What the class relies on and pdfkit does not document. An update of pdfkit that changes it fails here first. */
describe('internals of pdfkit', () => {
  it('page.dictionary.data is the dictionary of a page, with a UserUnit that PDF 1.3 does not have', () => {
    const pdf = new PDFDocument({ autoFirstPage: false, font: null });
    pdf.addPage({ size: [100, 200], margin: 0 });
    expect(pdf.page.dictionary.data).toMatchObject({ Type: 'Page', MediaBox: [0, 0, 100, 200], UserUnit: 1 });
    expect(objectsOf(print().finish())).not.toContain('UserUnit');
  });

  it('page.content is its first stream and may be followed by others', () => {
    const file = print();
    file.addStream(['regular'], Uint8Array.from([0x78, 0x9c, 0x03, 0, 0, 0, 0, 1]));
    expect(objectsOf(file.finish())).toMatch(/\/Contents \[\d+ 0 R \d+ 0 R\]/);
  });

  it('page.fonts is the font dictionary of a page', () => {
    const file = print();
    file.useFaces(['italic', 'italic']);
    expect(objectsOf(file.finish())).toMatch(/\/Font <<\n\/F2 \d+ 0 R\n>>/);
  });

  it('a page begins with a flip, which transform undoes', () => {
    expect(contentsOf(print().finish())).toMatch(/^1 0 0 -1 0 200 cm\n1 0 0 -1 0 200 cm\n/);
  });

  it('info may be replaced before the end, and the identifier of the file is that of the first one', () => {
    const idOf = (title: string) =>
      /\/ID \[<(\w+)>/.exec(objectsOf(page(PdfFile.forPrint({ ...document, title }, family)).finish()))?.[1];
    expect(idOf('One')).toBe(idOf('One'));
    expect(idOf('One')).not.toBe(idOf('Two'));
    expect(objectsOf(print().finish())).toMatch(/<<\n\/Producer \d+ 0 R\n\/CreationDate \d+ 0 R\n>>/);
  });

  it('_addInfo writes the XMP metadata once', () => {
    const file = Buffer.from(screen().finish()).toString('utf8');
    expect(file.match(/<dc:title>.*<\/dc:title>/g)).toEqual([
      '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">A &lt; B</rdf:li></rdf:Alt></dc:title>',
    ]);
    expect(file.match(/xmp:CreateDate>/g)).toHaveLength(2);
  });

  it('_addColorOutputIntent is called once for PDF/A, and _root.data is the catalogue', () => {
    const file = objectsOf(screen().finish());
    expect(file.match(/\/OutputIntents \[\d+ 0 R\]/g)).toHaveLength(1);
    expect(file.match(/\/DestOutputProfile \d+ 0 R/g)).toHaveLength(1);
  });

  it('_root.data accepts page labels', () => {
    const file = screen();
    file.labelPages(2);
    expect(objectsOf(file.finish())).toMatch(/\/PageLabels <<\n\/Nums \[0 <<\n\/S \/r\n>> 2 <<\n\/S \/D\n>>\]\n>>/);
  });

  it('read returns the whole file after the end', () => {
    const file = Buffer.from(print().finish()).toString('latin1');
    expect([file.slice(0, 9), file.slice(-6)]).toEqual(['%PDF-1.3\n', '%%EOF\n']);
  });
});

it('writes the language as a tag that PDF/A accepts', () => {
  const languageOf = (language: string) =>
    /\/Lang \((.*)\)/.exec(
      objectsOf(page(PdfFile.forScreen({ ...document, language }, family, colourProfile)).finish()),
    )?.[1];
  expect(['en_GB', 'DE', '', 'English (British)'].map(languageOf)).toEqual(['en-GB', 'de', 'und', 'und']);
});
