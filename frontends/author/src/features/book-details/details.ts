import type { Book } from '@inkbear/contracts/books/book';

export const detailNames = ['title', 'authorName', 'penName', 'publishingHouse', 'synopsis', 'introduction', 'dedication'] as const;
export type BookDetails = Pick<Book, (typeof detailNames)[number]>;

export const detailsOf = (book: Book): BookDetails => Object.fromEntries(detailNames.map((name) => [name, book[name]])) as BookDetails;
/** Only what the author changed is sent, so that a field changed elsewhere stays as it is there. Null: nothing. */
export function changedDetails(before: BookDetails, after: BookDetails): Partial<BookDetails> | null {
  const changed = detailNames.filter((name) => before[name] !== after[name]);
  return changed.length === 0 ? null : Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** What stood in these fields when the author began. */
export const seenOf = (start: BookDetails, changed: Partial<BookDetails>): Partial<BookDetails> => Object.fromEntries(detailNames.filter((name) => changed[name] !== undefined).map((name) => [name, start[name]]));

/** Takes over what changed elsewhere, except where the author has typed. */
export const rebaseDetails = (typed: BookDetails, start: BookDetails, now: BookDetails): BookDetails =>
  Object.fromEntries(detailNames.map((name) => [name, typed[name] === start[name] ? now[name] : typed[name]])) as BookDetails;

const previewLength = 50;
/** The dedication on one line, cut at 50 characters. */
export function dedicationPreview(dedication: string): string {
  const line = Array.from(dedication.replaceAll(/\s+/g, ' ').trim());
  return line.length > previewLength ? `${line.slice(0, previewLength).join('')}…` : line.join('');
}
