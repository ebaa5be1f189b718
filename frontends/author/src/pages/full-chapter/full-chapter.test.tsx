import 'fake-indexeddb/auto';
import { ChangeSet } from '@codemirror/state';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, useRoutes } from 'react-router-dom';
import { manuscriptPort } from '../../features/writing/manuscript-port.ts';
import { resultMemoryOf } from '../../features/proposals/result-memory.ts';
import { documents } from '../../features/writing/tab-documents.ts';
import FullChapterPage from './full-chapter-page.tsx';

const at = '2026-01-01T00:00:00.000Z';
const book = {
  id: 'b1',
  title: 'The Salt Road',
  genre: 'mystery',
  subgenre: '',
  targetAudience: '',
  status: 'active',
  authorName: '',
  penName: '',
  publishingHouse: '',
  outline: 'Mara comes home.',
  synopsis: '',
  introduction: '',
  dedication: '',
  totalChapters: 2,
  completedChapters: 0,
  wordCount: 70_000,
  writtenWords: 5,
  exported: false,
  language: 'EN',
  readbackEnabled: false,
  titleGenerationCount: 0,
  outlineGenerationCount: 0,
  aiSuspended: false,
  canEdit: true,
  createdAt: at,
  updatedAt: at,
};
const chapterOf = (id: string, chapterNumber: number, content: string) => ({
  id,
  bookId: 'b1',
  chapterNumber,
  title: `Part ${chapterNumber}`,
  content,
  wordCount: 0,
  targetWordCount: 2500,
  isComplete: false,
  description: '',
  keyPoints: [],
  parts: [],
  storyDate: null,
  isFlashback: false,
  aiGeneratedCount: 1,
  aiEditCount: 0,
  polishCount: 0,
  rev: 1,
  createdAt: at,
  updatedAt: at,
});
const toasts = collectToasts();
let api: ReturnType<typeof fakeApi>;
let chapterId = '';
let count = 0;
beforeEach(() => {
  chapterId = `chapter-${(count += 1)}`;
});
afterEach(() => {
  cleanup();
  api.restore();
});

