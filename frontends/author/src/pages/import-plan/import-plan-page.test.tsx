import { afterEach, describe, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { discardAfterSignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { eventsOf, fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation, useRoutes } from 'react-router-dom';
import ImportPlanPage from './import-plan-page.tsx';

const toasts = collectToasts();
let api: ReturnType<typeof fakeApi>;
afterEach(async () => {
  cleanup();
  api.restore();
  await discardAfterSignOut();
});

const text = 'The storm came.\n\nThe Harbour\n\nIt was late.';
const chapter = (title: string, from: number, to: number) => ({
  title,
  include: true,
  kind: 'chapter',
  from,
  to,
  words: 5,
  scenes: [{ from, to }],
});
const plan = {
  title: 'Novel',
  author: 'Ada',
  language: 'EN',
  chapters: [chapter('One', 0, text.length), chapter('Two', text.length, text.length + 20)],
  confidence: 0.9,
};
const item = (more: object = {}) => ({
  id: 'i1',
  fileName: 'Novel.docx',
  bytes: 2048,
  format: 'docx',
  state: 'ready',
  progress: null,
  plan,
  planRev: 3,
  length: 100,
  losses: [
    { kind: 'image', count: 2, places: [{ chapter: 'One', quote: 'The storm' }], result: 'They were left out.' },
  ],
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
    { path: '/import/:id/plan', element: <ImportPlanPage /> },
    { path: '*', element: null },
  ]);
/** The import as the server has it. */
let stored = item();
function open(answers: Parameters<typeof fakeApi>[0] = {}) {
  stored = item();
  api = fakeApi({
    'GET /api/user': { body: fakeUser },
    'GET /api/imports/i1': () => ({ body: stored }),
    'GET /api/imports/i1/text': ({ query }) => ({
      body: { text: text.padEnd(100).slice(Number(query.get('from')), Number(query.get('to'))) },
    }),
    'PUT /api/imports/i1/plan': ({ body }) => {
      const saved = body as typeof plan;
      const chapters = saved.chapters.map((each) => ({ ...each, words: 7, scenes: [] }));
      stored = item({ plan: { ...saved, chapters, confidence: 1 }, planRev: stored.planRev + 1 });
      return { body: stored };
    },
    ...answers,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/import/i1/plan']}>
        <CurrentPath />
        <Pages />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const requestsTo = (route: string) => api.requests.filter((request) => request.route === route);
const lastPlan = () => requestsTo('PUT /api/imports/i1/plan').at(-1);
const titles = () => (lastPlan()?.body as typeof plan).chapters.map((each) => each.title);
const address = () => document.querySelector('output')?.textContent;

describe('ImportPlanPage', () => {
  it('shows the plan beside the text, with what changed on the way', async () => {
    open();
    const list = await screen.findByRole('list', { name: 'Chapters of the plan' });
    expect(
      within(list)
        .getAllByRole('button', { expanded: false })
        .map(({ textContent }) => textContent),
    ).toEqual(['Two5 words']);
    await within(screen.getByRole('region', { name: 'Text of One' })).findByText('It was late.');
    screen.getByText('Changed or left out: 2 images');
    screen.getByText('One: “The storm”');
    screen.getByText('2 chapters');
  });

  it('saves changes of the plan with the revision that was read', async () => {
    open();
    const title = await screen.findByRole('textbox', { name: 'Title' });
    await userEvent.clear(title);
    await userEvent.type(title, 'The Storm');
    await waitFor(() => expect(titles()).toEqual(['The Storm', 'Two']), { timeout: 3000 });
    expect(lastPlan()?.headers.get('if-match')).toBe('"3"');
    await userEvent.click(screen.getByRole('button', { name: 'Merge with the next' }));
    await waitFor(() => expect(titles()).toEqual(['The Storm']), { timeout: 3000 });
    expect(lastPlan()?.headers.get('if-match')).toBe('"4"');
  });

  it('splits a chapter at a paragraph', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Split this chapter' }));
    const [first, ...others] = screen.getAllByRole('button', { name: 'Begin a chapter here' });
    expect(others).toHaveLength(1);
    await userEvent.click(first as HTMLElement);
    await waitFor(() => expect(titles()).toEqual(['One', 'The Harbour', 'Two']), { timeout: 3000 });
    screen.getByRole('region', { name: 'Text of The Harbour' });
  });

  it('leaves a chapter out', async () => {
    open();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Leave it out' }));
    screen.getByText('1 chapter · 1 left out');
    const make = screen.getByRole<HTMLButtonElement>('button', { name: 'Make the book' });
    expect(make.disabled).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: /^Two/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Leave it out' }));
    expect(make.disabled).toBe(true);
  });

  it('chooses the book of an account export', async () => {
    const booksInFile = [
      { index: 0, title: 'Novel', isRead: true },
      { index: 1, title: 'Fog', isRead: false },
    ];
    open({
      'GET /api/imports/i1': () => ({ body: { ...stored, booksInFile } }),
      'POST /api/imports/i1/book': { body: item({ state: 'waiting', plan: null }) },
    });
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Book in the file' }), 'Fog');
    expect(requestsTo('POST /api/imports/i1/book')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Read this book' }));
    await waitFor(() => expect(requestsTo('POST /api/imports/i1/book')[0]?.body).toEqual({ index: 1 }));
  });

  it('saves the plan before the book is made, follows the work, and opens the book', async () => {
    const progress = eventsOf();
    let isMaking = false;
    open({
      'GET /api/imports/i1': ({ headers }) => {
        if (!isMaking) return { body: stored };
        return headers.get('accept') === 'text/event-stream'
          ? { events: progress.events }
          : { body: { ...stored, state: 'making' } };
      },
      'POST /api/imports/i1/make': async () => {
        // Every reply of a server comes later than the render of the one before it.
        await new Promise((resolve) => setTimeout(resolve, 20));
        isMaking = true;
        return { status: 202, body: { ...stored, state: 'making' } };
      },
    });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), '!');
    await userEvent.click(screen.getByRole('button', { name: 'Make the book' }));
    await screen.findByText('Making the book');
    const order = api.requests.map(({ route }) => route).filter((route) => !route.startsWith('GET'));
    expect(order).toEqual(['PUT /api/imports/i1/plan', 'POST /api/imports/i1/make']);
    progress.send('progress', { ...stored, state: 'making', progress: { step: 'make', done: 1, of: 2 } });
    await screen.findByText('Making the book: chapter 2 of 2');
    progress.send('done', { ...stored, state: 'made', bookId: 'b9' });
    await waitFor(() => expect(address()).toBe('/book/b9'));
  });

  it('shows why the book could not be made, and keeps the plan', async () => {
    const why = 'The Free plan includes 1 book in total, which you have used.';
    open({ 'POST /api/imports/i1/make': { status: 403, body: problemBody(403, 'books.allowance_used', why) } });
    await userEvent.click(await screen.findByRole('button', { name: 'Make the book' }));
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'The book could not be made', description: why }]));
    screen.getByRole('list', { name: 'Chapters of the plan' });
  });

  it('shows why making the book was refused later', async () => {
    const error = { code: 'books.quota_used', message: 'Your books have used up the storage of your plan.' };
    open({ 'GET /api/imports/i1': { body: item({ error }) } });
    expect((await screen.findByRole('alert')).textContent).toBe(error.message);
    screen.getByRole('button', { name: 'Make the book' });
  });

  it('shows why a file could not be read', async () => {
    const error = { code: 'imports.protected', message: 'This file is protected by a password.' };
    open({ 'GET /api/imports/i1': { body: item({ state: 'failed', plan: null, error }) } });
    await screen.findByText('This file is protected by a password.');
    expect(screen.getByRole('link', { name: 'Choose another file' }).getAttribute('href')).toBe('/import');
  });

  it('shows an import that was removed', async () => {
    open({ 'GET /api/imports/i1': { status: 404, body: problemBody(404, 'imports.not_found', '') } });
    await screen.findByRole('heading', { name: 'Import Not Found' });
  });
});
