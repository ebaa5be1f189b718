import { Archive } from './archive/archive.ts';
import { decodeText } from './encoding/decode-text.ts';
import { accountFile } from './formats/account/read-account.ts';
import { listDocuments } from './formats/collection/read-collection.ts';
import { findProjectFile } from './formats/scrivener/read-scrivener.ts';
import { isRtf, isZip } from './signatures.ts';

/** `collection`: Word or Markdown files in an archive. */
export type ImportFormat =
  'docx' | 'epub' | 'rtf' | 'html' | 'markdown' | 'text' | 'scrivener' | 'collection' | 'account-export';

/** A file whose format is known, opened as its reader needs it. */
export type RecognisedFile =
  | { readonly format: 'docx' | 'epub' | 'scrivener' | 'collection' | 'account-export'; readonly archive: Archive }
  | { readonly format: 'markdown' | 'text'; readonly text: string }
  | { readonly format: 'html' | 'rtf'; readonly bytes: Uint8Array };

const hasTag = /<(?:!doctype html|html|head|body|p|div|h[1-6])[\s>]/i;
/** The beginning of a file is enough to recognise HTML. */
const sampleUnits = 4096;

function isHtml(text: string): boolean {
  const beginning = text.slice(0, sampleUnits).trimStart();
  return beginning.startsWith('<') && hasTag.test(beginning);
}

/** Headings, links, code and footnotes: what plain texts do not have. */
const markdownLine = /^(?: {0,3}#{1,6} +\S| {0,3}(?:```|~~~)| {0,3}\[\^[^\]\s]{1,100}\]:|={3,}\s*$)/m;
const markdownLink = /\]\((?:https?:|mailto:|#|\.{0,2}\/)/;
const frontMatter = /^---\r?\n[\w-]+:/;
const markdownName = /\.(?:md|markdown|mkd)$/i;

const isMarkdown = (text: string, fileName: string): boolean =>
  markdownName.test(fileName) || frontMatter.test(text) || markdownLine.test(text) || markdownLink.test(text);

const maxControls = 0.002;

/** Whether the characters of a decoded file are those of a text. */
function isText(text: string): boolean {
  let controls = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0) return false;
    if (unit < 0x20 && !'\t\n\r\f\u001a'.includes(text.charAt(at))) controls += 1;
  }
  return text.trim() === '' || controls <= text.length * maxControls;
}

function recogniseArchive(archive: Archive): RecognisedFile | null {
  if (archive.has('[Content_Types].xml') && archive.names.some((name) => name.startsWith('word/')))
    return { format: 'docx', archive };
  if (archive.has('META-INF/container.xml')) return { format: 'epub', archive };
  if (archive.has(accountFile)) return { format: 'account-export', archive };
  if (findProjectFile(archive) !== undefined) return { format: 'scrivener', archive };
  return listDocuments(archive).length > 0 ? { format: 'collection', archive } : null;
}

/**
 * Recognises a file by its content. Its name decides only between plain text and Markdown, which may be the same.
 * @returns null for an unknown format
 * @throws ImportError for an archive that is damaged, hostile or protected
 */
export async function recogniseFormat(bytes: Uint8Array, fileName: string): Promise<RecognisedFile | null> {
  if (isZip(bytes)) return recogniseArchive(await Archive.open(bytes));
  if (isRtf(bytes)) return { format: 'rtf', bytes };
  const text = decodeText(bytes);
  if (!isText(text)) return null;
  if (isHtml(text)) return { format: 'html', bytes };
  if (text.startsWith('<?xml') || text.startsWith('%PDF')) return null;
  return { format: isMarkdown(text, fileName) ? 'markdown' : 'text', text };
}

/** The format of a file; null for an unknown one. @throws ImportError as `recogniseFormat` does */
export const formatOf = async (bytes: Uint8Array, fileName = ''): Promise<ImportFormat | null> =>
  (await recogniseFormat(bytes, fileName))?.format ?? null;
