import type { listBooks } from '@inkbear/contracts/books/book';
import type { BookItem } from '@inkbear/web-kit/list-items.ts';
import { earlyReplies } from '@inkbear/web-kit/early-replies.ts';
import { type BookFacts, bookFacts, lastEditedBook, fillBlanks, isFillable } from '../../features/books/book-facts.ts';

/** A literal path, because importing the route would load all schemas. */
const path: (typeof listBooks)['path'] = '/api/books';

/**
 * Fills the books that were sent with the page into the prerendered skeleton, so that their links work before the shell
 * loads. All other controls stay inert.
 */
export function drawEarlyBooks(root: Element, now: number): void {
  const books = (earlyReplies()[path] ?? []) as readonly BookItem[];
  const latest = lastEditedBook(books);
  const card = drawnFrom(root, 'continue');
  const list = drawnFrom(root, 'books');
  const blank = list?.firstElementChild;
  if (!latest || !card || !list || !blank || ![card, list].every(isFillable)) return;
  fillBlanks(card, bookFacts(latest, now));
  list.replaceChildren(...books.map((book) => filled(blank, bookFacts(book, now))));
  root.querySelector('[data-continue-wait]')?.replaceWith(card);
  root.querySelector('[data-books-wait]')?.replaceWith(list);
  wakeOnly(root, [card, list]);
}

const drawnFrom = (root: Element, name: string) =>
  root.querySelector<HTMLTemplateElement>(`template[data-${name}]`)?.content.firstElementChild?.cloneNode(true) as
    Element | undefined;

function filled(blank: Element, facts: BookFacts): Element {
  const row = blank.cloneNode(true) as Element;
  fillBlanks(row, facts);
  return row;
}

const pressable = 'a, button, input, select, textarea, summary, [tabindex]';

function wakeOnly(within: Element, awake: readonly Element[]): void {
  within.removeAttribute('inert');
  for (const child of within.children) {
    if (awake.includes(child)) continue;
    if (awake.some((element) => child.contains(element))) wakeOnly(child, awake);
    // Read-only elements need not stay inert.
    else if (child.matches(pressable) || child.querySelector(pressable)) child.setAttribute('inert', '');
  }
}
