import { deflateSync, inflateSync } from 'node:zlib';
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface ReadPage {
  text: string;
  lines: string[];
  /** The pages to which it links. */
  links: number[];
  /** The printed page number; '' for none. */
  folio: string;
  /** The page number that a viewer shows; '' for none. */
  label: string;
  /** The roles of its structure elements, in order. */
  roles: string[];
}
export interface ReadPdf {
  pages: ReadPage[];
  info: Record<string, unknown>;
  bookmarks: { title: string; page: number }[];
}

type Destination = [{ num: number; gen: number }];

interface StructNode {
  role?: string;
  children?: StructNode[];
}
const rolesOf = ({ role, children = [] }: StructNode): string[] => [
  ...(role === undefined || role === 'Root' ? [] : [role]),
  ...children.flatMap(rolesOf),
];

const readLines = async (page: PDFPageProxy): Promise<string[]> => {
  const content = await page.getTextContent({ disableNormalization: true });
  const byLine = new Map<number, string>();
  for (const item of content.items) {
    if (!('str' in item)) continue;
    const y = Math.round((item.transform[5] as number) * 10);
    byLine.set(y, (byLine.get(y) ?? '') + item.str);
  }
  return [...byLine]
    .sort(([a], [b]) => b - a)
    .map(([, line]) => line.trim())
    .filter((line) => line !== '');
};

const readLinks = async (document: PDFDocumentProxy, page: PDFPageProxy): Promise<number[]> => {
  const annotations = (await page.getAnnotations()) as { dest: string }[];
  return Promise.all(
    annotations.map(async ({ dest }) =>
      document.getPageIndex(((await document.getDestination(dest)) as unknown as Destination)[0]),
    ),
  );
};

/** Reads a PDF with pdf.js, independently of the press: text by lines, links, labels, structure, bookmarks. */
export const readPdf = async (pdf: Uint8Array): Promise<ReadPdf> => {
  const task = getDocument({ data: Uint8Array.from(pdf), useSystemFonts: false, disableFontFace: true, verbosity: 0 });
  const document = await task.promise;
  const labels = await document.getPageLabels();
  const pages: ReadPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const lines = await readLines(page);
    const last = lines.at(-1) ?? '';
    pages.push({
      text: lines.join('\n'),
      lines,
      links: await readLinks(document, page),
      folio: /^(?:[ivxl]+|\d+)$/.test(last) ? last : '',
      label: labels?.[number - 1] ?? '',
      roles: rolesOf(((await page.getStructTree()) ?? {}) as StructNode),
    });
  }
  const bookmarks = await Promise.all(
    ((await document.getOutline()) ?? []).map(async ({ title, dest }) => ({
      title,
      page: await document.getPageIndex((dest as Destination)[0]),
    })),
  );
  const { info } = await document.getMetadata();
  await task.destroy();
  return { pages, info: info as Record<string, unknown>, bookmarks };
};

/** The running text of pages, on one line. */
export const joinLines = (lines: readonly string[]): string => lines.join('\n').replace(/\s+/g, ' ').trim();

/** A text without white space and hyphens, which line breaks change. */
export const onlyLetters = (text: string): string => text.replace(/[\s\u00ad-]/g, '');

/** The file as text, without its streams. */
export const objectsOf = (pdf: Uint8Array): string =>
  Buffer.from(pdf)
    .toString('latin1')
    .replaceAll(/\nstream\n[^]*?\nendstream/g, '');

/** The content streams of all pages and other compressed streams that are text, as Latin-1. */
export const contentsOf = (pdf: Uint8Array): string => {
  const file = Buffer.from(pdf);
  const contents: string[] = [];
  for (let at = file.indexOf('\nstream\n'); at >= 0; at = file.indexOf('\nstream\n', at + 1)) {
    const stream = file.subarray(at + 8, file.indexOf('\nendstream', at));
    const content = stream[0] === 0x78 ? inflateSync(stream).toString('latin1') : '';
    if (/^(?:1 0 0|BT)/.test(content)) contents.push(content);
  }
  return contents.join('\n');
};

/** An object of a PDF: its dictionary, and the text of a compressed stream that is not a font or a picture. */
export interface PdfObject {
  dictionary: string;
  content: string | undefined;
}

const streamKeyword = '\nstream\n';

const editObject = (body: string, edit: (object: PdfObject) => void): string => {
  const at = body.indexOf(streamKeyword);
  const dictionary = at < 0 ? body : body.slice(0, at);
  const bytes = Buffer.from(
    at < 0 ? '' : body.slice(at + streamKeyword.length, body.lastIndexOf('\nendstream')),
    'latin1',
  );
  const isText = bytes[0] === 0x78 && !dictionary.includes('/Length1');
  const content = isText ? inflateSync(bytes).toString('latin1') : undefined;
  const object: PdfObject = { dictionary, content };
  edit(object);
  if (object.content === undefined || object.content === content)
    return object.dictionary + body.slice(dictionary.length);
  const deflated = deflateSync(Buffer.from(object.content, 'latin1'));
  const changed = object.dictionary.replace(/\/Length \d+/, `/Length ${deflated.length}`);
  return `${changed}${streamKeyword}${deflated.toString('latin1')}\nendstream`;
};

/** Changes the objects of a file that pdfkit has written, to plant faults in it. */
export const editPdf = (pdf: Uint8Array, edit: (object: PdfObject, number: number) => void): Uint8Array => {
  const file = Buffer.from(pdf).toString('latin1');
  let written = file.slice(0, file.indexOf('\n', 10) + 1);
  const places: string[] = [];
  for (const [, number = '', body = ''] of file.matchAll(/\n(\d+) 0 obj\n([^]*?)\nendobj/g)) {
    places[Number(number)] = `${String(written.length).padStart(10, '0')} 00000 n `;
    written += `${number} 0 obj\n${editObject(body, (object) => edit(object, Number(number)))}\nendobj\n`;
  }
  places[0] = '0000000000 65535 f ';
  const trailer = file.slice(file.lastIndexOf('\ntrailer'), file.lastIndexOf('\nstartxref'));
  const xref = `xref\n0 ${places.length}\n${places.join('\n')}${trailer}\nstartxref\n${written.length}\n%%EOF\n`;
  return Buffer.from(written + xref, 'latin1');
};
