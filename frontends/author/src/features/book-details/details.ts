import type { Book } from '@inkbear/contracts/books/book';

const detailNames = [
  'title',
  'authorName',
  'penName',
  'publishingHouse',
  'language',
  'synopsis',
  'introduction',
  'dedication',
] as const;
export type BookDetails = Pick<Book, (typeof detailNames)[number]>;

export const detailsOf = (book: Book): BookDetails =>
  Object.fromEntries(detailNames.map((name) => [name, book[name]])) as BookDetails;

const previewLength = 50;
/** The dedication on one line, cut at 50 characters. */
export function dedicationPreview(dedication: string): string {
  const line = Array.from(dedication.replaceAll(/\s+/g, ' ').trim());
  return line.length > previewLength ? `${line.slice(0, previewLength).join('')}…` : line.join('');
}
