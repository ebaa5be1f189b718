import type { listBooks } from '@inkbear/contracts/books/book';
import type { BookItem } from '@inkbear/web-kit/list-items.ts';
import { embeddedReplies } from '@inkbear/web-kit/embedded-replies.ts';
import {
  type BookCardTexts,
  bookCardTexts,
  lastEditedBook,
  fillBlanks,
  isFillable,
} from '../../features/books/book-card-texts.ts';

/** A literal path, because importing the route would load all schemas. */
const path: (typeof listBooks)['path'] = '/api/books';

/**
 * Fills the embedded books into the prerendered skeleton, so that their links work before the shell is loaded. All
 * other controls stay inert.
 */
export function fillSkeletonBooks(root: Element, now: number): void {
  const books = (embeddedReplies()[path] ?? []) as readonly BookItem[];
  const latest = lastEditedBook(books);
  const card = cloneTemplate(root, 'continue');
  const list = cloneTemplate(root, 'books');
  const blank = list?.firstElementChild;
  if (!latest || !card || !list || !blank || ![card, list].every(isFillable)) return;
  fillBlanks(card, bookCardTexts(latest, now));
  list.replaceChildren(...books.map((book) => filledRow(blank, bookCardTexts(book, now))));
  root.querySelector('[data-continue-wait]')?.replaceWith(card);
  root.querySelector('[data-books-wait]')?.replaceWith(list);
  enableOnly(root, [card, list]);
}

const cloneTemplate = (root: Element, name: string) =>
  root.querySelector<HTMLTemplateElement>(`template[data-${name}]`)?.content.firstElementChild?.cloneNode(true) as
    Element | undefined;

function filledRow(blank: Element, texts: BookCardTexts): Element {
  const row = blank.cloneNode(true) as Element;
  fillBlanks(row, texts);
  return row;
}

const interactive = 'a, button, input, select, textarea, summary, [tabindex]';

function enableOnly(within: Element, enabled: readonly Element[]): void {
  within.removeAttribute('inert');
  for (const child of within.children) {
    if (enabled.includes(child)) continue;
    if (enabled.some((element) => child.contains(element))) enableOnly(child, enabled);
    // Elements without controls need not stay inert.
    else if (child.matches(interactive) || child.querySelector(interactive)) child.setAttribute('inert', '');
  }
}
