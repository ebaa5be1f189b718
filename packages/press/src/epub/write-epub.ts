import { strToU8, type Zippable } from 'fflate';
import type { Design } from '../design.ts';
import { termsOf } from '../language.ts';
import { cleanLine, type Manuscript, titleOf } from '../manuscript.ts';
import type { PageStart } from '../page.ts';
import { listSections } from '../sections.ts';
import { zipFiles } from '../zip-files.ts';
import { type EpubDocument, listDocuments } from './documents.ts';
import {
  containerXml,
  type EpubDescription,
  fileOf,
  styleSheet,
  writeNavigation,
  writeNcx,
  writePackage,
} from './package-files.ts';
import { writeXhtml } from './xhtml.ts';

export interface EpubOptions {
  design: Pick<Design, 'chapterLabel'>;
  /** A UUID that is the book's for ever; used when the book has no ISBN. */
  uuid: string;
  /** Milliseconds since the epoch. */
  date: number;
  cover?: { bytes: Uint8Array; mediaType: 'image/jpeg' | 'image/png' } | undefined;
  /** Where the pages of the print edition begin, so that readers of both can find the same place; default none. */
  pageStarts?: readonly PageStart[] | undefined;
  /** The ISBN of the print edition; '' or undefined for none. */
  printIsbn?: string | undefined;
}

/** Languages that are written from right to left. */
const rightToLeft = /^(?:ar|dv|fa|he|ps|sd|ug|ur|yi)\b/i;

/** The URN of an ISBN; undefined for none. */
const urnOf = (isbn: string | undefined): string | undefined => {
  const digits = (isbn ?? '').replace(/[^\dX]/gi, '');
  return digits === '' ? undefined : `urn:isbn:${digits}`;
};

const describe = (manuscript: Manuscript, { uuid, date, cover, printIsbn }: EpubOptions): EpubDescription => {
  const language = manuscript.language.replace('_', '-') || 'en';
  return {
    identifier: urnOf(manuscript.isbn) ?? `urn:uuid:${uuid}`,
    title: titleOf(manuscript),
    author: cleanLine(manuscript.author),
    publisher: cleanLine(manuscript.publisher),
    description: cleanLine(manuscript.synopsis),
    language,
    direction: rightToLeft.test(language) ? 'rtl' : 'ltr',
    date,
    printEdition: urnOf(printIsbn),
    cover: cover && {
      fileName: cover.mediaType === 'image/png' ? 'cover.png' : 'cover.jpg',
      mediaType: cover.mediaType,
    },
  };
};

/**
 * Writes a book as EPUB 3.3, with a table of contents also for readers of EPUB 2. The cover is not a page of the text,
 * because shops add it themselves. The same input gives the same bytes.
 */
export const writeEpub = (manuscript: Manuscript, options: EpubOptions): Uint8Array => {
  const terms = termsOf(manuscript.language);
  const sections = listSections(manuscript, options.design);
  const documents = listDocuments(sections, manuscript, terms, options.pageStarts ?? []);
  const description = describe(manuscript, options);
  const { language, direction } = description;
  const toXhtml = ({ title, division, body }: Pick<EpubDocument, 'title' | 'division' | 'body'>): Uint8Array =>
    strToU8(writeXhtml({ title, language, direction, division, style: 'style.css', body }));
  const contents = {
    title: terms.contents,
    division: 'frontmatter' as const,
    body: writeNavigation(documents, terms.contents),
  };
  const files: Zippable = {
    // The first entry, without compression, tells what the file is.
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': strToU8(containerXml),
    'OEBPS/package.opf': strToU8(writePackage(description, documents, sections.display.length)),
    'OEBPS/contents.xhtml': toXhtml(contents),
    'OEBPS/toc.ncx': strToU8(writeNcx(description, documents)),
    'OEBPS/style.css': strToU8(styleSheet),
    ...Object.fromEntries(documents.map((document) => [`OEBPS/${fileOf(document)}`, toXhtml(document)])),
    ...(options.cover &&
      description.cover && { [`OEBPS/${description.cover.fileName}`]: [options.cover.bytes, { level: 0 }] as const }),
  };
  return zipFiles(files);
};
