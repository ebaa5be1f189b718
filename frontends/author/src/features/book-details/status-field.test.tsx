import { afterEach, expect, it } from '@jest/globals';
import { type Book, getBook } from '@inkbear/contracts/books/book';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StatusField } from './components/status-field.tsx';

let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});

function Field() {
  const { data } = useQuery(read(getBook, { params: { id: 'b' } }));
  return data ? <StatusField book={data} /> : null;
}
async function open(status: Book['status'], more: Parameters<typeof fakeApi>[0] = {}) {
  const book = { id: 'b', status, canEdit: true };
  api = fakeApi({
    'GET /api/books/b': () => ({ body: book }),
    'PUT /api/books/b': ({ body }) => ({ body: Object.assign(book, body) }),
    ...more,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Field />
    </QueryClientProvider>,
  );
  await screen.findByLabelText('Status');
  return book;
}
const field = () => screen.getByLabelText<HTMLSelectElement>('Status');
const offered = () => [...field().options].map(({ value }) => value);
const choose = (value: string) => fireEvent.change(field(), { target: { value } });

it('offers the allowed transitions and applies them', async () => {
  const book = await open('active');
  expect(offered()).toEqual(['active', 'complete', 'archived']);
  choose('archived');
  await waitFor(() => expect([book.status, offered()]).toEqual(['archived', ['active', 'archived']]));
  choose('active');
  await waitFor(() => expect([book.status, field().value]).toEqual(['active', 'active']));
});

it('shows the server’s message on refusal and refetches the book', async () => {
  const sentence = 'This book is archived. Make it active first, then it can become complete.';
  const book = await open('active', {
    'PUT /api/books/b': { status: 409, body: problemBody(409, 'books.status_conflict', sentence) },
  });
  book.status = 'archived';
  choose('complete');
  expect((await screen.findByText(sentence)).id).toBe(field().getAttribute('aria-describedby'));
  await waitFor(() => expect(field().value).toBe('archived'));
});
