import 'fake-indexeddb/auto';
import { ChangeSet } from '@codemirror/state';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { guardUnpersisted } from '@inkbear/web-kit/page-unload.ts';
import { fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useRoutes } from 'react-router-dom';
import { manuscriptPort } from '../../features/writing/manuscript-port.ts';
import { discardAfterSignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { lastChapter } from '../../features/chapters/last-chapter.ts';
import { documents } from '../../features/writing/tab-documents.ts';
import skeletons from '../../skeletons.tsx';
import DashboardPage from './dashboard-page.tsx';

const book = {
  id: 'b1',
  title: 'The Salt Road',
  genre: 'historical-fiction',
  subgenre: '',
  targetAudience: '',
  status: 'active',
  totalChapters: 1,
  wordCount: 70_000,
  writtenWords: 12,
  canEdit: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const progress = {
  days: [],
  wordsToday: 0,
  wordsThisWeek: 0,
  streakDays: 0,
  wordsPerDay: 300,
  remainingWords: 6000,
  finishDate: '2026-12-11',
};
const allowance = { plan: 'free', used: 0, max: 1, credits: 0, renewsAt: null, refusal: null };
let api: ReturnType<typeof fakeApi>;
const toasts = collectToasts();
// Preloads lazily loaded dialogs, because these tests do not test loading times.
beforeAll(() =>
  Promise.all([import('../../features/books/components/book-menu.tsx'), import('./dashboard-dialogs.tsx')]),
);
afterEach(async () => {
  cleanup();
  api.restore();
  localStorage.clear();
  await discardAfterSignOut();
});

const Pages = () =>
  useRoutes([
    { path: '/dashboard', element: <DashboardPage /> },
    { path: '/book/:id', element: <p>the book</p> },
  ]);
function open(answers: Parameters<typeof fakeApi>[0], plan: 'free' | 'pro_monthly' = 'free') {
  api = fakeApi({
    'GET /api/user': { body: fakeUser },
    'GET /api/user/plan-status': { body: { plan, isActive: plan !== 'free', planEndDate: null } },
    'GET /api/books': { body: [] },
    'GET /api/personal-stories': { body: [] },
    'GET /api/trash': { body: [] },
    'GET /api/books/b1/progress': { body: progress },
    'GET /api/books/allowance': { body: allowance },
    ...answers,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/dashboard']}>
        <Pages />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;

describe('DashboardPage', () => {
  it('shows a new author one sentence, one action and one example', async () => {
    open({});
    await screen.findByText('Your first book begins with a title');
    expect(screen.getByText(/For example: The Salt Road/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Create your first book' })).toBeDefined();
    await waitFor(() =>
      expect([fact('Total Books'), fact('Plan Status'), fact('AI Tools'), fact('Community')]).toEqual([
        '0',
        'Free',
        'Active',
        'Coming Soon',
      ]),
    );
    expect(screen.queryByText('Personal Stories')).toBeNull();
    expect((screen.getByText('Upgrade for Access').closest('button') as HTMLButtonElement).disabled).toBe(true);
  });

  it('renders the same skeleton before and during loading, without active controls', () => {
    const never = () => new Promise<never>(() => undefined);
    open({ 'GET /api/user': never, 'GET /api/user/plan-status': never, 'GET /api/books': never });
    const parts = (page: Element | null) =>
      [...(page?.querySelectorAll('h1, h2, dl, [role=list], [class*=Placeholder], [class*=card]') ?? [])].map(
        ({ tagName, className }) => `${tagName} ${className}`,
      );
    const waiting = parts(document.querySelector('[class*=page]'));
    cleanup();
    const { container } = render(
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>{skeletons['/dashboard']}</MemoryRouter>
      </QueryClientProvider>,
    );
    container.querySelectorAll('template').forEach((template) => template.remove());
    expect(parts(container)).toEqual(waiting);
    expect(waiting.length).toBeGreaterThan(6);
    expect(
      [...container.querySelectorAll('a, button, input, [tabindex]')].filter(
        (element) => element.closest('[inert]') === null,
      ),
    ).toEqual([]);
  });

  it('lists and counts books and stories', async () => {
    open(
      {
        'GET /api/books': { body: [book, { ...book, id: 'b2', title: 'Fog', status: null }] },
        'GET /api/personal-stories': {
          body: [
            {
              id: 's1',
              title: 'My first job',
              storyType: 'life-milestone',
              wordCount: 300,
              targetWordCount: 500,
              isComplete: false,
              content: '',
              createdAt: book.createdAt,
              updatedAt: book.updatedAt,
            },
          ],
        },
      },
      'pro_monthly',
    );
    const link = await screen.findByRole('link', { name: 'Continue Writing The Salt Road' });
    expect(link.getAttribute('href')).toBe('/book/b1');
    const row = link.closest('li') as HTMLElement;
    for (const text of ['Historical Fiction', '1 chapter', 'Active', '12 words'])
      expect(within(row).getByText(text)).toBeDefined();
    expect(screen.getByText('Draft', { selector: '#root *, li:nth-child(2) *' })).toBeDefined();
    await waitFor(() => expect([fact('Total Books'), fact('Plan Status')]).toEqual(['3', 'Pro']));
    expect(screen.getByText('Life Milestone')).toBeDefined();
  });

  it('shows the author’s writing days after the first book', async () => {
    const user = { body: { ...fakeUser, stats: { streakDays: 1, wordsToday: 1, wordsThisWeek: 1204 } } };
    open({ 'GET /api/user': user, 'GET /api/books': { body: [book] } });
    await screen.findByText('1 word');
    expect([fact('Today'), fact('This week'), fact('Streak')]).toEqual(['1 word', '1,204 words', '1 day']);
    cleanup();
    api.restore();
    open({});
    await screen.findByText('Your first book begins with a title');
    expect([screen.getByText('Good to see you, Ada.'), screen.queryByText('Streak')]).toEqual([
      expect.anything(),
      null,
    ]);
  });

  it('shows the last open chapter, its last words and the expected finish date', async () => {
    lastChapter.save('b1', 'c2');
    open({
      'GET /api/books': { body: [book] },
      'GET /api/chapters/c2': {
        body: {
          id: 'c2',
          chapterNumber: 2,
          title: 'Low Water',
          wordCount: 1204,
          content: 'It rained.\n\nShe waited. The tide turned.',
        },
      },
    });
    await screen.findByText(/^Chapter 2: Low Water/);
    expect(screen.getByText('The tide turned.', { selector: 'blockquote' })).toBeDefined();
    expect(screen.getByText('1,204 words')).toBeDefined();
    await screen.findByText(
      'At your current pace of about 300 words a day, you will finish the remaining 6,000 by 11 December 2026.',
    );
    expect(screen.getByRole('link', { name: 'Continue writing' }).getAttribute('href')).toBe('/book/b1');
  });

  it('explains an ended one-off plan and marks read-only books', async () => {
    open({
      'GET /api/books': { body: [{ ...book, canEdit: false }] },
      'GET /api/user/plan-status': {
        body: { plan: 'pro_oneoff', isActive: false, planEndDate: '2026-11-01T00:00:00.000Z', exportUntil: null },
      },
      'GET /api/billing/subscription': {
        body: {
          plan: 'pro_oneoff',
          isActive: false,
          source: 'paid',
          planEndDate: '2026-11-01T00:00:00.000Z',
          subscription: null,
        },
      },
    });
    await screen.findByText(/Books created with it are read-only and can still be exported\./);
    expect(
      within(
        screen.getByRole('link', { name: 'Continue Writing The Salt Road' }).closest('li') as HTMLElement,
      ).getByText('Read-only'),
    ).toBeDefined();
    expect([screen.getByRole('link', { name: 'Read' }), screen.getByText('Pro One-off, ended')]).toHaveLength(2);
  });

  it('shows no total while a count is unknown, and an error when stories fail to load', async () => {
    open({
      'GET /api/books': { body: [book] },
      'GET /api/personal-stories': { status: 503, body: problemBody(503, 'server.unavailable', 'busy') },
    });
    await screen.findByText('Your Personal Stories could not be loaded. Nothing in them is affected.', {
      exact: false,
    });
    expect(fact('Total Books')).toBe('–');
  });

  it('shows the number of trashed items and the first deadline', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 - 1000).toISOString();
    const item = { id: 't', kind: 'book', itemId: 'b', title: 'Fog', deletedAt: book.createdAt };
    open({
      'GET /api/trash': {
        body: [
          { ...item, purgeAt: inDays(20) },
          { ...item, id: 't2', purgeAt: inDays(5) },
        ],
      },
    });
    expect((await screen.findByText(/2 items can be restored\./)).textContent).toContain(
      'The next one is deleted in 5 days.',
    );
  });

  it('refuses to delete a book with unsaved text in a closed chapter', async () => {
    open({
      'GET /api/books': { body: [book] },
      'GET /api/chapters/c9': { body: { rev: 1, content: '' } },
      'PATCH /api/chapters/c9': { status: 403, body: problemBody(403, 'plan.read_only', 'Read only.') },
      'DELETE /api/books/b1': { body: { message: 'gone' } },
    });
    const queue = await documents.acquire(fakeUser.id, 'chapter:c9', manuscriptPort({ kind: 'chapter', id: 'c9' }));
    queue.edit(ChangeSet.of({ from: 0, insert: 'Mine.' }, 0));
    const remove = async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'More for The Salt Road' }));
      await userEvent.click(await screen.findByText('Move to trash'));
    };
    await remove();
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({ title: 'The book could not be deleted', tone: 'destructive' }),
    );
    expect(toasts.at(-1)?.description).toContain('not saved yet');
    expect(api.requests.some(({ route }) => route === 'DELETE /api/books/b1')).toBe(false);
    await documents.abandonAll();
  });

  it.each([
    ['belong to it', { body: [{ id: 'c9' }] }, false],
    [
      'may belong to it: its chapters cannot be read',
      { status: 503, body: problemBody(503, 'server.unavailable', 'busy') },
      false,
    ],
    ['belong to another book', { body: [{ id: 'c1' }] }, true],
  ])('deletes a book unless unsaved text from an earlier visit %s', async (_owner, chapters, isDeleted) => {
    const unrecovered = jest
      .spyOn(documents, 'unsentDocuments')
      .mockResolvedValue({ ids: ['chapter:c9'], isComplete: true });
    open({
      'GET /api/books': { body: [book] },
      'GET /api/books/b1/chapters': chapters,
      'DELETE /api/books/b1': { body: { message: 'gone' } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'More for The Salt Road' }));
    await userEvent.click(await screen.findByText('Move to trash'));
    await waitFor(() =>
      expect(toasts.at(-1)?.title).toBe(isDeleted ? 'Moved to the trash' : 'The book could not be deleted'),
    );
    expect(api.requests.some(({ route }) => route === 'DELETE /api/books/b1')).toBe(isDeleted);
    unrecovered.mockRestore();
  });

  it('deletes no book when the session has ended before its chapters are read, and asks for a sign-in', async () => {
    const unrecovered = jest
      .spyOn(documents, 'unsentDocuments')
      .mockResolvedValue({ ids: ['chapter:c9'], isComplete: true });
    const stop = guardUnpersisted(() => true);
    open({
      'GET /api/books': { body: [book] },
      'GET /api/books/b1/chapters': { status: 401, body: problemBody(401, 'auth.signed_out', 'You are logged out.') },
      'DELETE /api/books/b1': { body: { message: 'gone' } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'More for The Salt Road' }));
    await userEvent.click(await screen.findByText('Move to trash'));
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['You are logged out']));
    expect(api.requests.some(({ route }) => route === 'DELETE /api/books/b1')).toBe(false);
    stop();
    unrecovered.mockRestore();
  });

  it('moves a book to the trash and restores it on Undo', async () => {
    let books = [book];
    open({
      'GET /api/books': () => ({ body: books }),
      'GET /api/trash': {
        body: [
          {
            id: 't1',
            kind: 'book',
            itemId: 'b1',
            title: book.title,
            deletedAt: book.createdAt,
            purgeAt: book.createdAt,
          },
        ],
      },
      'DELETE /api/books/b1': () => {
        books = [];
        return { body: { message: 'gone' } };
      },
      'POST /api/trash/t1/restore': () => {
        books = [book];
        return { body: { message: 'The book is back.' } };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'More for The Salt Road' }));
    await userEvent.click(await screen.findByText('Move to trash'));
    await screen.findByText('Your first book begins with a title');
    expect(toasts.at(-1)?.title).toBe('Moved to the trash');
    act(() => toasts.at(-1)?.action?.run());
    await screen.findByRole('link', { name: 'The Salt Road' });
  });

  it('shows an error when books fail to load, and retries', async () => {
    let tries = 0;
    open({
      'GET /api/books': () =>
        (tries += 1) <= 2 ? { status: 503, body: problemBody(503, 'server.unavailable', 'busy') } : { body: [book] },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: 'The Salt Road' });
  });
});

