import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { EditorView } from '@codemirror/view';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useRoutes } from 'react-router-dom';
import { lastChapter } from '../../features/chapters/last-chapter.ts';
import { chapterToolMemory } from './tool-list.ts';
import BookPage from './book-page.tsx';
import FullChapterPage from '../full-chapter/full-chapter-page.tsx';

const at = '2026-01-01T00:00:00.000Z';
const book = {
  id: 'b1',
  title: 'The Salt Road',
  genre: 'mystery',
  subgenre: '',
  status: 'active',
  outline: '',
  synopsis: '',
  dedication: '',
  wordCount: 70_000,
  writtenWords: 0,
  language: 'EN',
  canEdit: true,
  createdAt: at,
  updatedAt: at,
};
const missing = { status: 404, body: problemBody(404, 'books.not_found', 'Book Not Found') };
const signedOut = { status: 401, body: problemBody(401, 'auth.signed_out', 'You are logged out. Logging in again...') };
const toasts = collectToasts();
let api: ReturnType<typeof fakeApi>;
let chapterId = '';
let count = 0;
beforeEach(() => {
  chapterId = `chapter-${(count += 1)}`;
  // jsdom has no layout, but CodeMirror asks for it.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
});
afterEach(() => {
  cleanup();
  api.restore();
});

const chapterOf = (id: string, chapterNumber: number) => ({
  id,
  bookId: 'b1',
  chapterNumber,
  title: `Part ${chapterNumber}`,
  content: '',
  wordCount: 0,
  targetWordCount: 2500,
  isComplete: false,
  description: '',
  keyPoints: [],
  beats: [],
  storyDate: null,
  isFlashback: false,
  aiGeneratedCount: 0,
  aiEditCount: 0,
  polishCount: 0,
  rev: 1,
  createdAt: at,
  updatedAt: at,
});

/** The chapter as it is in the chapter list. */
const itemOf = ({ content: _text, ...item }: ReturnType<typeof chapterOf>) => item;

