import { formatNumber } from '@inkbear/web-kit/format.ts';
import type { BookItem } from '@inkbear/web-kit/list-items.ts';
import { genreLabel } from '@inkbear/contracts/books/genres';
import { relativeTime } from '@inkbear/ui-kit/relative-time.ts';
import { counted } from '@inkbear/web-kit/counted.ts';

/** Everything that the dashboard shows about a book, as texts; empty ones are hidden. */
export interface BookCardTexts {
  readonly id: string;
  readonly title: string;
  readonly genre: string;
  readonly chapters: string;
  readonly status: string;
  readonly readOnly: string;
  /** Progress in percent of the planned words. */
  readonly share: string;
  readonly shareLabel: string;
  readonly words: string;
  readonly changed: string;
  readonly lastEdited: string;
  readonly extent: string;
  readonly continueLabel: string;
}

export function bookCardTexts(book: BookItem, now: number): BookCardTexts {
  const { id, title, genre, totalChapters, status, canEdit, writtenWords, wordCount, updatedAt } = book;
  const share = Math.min(100, wordCount > 0 ? (writtenWords / wordCount) * 100 : 0);
  const [chapters, planned, when] = [
    counted(totalChapters, 'chapter'),
    counted(wordCount, 'word'),
    relativeTime(Date.parse(updatedAt), now),
  ];
  return {
    id,
    title,
    genre: genreLabel(genre),
    chapters,
    status: statusLabel(status),
    readOnly: canEdit ? '' : 'Read-only',
    share: String(share),
    shareLabel: `${Math.round(share)}% of ${planned}`,
    words: counted(writtenWords, 'word'),
    changed: `Changed ${when}`,
    lastEdited: `${canEdit ? 'Where you left off' : 'Read-only'}, ${when}`,
    extent: `${chapters}, ${formatNumber(writtenWords)} of ${planned}`,
    continueLabel: canEdit ? 'Continue writing' : 'Read',
  };
}

/** The status as text; “Draft” for a book without a stored status. */
const statusLabel = (status: string | null | undefined): string =>
  status ? status.charAt(0).toUpperCase() + status.slice(1) : 'Draft';

/** The book that was edited last; archived books only when there are no others. The list is in this order. */
export const lastEditedBook = (books: readonly BookItem[]): BookItem | undefined =>
  books.find(({ status }) => status !== 'archived') ?? books[0];

/** Placeholders with the names of the texts, for the prerendered skeleton. */
export const blankTexts: BookCardTexts = {
  id: '{id}',
  title: '{title}',
  genre: '{genre}',
  chapters: '{chapters}',
  status: '{status}',
  readOnly: '{readOnly}',
  share: '{share}',
  shareLabel: '{shareLabel}',
  words: '{words}',
  changed: '{changed}',
  lastEdited: '{lastEdited}',
  extent: '{extent}',
  continueLabel: '{continueLabel}',
};

const blank = /\{(\w+)\}/g;

/** False when the prerendered HTML has placeholders that this build cannot fill (it came from another release). */
export const isFillable = (skeleton: Element): boolean =>
  [...skeleton.outerHTML.matchAll(blank)].every(([, name = '']) => Object.hasOwn(blankTexts, name));

/** Fills the placeholders with texts. Elements without data are removed. */
export function fillBlanks(skeleton: Element, texts: BookCardTexts): void {
  const fill = (text: string) => text.replaceAll(blank, (_match, name: keyof BookCardTexts) => texts[name]);
  for (const element of [skeleton, ...skeleton.querySelectorAll('*')]) {
    for (const attribute of element.attributes) attribute.value = fill(attribute.value);
    for (const node of element.childNodes) {
      if (!(node instanceof Text)) continue;
      node.data = fill(node.data);
      if (node.data === '') element.remove();
    }
  }
}
