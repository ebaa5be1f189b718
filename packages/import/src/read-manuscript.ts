import { countWords } from '@inkbear/prose/word-count';
import {
  composeManuscript,
  type PlacedComment,
  type PlacedLoss,
  type PlacedSection,
} from './compose/compose-manuscript.ts';
import { DocumentBuilder, plainText } from './document/document-builder.ts';
import type { SourceBlock, SourceDocument } from './document/source-document.ts';
import { type ListedBook, readAccount } from './formats/account/read-account.ts';
import { readCollection } from './formats/collection/read-collection.ts';
import { readDocx } from './formats/docx/read-docx.ts';
import { readEpub } from './formats/epub/read-epub.ts';
import { readHtml } from './formats/html/read-html.ts';
import { readMarkdown } from './formats/markdown/read-markdown.ts';
import { readRtf } from './formats/rtf/rtf-reader.ts';
import { readScrivener } from './formats/scrivener/read-scrivener.ts';
import { readText } from './formats/text/read-text.ts';
import { ImportError } from './import-error.ts';
import { importLimits } from './limits.ts';
import { authorOnTitlePage } from './outline/author-line.ts';
import { oneLine, parseLabel } from './outline/chapter-label.ts';
import { findOutline } from './outline/find-outline.ts';
import type { Outline } from './outline/outline.ts';
import { type ImportFormat, type RecognisedFile, recogniseFormat } from './recognise-format.ts';
import { isEncryptedOle, isOle, isPdf } from './signatures.ts';

export interface ReadOptions {
  /** As the author has named the file; a title if the file has none. */
  readonly fileName?: string;
  /** The book of an account export; default the first one. */
  readonly bookId?: string | undefined;
}

/** A manuscript file as text. All positions are UTF-16 units of `text`. */
export interface ReadManuscript {
  readonly format: ImportFormat;
  readonly title: string;
  /** '' if unknown. */
  readonly author: string;
  /** A BCP 47 tag; '' if unknown. */
  readonly language: string;
  /** In the grammar of `@inkbear/prose/marks`, with the titles of chapters between their texts. */
  readonly text: string;
  readonly words: number;
  readonly sections: readonly PlacedSection[];
  /** From 0 to 1: how certain it is that the sections are the chapters of the book. */
  readonly confidence: number;
  readonly comments: readonly PlacedComment[];
  readonly losses: readonly PlacedLoss[];
  /** The books of an account export; empty for other formats. */
  readonly books: readonly ListedBook[];
}

/**
 * Reads a manuscript file: finds its format, its chapters and what cannot be imported.
 * @throws ImportError with a sentence for the author
 */
export async function readManuscript(
  bytes: Uint8Array,
  { fileName = '', bookId }: ReadOptions = {},
): Promise<ReadManuscript> {
  if (bytes.length === 0) throw new ImportError('imports.empty');
  const file = await recogniseFormat(bytes, fileName);
  if (!file) throw unknownFormat(bytes);
  const builder = new DocumentBuilder();
  const books = await readFile(file, builder, bookId);
  const document = withTitle(builder.build());
  const outline = findOutline(document);
  const composed = composeManuscript(document, outline);
  const words = countWords(composed.text);
  if (words === 0) throw new ImportError('imports.empty');
  if (words > importLimits.words) throw new ImportError('imports.too_large');
  const { title, author, language } = document.metadata;
  return {
    format: file.format,
    title: oneLine(title) || oneLine(fileName.replace(/\.[^.]*$/, '')) || 'Untitled',
    author: oneLine(author) || printedAuthor(document, outline),
    language: languageTag(language),
    words,
    confidence: outline.confidence,
    ...composed,
    books,
  };
}

/** The BCP 47 tag of a language; '' for what is none. */
function languageTag(language: string): string {
  try {
    return Intl.getCanonicalLocales(language.replaceAll('_', '-'))[0] ?? '';
  } catch {
    return '';
  }
}

function unknownFormat(bytes: Uint8Array): ImportError {
  if (isEncryptedOle(bytes)) return new ImportError('imports.protected');
  if (isOle(bytes))
    return new ImportError(
      'imports.unknown_format',
      'Inkbear cannot read files of Word before 2007. Open it in Word, save it as a Word document (DOCX) and choose that file.',
    );
  if (isPdf(bytes))
    return new ImportError(
      'imports.unknown_format',
      'Inkbear cannot read PDF files, because they contain pages and not text. Choose the file from which it was made.',
    );
  return new ImportError('imports.unknown_format');
}

/** @returns the books from which the author may choose */
async function readFile(
  file: RecognisedFile,
  builder: DocumentBuilder,
  bookId: string | undefined,
): Promise<ListedBook[]> {
  switch (file.format) {
    case 'docx':
      await readDocx(file.archive, builder);
      return [];
    case 'epub':
      await readEpub(file.archive, builder);
      return [];
    case 'scrivener':
      await readScrivener(file.archive, builder);
      return [];
    case 'collection':
      await readCollection(file.archive, builder);
      return [];
    case 'account-export':
      return readAccount(file.archive, builder, bookId);
    case 'rtf':
      readRtf(file.bytes, { builder });
      return [];
    case 'html':
      readHtml(file.bytes, builder);
      return [];
    case 'markdown':
      readMarkdown(file.text, builder);
      return [];
    case 'text':
      readText(file.text, builder);
      return [];
  }
}

/** The title on the title page wins over that in the properties of a file, which programs often make up. */
function withTitle(document: SourceDocument): SourceDocument {
  const printed = document.blocks.find((block) => block.kind === 'paragraph' && block.role === 'title');
  const title = textOf(printed) || document.metadata.title || titleHeading(document.blocks);
  return { ...document, metadata: { ...document.metadata, title: oneLine(title) } };
}

const textOf = (block: SourceBlock | undefined): string =>
  block && 'lines' in block ? plainText(block.lines).replaceAll(/\s+/g, ' ').trim() : '';

/** The author on the title page; '' if the document has no such page, or it names nobody. */
function printedAuthor({ blocks }: SourceDocument, { sections }: Outline): string {
  const page = sections.find(({ role }) => role === 'title-page');
  if (page === undefined) return '';
  const lines = blocks
    .slice(page.from, page.to)
    .flatMap((block) => ('lines' in block ? plainText(block.lines).split('\n') : []));
  return authorOnTitlePage(lines.filter((line) => line.trim() !== ''));
}

/** The first heading, if it is the only one of its level and others are below it. */
function titleHeading(blocks: readonly SourceBlock[]): string {
  const headings = blocks.filter((block) => block.kind === 'heading');
  const [first, ...others] = headings;
  const isFirst = first !== undefined && blocks.find((block) => 'lines' in block) === first;
  if (!isFirst || others.length === 0 || others.some(({ level }) => level <= first.level)) return '';
  return parseLabel(textOf(first))?.hasWord === true ? '' : textOf(first);
}
