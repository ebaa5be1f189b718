import type { listBooks } from '@inkbear/contracts/books/book';
import type { BookItem } from '@inkbear/web-kit/list-items.ts';
import { earlyReplies } from '@inkbear/web-kit/early-replies.ts';
import {
  type BookFacts,
  bookFacts,
  bookToGoOnWith,
  fillBlanks,
  isFillable,
} from '../../features/library/book-facts.ts';

/** The route's own module would bring all schemas along. */
const path: (typeof listBooks)['path'] = '/api/books';

/** Draws the books that came with the page into its outline: their links work before the shell is there. Everything else sleeps on. */
export function drawEarlyBooks(root: Element, now: number): void {
  const books = (earlyReplies()[path] ?? []) as readonly BookItem[];
  const latest = bookToGoOnWith(books);
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
    // What can only be read need not wait.
    else if (child.matches(pressable) || child.querySelector(pressable)) child.setAttribute('inert', '');
  }
}
