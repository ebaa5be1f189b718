import type { FileProfile } from '@inkbear/contracts/export/edition';
import { replaceUnsafe } from '../rendering/attachment.ts';

/** In grapheme clusters, which people take for characters. */
const maxCharacters = 120;
/** Also in UTF-16 units, because a character may have any number of combining marks. */
const maxUnits = 150;

const endings: Readonly<Record<FileProfile, (trim: string) => string>> = {
  print: (trim) => ` - print ${trim}.pdf`,
  screen: () => ' - screen.pdf',
  epub: () => '.epub',
  manuscript: () => ' - manuscript.docx',
  designed: () => ' - designed.docx',
  markdown: () => '.md',
};

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
export const contentTypes: Readonly<Record<FileProfile, string>> = {
  print: 'application/pdf',
  screen: 'application/pdf',
  epub: 'application/epub+zip',
  manuscript: docx,
  designed: docx,
  markdown: 'text/markdown; charset=utf-8',
};

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The name of a file of an edition, such as `Snow - print 6x9.pdf`. Characters that are unsafe in file names are
 * replaced, and it has at most 120 characters and never begins with a dot.
 * @param edition the book's title, and its trim size as `6x9`
 */
export function fileNameOf({ title, trim }: { title: string; trim: string }, profile: FileProfile): string {
  const ending = endings[profile](trim);
  const safe = replaceUnsafe(title.slice(0, maxUnits).toWellFormed()).replace(/^[.\s]+/, '');
  const characters: string[] = [];
  let units = ending.length;
  for (const { segment } of segmenter.segment(safe)) {
    units += segment.length;
    if (units > maxUnits || characters.length + ending.length >= maxCharacters) break;
    characters.push(segment);
  }
  return `${characters.join('').trim() || 'Untitled'}${ending}`;
}
