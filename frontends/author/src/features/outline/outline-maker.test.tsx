import { afterEach, describe, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { discardAfterSignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { eventsOf, fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import type { Book } from '@inkbear/contracts/books/book';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { OutlineMaker } from './components/outline-maker.tsx';

const toasts = collectToasts();
const planned = {
  overview: 'A mystery.',
  targetAudience: 'Adults',
  chapters: [{ number: 1, title: 'The lamp', description: 'It goes out.', keyPoints: ['Ida'] }],
  resultId: 'r1',
  limits: [],
};
const text = 'A mystery.\n\nTarget audience: Adults\n\nChapter 1: The lamp\nIt goes out.\n- Ida';
/** The outline as the server has it. */
let stored = '';
let api: ReturnType<typeof fakeApi>;
afterEach(async () => {
  cleanup();
  api.restore();
  await discardAfterSignOut();
});

function open(
  outline: string,
  answers: Parameters<typeof fakeApi>[0],
  plan: { plan: string; isActive: boolean } = { plan: 'pro_monthly', isActive: true },
) {
  stored = outline;
  const book = { id: 'b', title: 'The Salt Road', genre: 'mystery', outline } as Book;
  api = fakeApi({
    'GET /api/user': { body: fakeUser },
    'GET /api/user/plan-status': { body: { ...plan, planEndDate: null } },
    'GET /api/ai/limits': { body: [{ limit: 'book.outline', used: 1, max: 3, resetsAt: null }] },
    'GET /api/books/b': () => ({ body: { ...book, outline: stored } }),
    'PUT /api/books/b': ({ body }) => {
      const { outline: wanted, seen } = body as { outline: string; seen: { outline: string } };
      if (stored !== seen.outline) return { status: 412, body: problemBody(412, 'books.stale_revision', 'Stale.') };
      return { body: { ...book, outline: (stored = wanted) } };
    },
    ...answers,
  });
  const client = createQueryClient();
  const panel = () =>
    render(
      <QueryClientProvider client={client}>
        <OutlineMaker book={book} />
      </QueryClientProvider>,
    );
  return { ...panel(), reopen: panel };
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const sent = (route: string) => api.requests.filter((request) => request.route === route).map(({ body }) => body);
const generate = 'POST /api/ai/generate-outline';
const regenerate = 'POST /api/ai/regenerate-outline';

describe('OutlineMaker', () => {
  it('generates and saves the outline of a book without one', async () => {
    open('', { [generate]: { body: planned } });
    await screen.findByText(/2 of 3 outlines left for this book/);
    await press('Generate outline');
    await waitFor(() => expect(toasts.at(-1)?.title).toBe('Outline Generated!'));
    expect(sent(generate)).toEqual([{ title: 'The Salt Road', genre: 'mystery', targetLength: 50_000, bookId: 'b' }]);
    expect(sent('PUT /api/books/b')).toMatchObject([{ outline: text }]);
  });

  it('replaces an existing outline only after the new one is accepted', async () => {
    open('An old plan.', { [generate]: { body: planned } });
    await press('Generate outline');
    await press('Before');
    expect(screen.getByRole('group', { name: 'Proposed outline, text' }).textContent).toBe('An old plan.');
    await press('Changes');
    expect(document.querySelector('del')).not.toBeNull();
    expect(sent('PUT /api/books/b')).toEqual([]);
    await press('Discard');
    await screen.findByRole('button', { name: 'Generate outline' });
    expect(sent('PUT /api/books/b')).toEqual([]);
  });

  it('allows two retries for one request, and none for a saved outline', async () => {
    open('An old plan.', { [generate]: { body: planned } });
    await press('Generate outline');
    for (let tries = 0; tries < 2; tries += 1) {
      await press('Try again');
      await waitFor(() => expect(sent(generate)).toHaveLength(tries + 2));
    }
    await screen.findByRole('button', { name: 'Accept outline' });
    expect(sent(generate).map((body) => (body as { variantOf?: string }).variantOf)).toEqual([undefined, 'r1', 'r1']);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('lists saved outlines, however many other results the book has', async () => {
    const { resultId, limits: _limits, ...kept } = planned;
    const row = { resultId, kind: 'outline', createdAt: '2026-11-20T10:00:00.000Z', text: JSON.stringify(kept) };
    const others = Array(100).fill({ ...row, kind: 'rewrite' });
    open('', {
      'GET /api/ai/results': ({ query }) => ({ body: query.get('kind') === 'outline' ? [row] : others }),
    });
    await screen.findByText('Saved outlines (1)');
  });

  it('shows the parts of an outline as they arrive, and saves it once it is complete', async () => {
    const { events, send } = eventsOf();
    open('', { [generate]: { events } });
    await press('Generate outline');
    await screen.findByText(/Planning the chapters/);
    send('partial', { value: { overview: 'A mystery.', targetAudience: 'Adults' } });
    const region = await screen.findByRole('region', { name: 'Outline so far' });
    expect([region.textContent, sent('PUT /api/books/b')]).toEqual(['A mystery.\n\nTarget audience: Adults', []]);
    send('done', planned);
    await waitFor(() => expect(sent('PUT /api/books/b')).toMatchObject([{ outline: text }]));
  });

  it('regenerates from notes and saves when accepted', async () => {
    open('An old plan.', { [regenerate]: { body: planned } });
    fireEvent.change(await screen.findByLabelText(/What should be different/), { target: { value: 'Fewer lamps' } });
    await press('Regenerate outline');
    await press('Accept outline');
    await waitFor(() => expect(toasts.at(-1)?.title).toBe('Outline Regenerated!'));
    expect(sent(regenerate)).toEqual([
      { bookId: 'b', title: 'The Salt Road', genre: 'mystery', userNotes: 'Fewer lamps' },
    ]);
    expect(sent('PUT /api/books/b')).toMatchObject([{ outline: text }]);
  });

  it.each([
    [generate, 'Generate outline', 'Outline Generation Failed'],
    [regenerate, 'Regenerate outline', 'Failed to regenerate outline'],
  ])('shows an error when %s fails', async (route, button, title) => {
    open('An old plan.', { [route]: { status: 502, body: problemBody(502, 'ai.bad_reply', 'Not usable.') } });
    await screen.findByText('Regenerate with your notes');
    await press(button);
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title, description: 'Failed to generate outline. Please try again.', tone: 'destructive' },
      ]),
    );
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to generate outline. Please try again.');
  });

  it('refuses to regenerate on an ended plan and hides it on the free plan', async () => {
    open('An old plan.', {}, { plan: 'pro_oneoff', isActive: false });
    await press('Regenerate outline');
    expect(toasts).toMatchObject([{ title: 'Pro Required' }]);
    expect(sent(regenerate)).toEqual([]);
    cleanup();
    api.restore();
    open('An old plan.', {}, { plan: 'free', isActive: false });
    await screen.findByRole('button', { name: 'Generate outline' });
    expect(screen.queryByText('Regenerate outline')).toBeNull();
  });

  it('offers Undo for an accepted outline, but not over later edits', async () => {
    open('An old plan.', { [generate]: { body: planned } });
    await press('Generate outline');
    await press('Accept outline');
    await waitFor(() => expect(stored).toBe(text));
    await waitFor(() => expect(toasts.at(-1)?.action?.label).toBe('Undo'));
    const { action } = toasts.at(-1)!;
    action?.run();
    await waitFor(() => expect([stored, toasts.at(-1)?.title]).toEqual(['An old plan.', 'Outline Restored']));
    stored = 'Another plan.';
    action?.run();
    await waitFor(() => expect(toasts.at(-1)?.title).toBe('Your outline has changed in the meantime'));
    expect(stored).toBe('Another plan.');
  });

  it('does not overwrite a concurrently edited outline', async () => {
    open('', {
      [generate]: () => {
        stored = 'From another tab.';
        return { body: planned };
      },
    });
    await press('Generate outline');
    await screen.findByRole('button', { name: 'Accept outline' });
    await waitFor(() => expect(toasts.at(-1)?.title).toBe('Your outline has changed in the meantime'));
    expect(stored).toBe('From another tab.');
  });

  it('keeps notes, proposal and a running request when the panel closes', async () => {
    let answer: (value: { body: object }) => void = () => undefined;
    const first = open('An old plan.', {
      [regenerate]: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    fireEvent.change(await screen.findByLabelText(/What should be different/), { target: { value: 'Fewer lamps' } });
    first.unmount();
    const second = first.reopen();
    expect(screen.getByLabelText<HTMLTextAreaElement>(/What should be different/).value).toBe('Fewer lamps');
    expect(screen.getByText('Regenerate with your notes').closest('details')?.open).toBe(true);
    await press('Regenerate outline');
    await waitFor(() => expect(sent(regenerate)).toHaveLength(1));
    second.unmount();
    const third = first.reopen();
    await screen.findByText(/Planning the chapters/);
    third.unmount();
    answer({ body: planned });
    const fourth = first.reopen();
    await screen.findByRole('button', { name: 'Accept outline' });
    fourth.unmount();
    first.reopen();
    await press('Accept outline');
    await waitFor(() => expect([stored, toasts.at(-1)?.title]).toEqual([text, 'Outline Regenerated!']));
  });

  it('saves the first outline even when the panel is closed', async () => {
    let answer: (value: { body: object }) => void = () => undefined;
    const { unmount } = open('', {
      [generate]: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    await press('Generate outline');
    await waitFor(() => expect(sent(generate)).toHaveLength(1));
    unmount();
    answer({ body: planned });
    await waitFor(() => expect([stored, toasts.at(-1)?.title]).toEqual([text, 'Outline Generated!']));
  });

  it('keeps the proposal when saving fails', async () => {
    open('', {
      [generate]: { body: planned },
      'PUT /api/books/b': { status: 503, body: problemBody(503, 'server.unavailable', 'Busy.') },
    });
    await press('Generate outline');
    await screen.findByRole('button', { name: 'Accept outline' });
    expect(toasts.at(-1)).toMatchObject({ title: 'The outline could not be saved', description: 'Busy.' });
  });
});
