import { afterEach, expect, it } from '@jest/globals';
import type { Book } from '@inkbear/contracts/books/book';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { discardAfterSignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { DetailsForm } from './components/details-form.tsx';

const book = {
  id: 'b1',
  canEdit: true,
  title: 'Low Water',
  authorName: 'Ada',
  penName: '',
  publishingHouse: '',
  language: 'EN',
  synopsis: '',
  introduction: '',
  dedication: '',
} as Book;
const toasts = collectToasts();
let api: ReturnType<typeof fakeApi>;
afterEach(async () => {
  cleanup();
  await discardAfterSignOut();
  api.restore();
});
const form = (stored = book) => (
  <QueryClientProvider client={client}>
    <DetailsForm book={stored} />
  </QueryClientProvider>
);
const client = createQueryClient();
const show = () => render(form());
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Synopsis');

it('saves typed details when the form closes', async () => {
  api = fakeApi({ 'PUT /api/books/b1': ({ body }) => ({ body: { ...book, ...(body as object) } }) });
  show();
  fireEvent.change(field(), { target: { value: 'A lamp goes out.' } });
  cleanup();
  await waitFor(() =>
    expect(api.requests.map(({ body }) => body)).toEqual([{ synopsis: 'A lamp goes out.', seen: { synopsis: '' } }]),
  );
});

it('sets the language of a book, and keeps one that the press does not know', async () => {
  api = fakeApi({ 'PUT /api/books/b1': ({ body }) => ({ body: { ...book, language: 'fi', ...(body as object) } }) });
  render(form({ ...book, language: 'fi' }));
  const language = screen.getByLabelText<HTMLSelectElement>('Language');
  expect([language.value, [...language.options].map(({ value }) => value)]).toEqual([
    'fi',
    ['EN', 'en-US', 'nl', 'fr', 'de', 'it', 'pl', 'pt', 'es', 'sv', 'fi'],
  ]);
  fireEvent.change(language, { target: { value: 'de' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save details' }));
  await waitFor(() =>
    expect(api.requests.map(({ body }) => body)).toEqual([{ language: 'de', seen: { language: 'fi' } }]),
  );
});

it('restores unsaved details after a failed save on close', async () => {
  api = fakeApi({ 'PUT /api/books/b1': { status: 503, body: problemBody(503, 'server.unavailable', 'busy') } });
  show();
  fireEvent.change(field(), { target: { value: 'A lamp goes out.' } });
  cleanup();
  await waitFor(() => expect(toasts).toHaveLength(1));
  show();
  expect(field().value).toBe('A lamp goes out.');
});

it.each([
  [
    { status: 503, body: problemBody(503, 'server.unavailable', 'A part is away.') },
    { title: 'Failed to update author information', description: 'A part is away.', tone: 'destructive' },
  ],
  [
    new TypeError('Failed to fetch'),
    {
      title: 'Failed to update author information',
      description: 'Please try again. What you typed is still in the form.',
    },
  ],
  [
    { status: 401, body: problemBody(401, 'auth.signed_out', 'You are logged out. Logging in again...') },
    { title: 'Unauthorized', description: 'You are logged out. Logging in again...' },
  ],
])('keeps refused details in the form and shows the reason in a toast', async (answer, expected) => {
  api = fakeApi({ 'PUT /api/books/b1': answer });
  show();
  fireEvent.change(screen.getByLabelText('Author name'), { target: { value: 'Ada Marsh' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save details' }));
  await waitFor(() => expect(toasts).toMatchObject([expected]));
  expect(screen.getByLabelText<HTMLInputElement>('Author name').value).toBe('Ada Marsh');
});

it('confirms saved details and requires a title', async () => {
  api = fakeApi({ 'PUT /api/books/b1': ({ body }) => ({ body: { ...book, ...(body as object) } }) });
  show();
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: ' ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save details' }));
  await screen.findByText('Title is required');
  expect(api.requests).toEqual([]);
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'High Water' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save details' }));
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Saved']));
});

it('saves a concurrently changed text only after the author has seen both', async () => {
  api = fakeApi({ 'PUT /api/books/b1': ({ body }) => ({ body: { ...book, ...(body as object) } }) });
  const { rerender } = show();
  fireEvent.change(field(), { target: { value: 'Mine.' } });
  rerender(form({ ...book, synopsis: 'Theirs.', penName: 'A. M.' }));
  expect(screen.getByLabelText<HTMLInputElement>(/Pen name/).value).toBe('A. M.');
  expect([field().value, screen.getByText('Theirs.').tagName]).toEqual(['Mine.', 'BLOCKQUOTE']);
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save details' });
  expect(save.disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Keep your version: Synopsis' }));
  fireEvent.click(save);
  await waitFor(() =>
    expect(api.requests.map(({ body }) => body)).toEqual([{ synopsis: 'Mine.', seen: { synopsis: 'Theirs.' } }]),
  );
});

it('replaces the typed text when the author chooses the saved version', () => {
  api = fakeApi({});
  const { rerender } = show();
  fireEvent.change(field(), { target: { value: 'Mine.' } });
  rerender(form({ ...book, synopsis: 'Theirs.' }));
  fireEvent.click(screen.getByRole('button', { name: 'Use the saved version: Synopsis' }));
  expect([field().value, screen.queryByText(/was changed somewhere else/)]).toEqual(['Theirs.', null]);
});