describe('daily goal', () => {
  const today = { body: { ...fakeUser, stats: { streakDays: 3, wordsToday: 320, wordsThisWeek: 900 } } };
  it('is set, stored on this device and shown as reached', async () => {
    open({ 'GET /api/user': today, 'GET /api/books': { body: [book] } });
    await userEvent.click(await screen.findByRole('button', { name: 'Set a daily goal' }));
    const field = screen.getByLabelText('Words a day');
    await userEvent.clear(field);
    await userEvent.type(field, '10');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await userEvent.type(field, '00{Enter}');
    expect([
      screen.getByText(/^680 of 1,000 words to go\./),
      screen.getByRole('progressbar').getAttribute('aria-valuetext'),
    ]).toEqual([expect.anything(), '320 of 1,000 words']);
    cleanup();
    api.restore();
    open({
      'GET /api/user': { body: { ...fakeUser, stats: { ...today.body.stats, wordsToday: 1000 } } },
      'GET /api/books': { body: [book] },
    });
    await screen.findByText(/^Goal of 1,000 words reached\./);
    await userEvent.click(screen.getByRole('button', { name: 'Change the goal' }));
    await userEvent.click(screen.getByRole('button', { name: 'No goal' }));
    expect([screen.queryByRole('progressbar'), localStorage.length]).toEqual([null, 0]);
  });
});

