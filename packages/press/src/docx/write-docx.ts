import { Document, type IPropertiesOptions, Packer } from 'docx';
import { strFromU8, strToU8, type Unzipped, unzipSync } from 'fflate';
import type { Design } from '../design.ts';
import { termsOf } from '../language.ts';
import { cleanLine, type Manuscript, titleOf } from '../manuscript.ts';
import { listSections } from '../sections.ts';
import { zipFiles } from '../zip-files.ts';
import { designedFormat, designedStyles } from './designed-format.ts';
import { type ManuscriptFormat, manuscriptFormat } from './manuscript-format.ts';

/** What both formats have besides their sections and styles. */
const propertiesOf = (manuscript: Manuscript): Pick<IPropertiesOptions, 'title' | 'creator' | 'description'> => ({
  title: titleOf(manuscript),
  creator: cleanLine(manuscript.author),
  description: cleanLine(manuscript.synopsis).slice(0, 2000).toWellFormed(),
});

/** Changes one of the XML files. It throws where `docx` no longer writes what is to be changed. */
const edit = (files: Unzipped, name: string, change: (xml: string) => string): void => {
  const before = strFromU8(files[name] ?? new Uint8Array());
  const after = change(before);
  if (after === before) throw new Error(`The package docx writes ${name} in another way than this version expects.`);
  files[name] = strToU8(after);
};

/** The library counts bookmarks over all documents of the process; here each document counts from 1. */
const renumberBookmarks = (xml: string): string => {
  const first = /_Toc(\d+)/.exec(xml)?.[1];
  if (first === undefined) return xml;
  const offset = Number(first) - 1;
  return xml
    .replaceAll(/_Toc(\d+)/g, (_all, number: string) => `_Toc${Number(number) - offset}`)
    .replaceAll(
      /(<w:bookmark(?:Start w:name="_Toc\d+"|End) w:id=")(\d+)/g,
      (_all, start: string, number: string) => `${start}${Number(number) - offset}`,
    );
};

/** Writes a document. What the package `docx` cannot write or takes from the clock is put into its files. */
const pack = async (
  options: IPropertiesOptions,
  { date, isMirrored }: { date: number; isMirrored: boolean },
): Promise<Uint8Array> => {
  const files = unzipSync(new Uint8Array(await Packer.toArrayBuffer(new Document(options))));
  const time = new Date(date).toISOString().replace(/\.\d+Z$/, 'Z');
  edit(files, 'docProps/core.xml', (xml) => xml.replaceAll(/(?<=W3CDTF">)[^<]+/g, time));
  // The schema of settings has an order: nothing that `docx` writes stands before it.
  if (isMirrored)
    edit(files, 'word/settings.xml', (xml) => {
      const end = xml.indexOf('>', xml.indexOf('<w:settings')) + 1;
      return `${xml.slice(0, end)}<w:mirrorMargins/>${xml.slice(end)}`;
    });
  const body = files['word/document.xml'];
  if (body) files['word/document.xml'] = strToU8(renumberBookmarks(strFromU8(body)));
  return zipFiles(files);
};

export interface DocxOptions {
  /** Milliseconds since the epoch. */
  date: number;
}

/** Writes a book as editors and agents expect a manuscript: double spaced, in a font like a typewriter's or Times. */
export const writeManuscriptDocx = (
  manuscript: Manuscript,
  { design, format, date }: DocxOptions & { design: Pick<Design, 'chapterLabel'>; format: ManuscriptFormat },
): Promise<Uint8Array> => {
  const { section, font, size, spacing } = manuscriptFormat(manuscript, listSections(manuscript, design), format);
  const document = { run: { font, size, language: { value: manuscript.language } }, paragraph: { spacing } };
  const options = { ...propertiesOf(manuscript), styles: { default: { document } }, sections: [section] };
  return pack(options, { date, isMirrored: false });
};

/** Writes a book with the page, the type and the order of its design, in styles that a word processor can change. */
export const writeDesignedDocx = (
  manuscript: Manuscript,
  { design, fontName, date }: DocxOptions & { design: Design; fontName: string },
): Promise<Uint8Array> => {
  const { default: headings, paragraphStyles, size } = designedStyles(design);
  const document = { run: { font: fontName, size, language: { value: manuscript.language } } };
  const options: IPropertiesOptions = {
    ...propertiesOf(manuscript),
    evenAndOddHeaderAndFooters: true,
    hyphenation: { autoHyphenation: true },
    styles: { default: { document, ...headings }, paragraphStyles },
    sections: designedFormat(manuscript, listSections(manuscript, design), design, termsOf(manuscript.language)),
  };
  return pack(options, { date, isMirrored: true });
};