function open(
  content: string,
  {
    plan = 'free',
    generated = 0,
    address = `/full-chapter?id=${chapterId}&bookId=b1`,
    choiceSave,
  }: { plan?: 'free' | 'pro_monthly'; generated?: number; address?: string; choiceSave?: { status: number } } = {},
) {
  const chapters = [chapterOf(chapterId, 1, content), chapterOf('other', 2, 'Other words here.')];
  api = fakeApi({
    'GET /api/user': { body: fakeUser },
    'GET /api/user/plan-status': { body: { plan, isActive: plan !== 'free', planEndDate: null } },
    'GET /api/books/b1': { body: book },
    'GET /api/books/b1/chapters': { body: chapters },
    [`GET /api/chapters/${chapterId}`]: { body: chapters[0] },
    'GET /api/ai/limits': {
      body: [
        { limit: 'chapter.edit', used: 2, max: 2, resetsAt: null },
        { limit: 'chapter.generate', used: generated, max: 1, resetsAt: null },
      ],
    },
    'GET /api/ai/context-choice': { body: { rev: 0, exclude: [], pin: [] } },
    'PUT /api/ai/context-choice': choiceSave ?? (({ body }) => ({ body: { rev: 1, ...(body as object) } })),
    [`PATCH /api/chapters/${chapterId}`]: { body: { ...chapters[0], rev: 2 } },
  });
  const Pages = () =>
    useRoutes([
      { path: '/full-chapter', element: <FullChapterPage /> },
      { path: '/dashboard', element: <p>the dashboard</p> },
    ]);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <Pages />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const editor = () => screen.queryByRole('textbox', { name: 'Part 1, text' });

describe('FullChapterPage', () => {
  it.each(['/full-chapter', '/full-chapter?id=c1', '/full-chapter?bookId=b1'])(
    'shows an error with a way back for %s',
    async (address) => {
      open('', { address });
      expect(screen.getByRole('alert').textContent).toContain('Invalid ChapterChapter ID or Book ID is missing.');
      fireEvent.click(await button('Go Back'));
      expect(screen.getByText('the dashboard')).toBeDefined();
    },
  );

  it('shows “Chapter Not Found” with a link to the book for a chapter that the book does not have', async () => {
    open('', { address: '/full-chapter?id=deleted&bookId=b1' });
    const error = await screen.findByRole('alert');
    expect(error.textContent).toContain('Chapter Not FoundIt is not in this book. It may be in the trash.');
    expect(within(error).getByRole('link', { name: 'Back to Editor' }).getAttribute('href')).toBe('/book/b1');
  });

  it('shows a chapter in read mode with its plan, its book and all chapters', async () => {
    open('Mara found the letter.', { generated: 1 });
    await button('Edit');
    expect(screen.getByRole('article', { name: 'Part 1, text' }).textContent).toBe('Mara found the letter.');
    expect(editor()).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to Editor' }).getAttribute('href')).toBe('/book/b1');
    expect(within(screen.getByRole('region', { name: 'Book Context' })).getByText('Mara comes home.')).toBeDefined();
    expect(
      within(screen.getByRole('region', { name: 'All Chapters' }))
        .getByRole('link', { name: /Part 2/ })
        .getAttribute('href'),
    ).toBe('/full-chapter?id=other&bookId=b1');
    const planning = within(screen.getByRole('region', { name: 'Chapter Planning' }));
    await waitFor(() => expect([planning.getByText('1/1'), planning.getByText('2/2')]).toHaveLength(2));
    expect(screen.getByText('4 words')).toBeDefined();
    fireEvent.click(
      within(screen.getByRole('region', { name: 'Read Aloud' })).getByRole('button', { name: 'Read aloud' }),
    );
    expect(toasts.at(-1)).toMatchObject({
      title: 'Not Supported',
      description: 'Text-to-speech is not supported in your browser',
    });
  });

  it('opens an empty chapter in edit mode and refuses to generate it without Pro', async () => {
    open('');
    await button('Save');
    expect(editor()).not.toBeNull();
    await waitFor(() => {
      fireEvent.click(screen.getByRole('button', { name: 'Generate' }));
      expect(toasts.at(-1)).toMatchObject({
        title: 'Pro Required',
        description: 'Chapter generation requires a Pro subscription.',
      });
    });
    expect(api.requests.some(({ route }) => route.includes('generate'))).toBe(false);
  });

  it('offers to generate only under 100 characters', async () => {
    open('x'.repeat(100));
    await button('Edit');
    expect(screen.queryByRole('button', { name: 'Generate' })).toBeNull();
  });

  it('shows duration and remaining uses, and disables Generate when none remain', async () => {
    open('', { plan: 'pro_monthly', generated: 1 });
    await screen.findByText(/^0 of 1 generation left for this chapter/);
    expect(screen.getByText(/about 2,500 words .*, in about a minute/)).toBeDefined();
    expect((await button('Generate')).disabled).toBe(true);
  });

  it('shows the save state', async () => {
    open('');
    fireEvent.click(await button('Save'));
    const queue = await documents.acquire(
      fakeUser.id,
      `chapter:${chapterId}`,
      manuscriptPort({ kind: 'chapter', id: chapterId }),
    );
    act(() => queue.edit(ChangeSet.of({ from: 0, insert: 'Mine.' }, 0)));
    await screen.findByText('Unsaved changes');
    await act(() => queue.flush());
    await screen.findByText('Saved!');
    documents.release(fakeUser.id, `chapter:${chapterId}`);
  });

  describe('generating', () => {
    const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    /** Streams the events and then keeps the response open, or replies with JSON once the promise resolves. */
    async function generate(answer: readonly string[] | Promise<object>) {
      Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
      open('', { plan: 'pro_monthly' });
      const answers = globalThis.fetch;
      globalThis.fetch = async (input, init) => {
        const plain = await answers(input, init);
        if (!String(input).includes('generate-chapter')) return plain;
        if (answer instanceof Promise) return Response.json(await answer);
        const body = new ReadableStream<Uint8Array>({
          start: (control) => {
            for (const each of answer) control.enqueue(new TextEncoder().encode(each));
            init?.signal?.addEventListener('abort', () => control.error(new DOMException('stopped', 'AbortError')));
          },
        });
        return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
      };
      await button('Save');
      await waitFor(() => {
        fireEvent.click(screen.getByRole('button', { name: 'Generate' }));
        expect(screen.getByText('Writing the chapter…')).toBeDefined();
      });
      await waitFor(() => expect(api.requests.some(({ route }) => route.includes('generate'))).toBe(true));
    }
    const prose = () => screen.findByRole('article', { name: 'Part 1, text' });

    it('sends the choice of what AI sees first, and does not offer the result again as a saved result', async () => {
      const choice = { exclude: ['synopsis'], pin: [] };
      localStorage.setItem('inkbear-ai-context:b1', JSON.stringify(choice));
      await generate(
        Promise.resolve({
          content: 'Mara came.',
          wordCount: 2,
          parts: null,
          analysis: { characters: [] },
          resultId: 'r1',
          limits: [],
        }),
      );
      expect((await prose()).textContent).toBe('Mara came.');
      expect(toasts.at(-1)).toMatchObject({ title: 'Chapter Generated!', description: 'Generated 2 words for Part 1' });
      const sent = api.requests.filter(({ route }) => /PUT .*context-choice|generate/.test(route));
      expect(sent.map(({ body }) => body)).toMatchObject([choice, { targetWords: 2500, context: choice }]);
      expect(resultMemoryOf(fakeUser.id).isDone('r1')).toBe(true);
    });

    it('generates nothing when the choice of what AI sees could not be saved', async () => {
      localStorage.setItem('inkbear-ai-context:b1', JSON.stringify({ exclude: ['synopsis'], pin: [] }));
      open('', { plan: 'pro_monthly', choiceSave: { status: 503 } });
      await button('Save');
      await waitFor(() => {
        fireEvent.click(screen.getByRole('button', { name: 'Generate' }));
        expect(toasts.at(-1)).toMatchObject({
          title: 'Generation Failed',
          description: 'Your choice of what AI sees could not be saved, so nothing was sent. Please try again.',
        });
      });
      expect(api.requests.some(({ route }) => route.includes('generate'))).toBe(false);
      localStorage.removeItem('inkbear-ai-context:b1');
    });

    it('keeps the result beside the chapter while a save conflict is open', async () => {
      let reply: (value: object) => void = () => undefined;
      await generate(
        new Promise<object>((resolve) => {
          reply = resolve;
        }),
      );
      const queue = await documents.acquire(
        fakeUser.id,
        `chapter:${chapterId}`,
        manuscriptPort({ kind: 'chapter', id: chapterId }),
      );
      const answers = globalThis.fetch;
      const theirs = { ...chapterOf(chapterId, 1, 'Theirs.'), rev: 2 };
      globalThis.fetch = (input, init) => {
        if (init?.method === 'PATCH')
          return Promise.resolve(Response.json(problemBody(412, 'books.stale_revision', 'Stale.'), { status: 412 }));
        return String(input).endsWith(`/api/chapters/${chapterId}`)
          ? Promise.resolve(Response.json(theirs, { headers: { ETag: '"2"' } }))
          : answers(input, init);
      };
      act(() => queue.edit(ChangeSet.of({ from: 0, insert: 'Mine.' }, 0)));
      await act(() => queue.flush());
      reply({
        content: 'Mara came.',
        wordCount: 2,
        parts: null,
        analysis: { characters: [] },
        resultId: 'r2',
        limits: [],
      });
      await waitFor(() => expect(toasts.at(-1)?.title).toBe('Choose a version first'));
      expect([queue.text.toString(), resultMemoryOf(fakeUser.id).isDone('r2')]).toEqual(['Mine.', false]);
      globalThis.fetch = answers;
      fireEvent.click(await button('Keep your version'));
      expect(document.activeElement?.closest('.cm-content')).not.toBeNull();
      await screen.findByText('The chapter is written. It is not in your text yet.');
      fireEvent.click(await button('Insert into the chapter'));
      expect(queue.text.toString()).toContain('Mara came.');
      expect(resultMemoryOf(fakeUser.id).isDone('r2')).toBe(true);
      documents.release(fakeUser.id, `chapter:${chapterId}`);
    });

    it('inserts the result below text that was typed meanwhile, and Undo reverts only the result', async () => {
      let reply: (value: object) => void = () => undefined;
      await generate(
        new Promise<object>((resolve) => {
          reply = resolve;
        }),
      );
      expect(api.requests.find(({ route }) => route.includes('generate'))?.body).toMatchObject({ askedRev: 1 });
      const queue = await documents.acquire(
        fakeUser.id,
        `chapter:${chapterId}`,
        manuscriptPort({ kind: 'chapter', id: chapterId }),
      );
      act(() => {
        queue.applyExternalEdit(ChangeSet.of({ from: 0, insert: 'Mine.' }, 0));
      });
      reply({
        content: 'Mara came.',
        wordCount: 2,
        parts: null,
        analysis: { characters: [] },
        resultId: 'r3',
        limits: [],
      });
      await waitFor(() =>
        expect(toasts.at(-1)).toMatchObject({ title: 'Chapter Generated!', action: { label: 'Undo' } }),
      );
      expect(queue.text.toString()).toBe('Mine.\n\nMara came.');
      act(() => toasts.at(-1)?.action?.run());
      expect(queue.text.toString()).toBe('Mine.');
      documents.release(fakeUser.id, `chapter:${chapterId}`);
    });

    it('keeps the partial text when it is stopped, ready to be inserted', async () => {
      await generate([event('delta', { text: 'Mara ' }), event('delta', { text: 'came' })]);
      await screen.findByText('Mara came');
      fireEvent.click(
        within(screen.getByRole('region', { name: 'The chapter is being written' })).getByRole('button', {
          name: 'Stop',
        }),
      );
      await screen.findByText('Stopped. The text so far is kept here.');
      fireEvent.click(await button('Insert into the chapter'));
      expect((await prose()).textContent).toBe('Mara came');
      expect(toasts.at(-1)).toMatchObject({ title: 'Accepted', action: { label: 'Undo' } });
      expect(screen.queryByRole('button', { name: 'Insert into the chapter' })).toBeNull();
    });

    it('keeps the partial text and the reason when it fails', async () => {
      await generate([
        event('delta', { text: 'Mara ' }),
        event('error', problemBody(502, 'ai.provider_failed', 'The AI did not answer.')),
      ]);
      await button('Insert into the chapter');
      expect(screen.getByText('The AI did not answer.')).toBeDefined();
      expect(toasts.at(-1)).toMatchObject({ title: 'Generation Failed', tone: 'destructive' });
      fireEvent.click(await button('Discard'));
      expect(screen.queryByRole('button', { name: 'Insert into the chapter' })).toBeNull();
      expect(document.querySelector('.cm-line')?.textContent).not.toContain('Mara');
    });
  });

  it('returns to read mode after saving', async () => {
    open('Once upon a time.');
    fireEvent.click(await button('Edit'));
    expect(editor()).not.toBeNull();
    fireEvent.click(await button('Save'));
    await button('Edit');
    expect(toasts.at(-1)).toMatchObject({ title: 'Saved!', description: 'Chapter saved successfully.' });
  });
});