describe('new book form', () => {
  const openForm = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Create your first book' }));
    return screen.findByRole('form', { name: 'New book' });
  };
  const fill = async () => {
    await userEvent.type(screen.getByLabelText('Title'), 'The Salt Road');
    await userEvent.selectOptions(screen.getByLabelText('Genre'), 'fantasy');
  };
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Create book' }));

  it('opens with the focus in the title, and returns the focus to its button', async () => {
    open({});
    await openForm();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')));
    await userEvent.keyboard('{Escape}');
    const button = screen.getByRole('button', { name: 'Create your first book', hidden: true });
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('shows missing title and genre next to their fields', async () => {
    open({});
    await openForm();
    expect(screen.queryByText('Title is required')).toBeNull();
    await send();
    expect(screen.getByText('Title is required')).toBeDefined();
    expect(screen.getByText('Genre is required')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Title'));
    expect(within(screen.getByLabelText('Genre')).getAllByRole('option')).toHaveLength(34);
    await userEvent.type(screen.getByLabelText('Title'), 'A');
    expect(screen.queryByText('Title is required')).toBeNull();
    expect(api.requests.some(({ route }) => route === 'POST /api/books')).toBe(false);
  });

  it('offers the subgenres of the genre, and 70,000 words by default', async () => {
    open({});
    await openForm();
    expect(screen.queryByLabelText(/Subgenre/)).toBeNull();
    await fill();
    expect(within(screen.getByLabelText(/Subgenre/)).getByText('Epic Fantasy')).toBeDefined();
    expect(screen.getByLabelText<HTMLSelectElement>('Length').value).toBe('70000');
  });

  it('retries with the same idempotency key, then opens the book', async () => {
    let tries = 0;
    open({
      'POST /api/books': () => {
        if ((tries += 1) === 1) throw new TypeError('Failed to fetch');
        return { status: 201, body: { ...book, id: 'new' } };
      },
    });
    await openForm();
    await fill();
    await send();
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to create book. Please try again.');
    await send();
    await screen.findByText('the book');
    const posts = api.requests.filter(({ route }) => route === 'POST /api/books');
    expect(posts).toHaveLength(2);
    expect(posts[0]?.headers.get('idempotency-key')).toBe(posts[1]?.headers.get('idempotency-key'));
    expect(posts[0]?.body).toEqual({
      title: 'The Salt Road',
      genre: 'fantasy',
      subgenre: '',
      targetAudience: '',
      wordCount: '70000',
      outline: '',
    });
    expect(toasts.at(-1)?.title).toBe('Book Created!');
  });

  it('shows the remaining books, or why none remain', async () => {
    open({});
    await openForm();
    await screen.findByText('The Free plan includes 1 book in total, which you have not used yet.');
    cleanup();
    api.restore();
    open({
      'GET /api/books/allowance': {
        body: { ...allowance, used: 1, refusal: 'The Free plan includes 1 book in total, which you have used.' },
      },
    });
    await openForm();
    expect((await screen.findByText(/which you have used\./)).querySelector('a')?.getAttribute('href')).toBe(
      '/pricing',
    );
  });

  it('keeps the draft when the form closes and clears it after creation', async () => {
    open({ 'POST /api/books': { status: 201, body: { ...book, id: 'new' } } });
    await openForm();
    await fill();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await openForm();
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('The Salt Road');
    await userEvent.click(screen.getByRole('button', { name: 'Clear the form' }));
    expect([
      screen.getByLabelText<HTMLInputElement>('Title').value,
      screen.queryByRole('button', { name: 'Clear the form' }),
    ]).toEqual(['', null]);
    await fill();
    await send();
    expect(screen.getByText('Creating Your Book...')).toBeDefined();
    await screen.findByText('the book');
    cleanup();
    api.restore();
    open({});
    await openForm();
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('');
  });

  it('shows the server’s message when it refuses', async () => {
    open({
      'POST /api/books': { status: 403, body: problemBody(403, 'books.allowance_used', 'The free plan has one book.') },
    });
    await openForm();
    await fill();
    await send();
    expect((await screen.findByRole('alert')).textContent).toBe('The free plan has one book.');
  });
});