function open(address: string, answers: Parameters<typeof fakeApi>[0]) {
  const chapter = chapterOf(chapterId, 1);
  api = fakeApi({
    'GET /api/user': { body: fakeUser },
    'GET /api/user/plan-status': {
      body: { plan: 'pro_monthly', isActive: true, planEndDate: null, exportUntil: null },
    },
    'GET /api/books/b1': { body: book },
    'GET /api/books/b1/chapters': { body: [itemOf(chapter)] },
    [`GET /api/chapters/${chapterId}`]: { body: chapter },
    'GET /api/ai/limits': { body: [] },
    'GET /api/ai/context-choice': { body: { rev: 0, exclude: [], pin: [] } },
    ...answers,
  });
  const Pages = () =>
    useRoutes([
      { path: '/book/:id', element: <BookPage /> },
      { path: '/full-chapter', element: <FullChapterPage /> },
    ]);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <Pages />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** Collects what would open the sign-in page, which jsdom cannot. */
function catchLeaving(): { leaving: unknown[]; stop: () => void } {
  const later = window.setTimeout;
  const leaving: unknown[] = [];
  window.setTimeout = ((run: TimerHandler, ms?: number) =>
    ms === 500 ? leaving.push(run) : later(run, ms)) as typeof window.setTimeout;
  return { leaving, stop: () => void (window.setTimeout = later) };
}

describe('a text whose load finds the session ended, although its book is cached', () => {
  it.each([['/book/b1'], [null]])('leads to the sign-in page (%s)', async (address) => {
    const { leaving, stop } = catchLeaving();
    open(address ?? page(), { [`GET /api/chapters/${chapterId}`]: signedOut });
    expect((await screen.findByRole('alert')).textContent).toContain('You are logged out. Sign in, then try again.');
    expect([leaving.length, toasts.map(({ title }) => title), screen.queryByText(/did not answer/)]).toEqual([
      1,
      ['Unauthorized'],
      null,
    ]);
    stop();
  });
});

describe('a missing book, or a book of someone else', () => {
  it.each(['/book/b1', '/full-chapter?id=c1&bookId=b1'])(
    'shows Book Not Found on %s after one request, with a link to the dashboard',
    async (address) => {
      open(address, { 'GET /api/books/b1': missing, 'GET /api/books/b1/chapters': missing });
      expect((await screen.findByRole('alert')).textContent).toContain('Book Not Found');
      expect(screen.getByRole('link', { name: 'Back to the dashboard' }).getAttribute('href')).toBe('/dashboard');
      expect(api.requests.filter(({ route }) => route === 'GET /api/books/b1')).toHaveLength(1);
    },
  );

  it('shows a different error when the server does not answer', async () => {
    open('/book/b1', { 'GET /api/books/b1': { status: 503, body: problemBody(503, 'server.unavailable', 'busy') } });
    await screen.findByText('This book could not be loaded');
    expect(screen.queryByText('Book Not Found')).toBeNull();
  });
});

const editorView = () =>
  waitFor(
    () =>
      EditorView.findFromDOM(document.querySelector<HTMLElement>('.cm-editor') ?? document.body) ??
      Promise.reject(new Error('There is no editor yet.')),
  );
const page = () => `/full-chapter?id=${chapterId}&bookId=b1`;

it.each([['/book/b1'], [null]])(
  'explains a read-only book of an ended plan and links to the plans (%s)',
  async (address) => {
    open(address ?? page(), { 'GET /api/books/b1': { body: { ...book, canEdit: false } } });
    const notice = await screen.findByText(
      /Your one-off plan has ended, so this book is read-only\. You can still export it\./,
    );
    expect(notice.querySelector('a')?.getAttribute('href')).toBe('/pricing');
    expect([(await editorView()).state.readOnly, document.querySelector('.cm-placeholder')]).toEqual([true, null]);
  },
);

it('shows no read-only notice for an editable book', async () => {
  open(page(), {});
  await screen.findByRole('button', { name: 'Save' });
  expect([screen.queryByText(/read-only/), document.querySelector('.cm-placeholder')?.textContent]).toEqual([
    null,
    'Begin where you like. Everything is saved as you write.',
  ]);
});

it.each([
  ['Chapter 1', ['Chapter 1']],
  ['Low Water', ['Low Water']],
])('a chapter titled %s has one heading of the first level', async (title, headings) => {
  const chapter = { ...chapterOf(chapterId, 1), title };
  open('/book/b1', {
    'GET /api/books/b1/chapters': { body: [itemOf(chapter)] },
    [`GET /api/chapters/${chapterId}`]: { body: chapter },
  });
  await editorView();
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual(headings);
});

describe('BookEditor', () => {
  const analysis = {
    detailed: false,
    characters: [],
    chapterCount: 1,
    describedChapters: 0,
    estimatedWords: 2500,
    gaps: [],
  };

  it.each([
    [{ detailed: true }, 'Enhanced Generate'],
    [{ characters: ['Ida'] }, 'Enhanced Generate'],
    [{}, 'Generate chapter'],
  ])('for an outline with %j offers the button “%s”', async (found, name) => {
    chapterToolMemory.save(fakeUser.id, 'ai');
    open('/book/b1', { 'GET /api/books/b1/outline-analysis': { body: { ...analysis, ...found } } });
    await screen.findByRole('button', { name });
    chapterToolMemory.save(fakeUser.id, null);
  });

  it('remembers another opened chapter and refetches book, chapters, analysis and text', async () => {
    const [first, second] = [chapterOf(chapterId, 1), chapterOf(`${chapterId}-next`, 2)];
    open('/book/b1', {
      'GET /api/books/b1/chapters': { body: [first, second].map(itemOf) },
      [`GET /api/chapters/${second.id}`]: { body: { ...second, content: 'Low water.' } },
      'GET /api/books/b1/outline-analysis': { body: analysis },
    });
    await screen.findByRole('textbox', { name: 'Part 1, text' });
    api.requests.length = 0;
    fireEvent.click(screen.getByRole('button', { name: 'Next chapter' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Part 2, text' }).textContent).toBe('Low water.'));
    await waitFor(() =>
      expect(api.requests.map(({ route }) => route)).toEqual(
        expect.arrayContaining([
          'GET /api/books/b1',
          'GET /api/books/b1/chapters',
          'GET /api/books/b1/outline-analysis',
          `GET /api/chapters/${second.id}`,
        ]),
      ),
    );
    expect(lastChapter.read('b1')).toBe(second.id);
  });

  it('requests the text of each opened chapter once, and no other text', async () => {
    const chapters = [1, 2, 3].map((number) => chapterOf(`${chapterId}-${number}`, number));
    const textRoutes = chapters.map(({ id }) => `GET /api/chapters/${id}`);
    open('/book/b1', {
      'GET /api/books/b1/chapters': { body: chapters.map(itemOf) },
      'GET /api/books/b1/outline-analysis': { body: analysis },
      ...Object.fromEntries(chapters.map((chapter, index) => [textRoutes[index], { body: chapter }])),
    });
    const requested = () => api.requests.map(({ route }) => route);
    await screen.findByRole('textbox', { name: 'Part 1, text' });
    const before = requested().length;
    fireEvent.click(screen.getByRole('button', { name: 'Next chapter' }));
    await screen.findByRole('textbox', { name: 'Part 2, text' });
    // The other requests of an opening have been sent by then, too.
    await waitFor(() => expect(requested().slice(before)).toContain('GET /api/books/b1/outline-analysis'));
    expect(requested().filter((route) => route.startsWith('GET /api/chapters/'))).toEqual(textRoutes.slice(0, 2));
  });

  it('opens the chapter that the address names, and then another one that the author opens', async () => {
    const chapters = [1, 2, 3].map((number) => chapterOf(`${chapterId}-${number}`, number));
    const [first, second] = chapters.map(({ id }) => id);
    lastChapter.save('b1', String(first));
    open(`/book/b1?chapter=${second}`, {
      'GET /api/books/b1/chapters': { body: chapters.map(itemOf) },
      'GET /api/books/b1/outline-analysis': { body: analysis },
      ...Object.fromEntries(chapters.map((chapter) => [`GET /api/chapters/${chapter.id}`, { body: chapter }])),
    });
    await screen.findByRole('textbox', { name: 'Part 2, text' });
    expect(lastChapter.read('b1')).toBe(second);
    fireEvent.click(screen.getByRole('button', { name: 'Next chapter' }));
    await screen.findByRole('textbox', { name: 'Part 3, text' });
  });

  it('opens the remembered chapter when the address names one that the book does not have', async () => {
    const [first, second] = [chapterOf(`${chapterId}-1`, 1), chapterOf(`${chapterId}-2`, 2)];
    lastChapter.save('b1', second.id);
    open('/book/b1?chapter=deleted', {
      'GET /api/books/b1/chapters': { body: [first, second].map(itemOf) },
      'GET /api/books/b1/outline-analysis': { body: analysis },
      [`GET /api/chapters/${second.id}`]: { body: second },
    });
    await screen.findByRole('textbox', { name: 'Part 2, text' });
  });
});

describe('FullChapterPage', () => {
  const type = async (insert: string) => {
    await screen.findByRole('button', { name: 'Save' });
    const view = await editorView();
    act(() => view.dispatch({ changes: { from: 0, insert }, userEvent: 'input.type' }));
  };

  it('shows only the sign-in toast when a save finds the session ended', async () => {
    open(page(), { [`PATCH /api/chapters/${chapterId}`]: signedOut, [`PUT /api/chapters/${chapterId}`]: signedOut });
    const { leaving, stop } = catchLeaving();
    await type('Mara came.');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title: 'Unauthorized', description: 'You are logged out. Logging in again...', tone: 'destructive' },
      ]),
    );
    expect(screen.getByRole('button', { name: 'Save' })).toBeDefined();
    expect(leaving).toHaveLength(1);
    stop();
  });

  it('shows an error and stays in edit mode when a save is refused', async () => {
    const refused = { status: 403, body: problemBody(403, 'plan.read_only', 'This book is read-only.') };
    open(page(), { [`PATCH /api/chapters/${chapterId}`]: refused, [`PUT /api/chapters/${chapterId}`]: refused });
    await type('Mara came.');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({
        title: 'Error',
        description: 'Failed to save chapter.',
        tone: 'destructive',
      }),
    );
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  });

  it.each([
    [{ status: 500, body: '' }, 'Failed to generate chapter content.'],
    [{ status: 502, body: problemBody(502, 'ai.provider_failed', 'The AI did not answer.') }, 'The AI did not answer.'],
  ])('shows the reason when generation fails: %j', async (answer, description) => {
    open(page(), { 'POST /api/ai/generate-chapter': answer });
    await waitFor(() => {
      fireEvent.click(screen.getByRole('button', { name: 'Generate' }));
      expect(toasts.at(-1)).toMatchObject({ title: 'Generation Failed', description, tone: 'destructive' });
    });
  });
});

