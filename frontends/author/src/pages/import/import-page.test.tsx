import { afterEach, describe, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation, useRoutes } from 'react-router-dom';
import ImportPage from './import-page.tsx';

const toasts = collectToasts();
let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});

const item = (more: object = {}) => ({
  id: 'i1',
  fileName: 'Novel.docx',
  bytes: 2048,
  format: 'docx',
  state: 'ready',
  progress: null,
  plan: null,
  planRev: 1,
  length: 0,
  losses: [],
  commentCount: 0,
  booksInFile: [],
  bookId: null,
  error: null,
  createdAt: '2026-11-01T12:00:00.000Z',
  expiresAt: '2026-12-01T12:00:00.000Z',
  ...more,
});
const CurrentPath = () => <output>{useLocation().pathname}</output>;
const Pages = () =>
  useRoutes([
    { path: '/import', element: <ImportPage /> },
    { path: '*', element: null },
  ]);
function open(answers: Parameters<typeof fakeApi>[0] = {}, address = '/import') {
  api = fakeApi({ 'GET /api/imports': { body: [] }, ...answers });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <CurrentPath />
        <Pages />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const novel = new File(['text'], 'Novel.docx');
const uploads = () => api.requests.filter(({ route }) => route === 'POST /api/imports');
const address = () => document.querySelector('output')?.textContent;

describe('ImportPage', () => {
  it('uploads a file and opens its plan', async () => {
    open({ 'POST /api/imports': { status: 201, body: item({ state: 'waiting' }) } });
    await userEvent.upload(screen.getByLabelText('Manuscript'), novel);
    await waitFor(() => expect(address()).toBe('/import/i1/plan'));
    const form = uploads()[0]?.body as FormData;
    expect([form.get('bookId'), (form.get('file') as File).name]).toEqual([null, 'Novel.docx']);
  });

  it('accepts a dropped file, and appends to a book', async () => {
    open({ 'POST /api/imports': { status: 201, body: item() } }, '/import?book=b1');
    await screen.findByText('The chapters of a file are added at the end of your book.');
    fireEvent.drop(screen.getByRole('button', { name: 'Choose a file' }), { dataTransfer: { files: [novel] } });
    await waitFor(() => expect(address()).toBe('/import/i1/plan'));
    expect([...(uploads()[0]?.body as FormData).keys()]).toEqual(['bookId', 'file']);
  });

  it.each([
    ['several files', [novel, novel], /^Please choose one file/],
    ['an empty file', [new File([], 'Empty.txt')], 'This file is empty.'],
    [
      'a file that is too large',
      [Object.defineProperty(new File(['a'], 'Big.docx'), 'size', { value: 52_428_801 })],
      'This file is larger than 50 MB.',
    ],
  ])('refuses %s without sending it', async (_case, files, text) => {
    open();
    fireEvent.drop(screen.getByRole('button', { name: 'Choose a file' }), { dataTransfer: { files } });
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
    expect(uploads()).toHaveLength(0);
  });

  it('cancels an upload without an error', async () => {
    open({ 'POST /api/imports': () => new Promise(() => undefined) });
    await userEvent.upload(screen.getByLabelText('Manuscript'), novel);
    await screen.findByText('Uploading Novel.docx (4 bytes)');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByRole('button', { name: 'Choose a file' });
    expect([api.aborted.length, toasts]).toEqual([1, []]);
  });

  it('shows why the server refuses a file', async () => {
    const text = 'Inkbear cannot read this kind of file.';
    open({ 'POST /api/imports': { status: 415, body: problemBody(415, 'imports.unknown_format', text) } });
    await userEvent.upload(screen.getByLabelText('Manuscript'), novel);
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'The file could not be uploaded', description: text }]));
    expect(address()).toBe('/import');
  });

  it('lists imports with what can be done with each, and removes one', async () => {
    let imports = [item(), item({ id: 'i2', fileName: 'Old.rtf', format: 'rtf', state: 'made', bookId: 'b2' })];
    open({
      'GET /api/imports': () => ({ body: imports }),
      'DELETE /api/imports/i1': () => {
        imports = imports.slice(1);
        return { status: 204 };
      },
    });
    const next = await screen.findByRole('link', { name: 'Continue with Novel.docx' });
    expect(next.getAttribute('href')).toBe('/import/i1/plan');
    expect(screen.getByRole('link', { name: 'Open the book' }).getAttribute('href')).toBe('/book/b2');
    await userEvent.click(screen.getByRole('button', { name: 'Remove Novel.docx' }));
    await waitFor(() => expect(screen.queryByText('Novel.docx')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Open the book'));
  });
});
