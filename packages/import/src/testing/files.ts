import { strToU8, type Zippable, zipSync } from 'fflate';
import { proposePlan } from '../propose-plan.ts';
import { type ReadManuscript, readManuscript, type ReadOptions } from '../read-manuscript.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

/** An archive of texts and bytes. @param level 0 for one that is not packed, because texts that repeat look like bombs */
export const zipOf = (files: Files, level: 0 | 6 = 6): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content]),
    ) as Zippable,
    { mtime: new Date(1980, 0, 1), level },
  );

const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const namespaces = [
  w,
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
].join(' ');
const relationships = (list: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(
      ([type, target], index) =>
        `<Relationship Id="r${index}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

/** The parts of a Word document besides its body, as XML inside their root elements. */
export interface DocxParts {
  readonly styles?: string;
  readonly numbering?: string;
  readonly footnotes?: string;
  readonly comments?: string;
  readonly files?: Files;
  readonly level?: 0 | 6;
}

/** A Word document. @param body the XML of its paragraphs */
export function docxOf(body: string, { files = {}, level, ...parts }: DocxParts = {}): Uint8Array {
  const names = Object.keys(parts) as (keyof typeof parts)[];
  return zipOf(
    {
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels': relationships([['officeDocument', 'word/document.xml']]),
      'word/document.xml': `<?xml version="1.0"?><w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
      'word/_rels/document.xml.rels': relationships(names.map((name) => [name, `${name}.xml`])),
      ...Object.fromEntries(
        names.map((name) => [`word/${name}.xml`, `<w:${name} ${namespaces}>${parts[name]}</w:${name}>`]),
      ),
      ...files,
    },
    level,
  );
}

/** A paragraph of a Word document. @param style the id of its style; '' for none */
export const p = (text: string, style = ''): string =>
  `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${r(text)}</w:p>`;

/** A run of a Word document. @param properties XML */
export const r = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;

export const headingStyles = [1, 2, 3]
  .map((level) => `<w:style w:type="paragraph" w:styleId="H${level}"><w:name w:val="heading ${level}"/></w:style>`)
  .join('');

interface EpubParts extends Pick<DocxParts, 'files' | 'level'> {
  readonly metadata?: string;
  readonly manifest?: string;
}

/** An e-book of XHTML documents, in the order of reading. */
export function epubOf(
  documents: Readonly<Record<string, string>>,
  { metadata = '', manifest = '', files = {}, level }: EpubParts = {},
): Uint8Array {
  const names = Object.keys(documents);
  const items = names.map((name) => `<item id="${name}" href="${name}" media-type="application/xhtml+xml"/>`);
  return zipOf(
    {
      mimetype: 'application/epub+zip',
      'META-INF/container.xml':
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
      'OPS/book.opf': `<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${metadata}</metadata><manifest>${items.join('')}${manifest}</manifest><spine>${names.map((name) => `<itemref idref="${name}"/>`).join('')}</spine></package>`,
      ...Object.fromEntries(
        Object.entries(documents).map(([name, body]) => [
          `OPS/${name}`,
          `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title></head><body>${body}</body></html>`,
        ]),
      ),
      ...files,
    },
    level,
  );
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What tests compare: the text, and the chapters as title, text and kind. */
interface Summary {
  readonly read: ReadManuscript;
  readonly text: string;
  readonly chapters: readonly (readonly [title: string, text: string])[];
  readonly kinds: readonly string[];
  /** `kind: count outcome`. */
  readonly losses: readonly string[];
  readonly quotes: readonly string[];
}

/** Reads a file and proposes a plan. */
export async function summarise(file: Uint8Array | string, options?: ReadOptions): Promise<Summary> {
  const read = await readManuscript(typeof file === 'string' ? bytesOf(file) : file, options);
  const { plan, losses } = proposePlan(read);
  return {
    read,
    text: read.text,
    chapters: plan.chapters.map(({ title, from, to }) => [title, read.text.slice(from, to)]),
    kinds: plan.chapters.map(
      ({ kind, role, include }) => `${include ? '' : '-'}${kind}${role === null ? '' : ` ${role}`}`,
    ),
    losses: losses.map(({ kind, count, outcome }) => `${kind} ${count}: ${outcome}`),
    quotes: losses.flatMap(({ places }) => places.map(({ quote }) => quote)),
  };
}