describe('book sidebar and tools', () => {
  afterEach(() => localStorage.clear());
  const sidebar = () => screen.queryByRole('complementary', { name: 'Book and chapters' });

  it('hides and shows the book sidebar, remembers it on this device and moves the focus', async () => {
    open('/book/b1', {});
    await editorView();
    fireEvent.click(screen.getByRole('button', { name: 'Hide book and chapters' }));
    expect(sidebar()).toBeNull();
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Book and chapters'));
    cleanup();
    api.restore();
    open('/book/b1', {});
    await editorView();
    expect(sidebar()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Book and chapters' }));
    expect(sidebar()).not.toBeNull();
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Hide book and chapters'));
    expect(screen.queryByRole('button', { name: 'Book and chapters' })).toBeNull();
  });

  it('remembers whether the book details are open', async () => {
    const details = () => screen.getByText('Book details').closest('details');
    open('/book/b1', {});
    await editorView();
    expect(details()?.open).toBe(false);
    fireEvent.click(screen.getByText('Book details'));
    await waitFor(() => expect(localStorage.getItem('inkbear-book-details')).toBe('open'));
    cleanup();
    api.restore();
    open('/book/b1', {});
    await editorView();
    expect(details()?.open).toBe(true);
  });

  it('shows an error in the AI tools when the plan fails to load, and retries', async () => {
    chapterToolMemory.save(fakeUser.id, 'ai');
    let isDown = true;
    open('/book/b1', {
      'GET /api/user/plan-status': () =>
        isDown
          ? { status: 503, body: problemBody(503, 'server.unavailable', 'busy') }
          : { body: { plan: 'free', isActive: false, planEndDate: null, exportUntil: null } },
    });
    await screen.findByText(/Your plan could not be loaded\./);
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('AI Tools (Pro Required)');
  });
});
