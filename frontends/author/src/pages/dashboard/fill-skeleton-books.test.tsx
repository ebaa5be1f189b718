import type { Book } from '@inkbear/contracts/books/book';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server.node';
import { MemoryRouter } from 'react-router-dom';
import { bookCardTexts } from '../../features/books/book-card-texts.ts';
import { BookList } from '../../features/books/components/book-list.tsx';
import skeletons from '../../skeletons.tsx';
import { ContinueFrame } from './continue-frame.tsx';
import { fillSkeletonBooks } from './fill-skeleton-books.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const book: Book = {
  id: 'b1',
  title: 'The {words} Road & <b>$1</b>',
  genre: 'historical-fiction',
  subgenre: '',
  targetAudience: '',
  status: 'active',
  totalChapters: 1,
  wordCount: 70_000,
  writtenWords: 1234,
  canEdit: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
} as Book;
const readOnly: Book = { ...book, id: 'b2', title: '{title}', status: 'archived', canEdit: false };
const withProviders = (element: ReactElement) => (
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter>{element}</MemoryRouter>
  </QueryClientProvider>
);

function renderSkeletonPage(replies: object): HTMLElement {
  const json = JSON.stringify(replies).replaceAll('<', '\\u003c');
  const skeleton = renderToString(withProviders(skeletons['/dashboard'] as ReactElement));
  document.body.innerHTML = [
    `<div id="root" inert><header><a href="/">Inkbear</a></header><main>${skeleton}</main></div>`,
    `<script type="application/json" id="inkbear-replies">${json}</script>`,
  ].join('');
  return document.getElementById('root') as HTMLElement;
}
const shown = (element: ReactElement) =>
  render(withProviders(element), { container: document.body.appendChild(document.createElement('div')) }).container
    .innerHTML;
const isEnabled = (element: Element) => element.closest('[inert]') === null;

afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
});

describe('fillSkeletonBooks', () => {
  it('renders books like the page does, whatever their titles contain', () => {
    const root = renderSkeletonPage({ '/api/books': [readOnly, book] });
    fillSkeletonBooks(root, now);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
    try {
      expect((root.querySelector('ul:has(a[href^="/book/"])') as Element).outerHTML.replaceAll(' inert=""', '')).toBe(
        shown(<BookList books={[readOnly, book]} onRemove={() => undefined} />),
      );
      expect(root.querySelector('section[aria-labelledby="continue-title"]')?.outerHTML).toBe(
        shown(<ContinueFrame texts={bookCardTexts(book, now)} />),
      );
    } finally {
      clock.mockRestore();
    }
    expect([...root.querySelectorAll('[class*=Placeholder]')].map(({ className }) => className)).not.toContain(
      'booksPlaceholder',
    );
  });

  it('activates only the links of the books', () => {
    const root = renderSkeletonPage({ '/api/books': [book] });
    fillSkeletonBooks(root, now);
    const enabled = [...root.querySelectorAll('a, button')]
      .filter(isEnabled)
      .map((element) => element.getAttribute('href'));
    expect(enabled).toEqual(['/book/b1', '/book/b1', '/book/b1']);
    expect([...root.querySelectorAll('h1, h2')].filter(isEnabled).map(({ textContent }) => textContent)).toEqual([
      'Your Writing Dashboard',
      book.title,
      'Your Books',
    ]);
  });

  it.each<[string, object, (root: Element) => void]>([
    ['no replies were embedded', {}, () => undefined],
    ['there are no books', { '/api/books': [] }, () => undefined],
    [
      'the document is incomplete',
      { '/api/books': [book] },
      () => void (document.getElementById('inkbear-replies') as Element).append('['),
    ],
    [
      'another release rendered the skeleton',
      { '/api/books': [book] },
      (root) =>
        void root
          .querySelector<HTMLTemplateElement>('template[data-books]')
          ?.content.querySelector('h3')
          ?.append('{colour}'),
    ],
  ])('changes nothing when %s', (_case, replies, harm) => {
    const root = renderSkeletonPage(replies);
    harm(root);
    const before = root.outerHTML;
    fillSkeletonBooks(root, now);
    expect(root.outerHTML).toBe(before);
  });
});
