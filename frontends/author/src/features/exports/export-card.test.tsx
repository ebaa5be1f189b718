import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Book } from '@inkbear/contracts/books/book';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { ExportCard } from './components/export-card.tsx';

const book = { id: 'b1', title: 'Winter/1' } as Book;
const route = 'POST /api/books/b1/export/pdf';
const pro = { plan: 'pro_monthly', isActive: true, planEndDate: null, exportUntil: null };
const toasts = collectToasts();
let api: ReturnType<typeof fakeApi>;
let saved: string[];
const saveFirst = jest.fn<() => Promise<boolean>>();
beforeEach(() => {
  saved = [];
  saveFirst.mockReset().mockResolvedValue(true);
  Object.assign(URL, { createObjectURL: () => 'blob:pdf', revokeObjectURL: () => undefined });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  api.restore();
});

function open(answer: Parameters<typeof fakeApi>[0][string], plan: object = pro) {
  api = fakeApi({ 'GET /api/user': { body: fakeUser }, 'GET /api/user/plan-status': { body: plan }, [route]: answer });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ExportCard book={book} chapterId="c1" saveFirst={saveFirst} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const sent = () => api.requests.filter((request) => request.route === route).map(({ body }) => body);
const offered = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);

describe('ExportCard', () => {
  it.each([
    ['Ebook PDF', { chapterOnly: false, subFormat: 'ebook', chapterId: null }, 'Winter 1.pdf'],
    ['Paperback PDF', { chapterOnly: false, subFormat: 'paperback', chapterId: null }, 'Winter 1.pdf'],
    ['This chapter', { chapterOnly: true, subFormat: 'ebook', chapterId: 'c1' }, 'Winter 1-chapter.pdf'],
  ])('saves %s under its file name and shows a toast for ten seconds', async (name, body, fileName) => {
    open({ body: {} });
    await press(name);
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'PDF Export Complete!', durationMs: 10_000 }]));
    expect([sent(), saved, saveFirst.mock.calls.length]).toEqual([[body], [fileName], 1]);
  });

  it.each([
    [
      { status: 503, body: problemBody(503, 'export.busy', 'Many books are being made right now.') },
      'Many books are being made right now.',
    ],
    [
      { status: 500, body: problemBody(500, 'export.failed', 'Failed to export PDF') },
      'Please try again. Reference: test',
    ],
    [
      { status: 500, body: problemBody(500, 'server.internal', 'Something went wrong on our side. Please try again.') },
      'Something went wrong on our side. Please try again. Reference: test',
    ],
    [new TypeError('Failed to fetch'), 'Please try again.'],
  ])('shows in a toast why it failed, or what to do', async (answer, description) => {
    open(answer);
    await press('Ebook PDF');
    await waitFor(() =>
      expect(toasts).toMatchObject([{ title: 'Failed to export PDF', description, tone: 'destructive' }]),
    );
    expect(saved).toEqual([]);
  });

  it('shows only the sign-in toast when the session has ended', async () => {
    open({ status: 401, body: problemBody(401, 'auth.signed_out', 'You are logged out. Logging in again...') });
    await press('Ebook PDF');
    await waitFor(() =>
      expect(toasts).toMatchObject([{ title: 'Unauthorized', description: 'You are logged out. Logging in again...' }]),
    );
  });

  it('saves first and does not export unsaved text', async () => {
    saveFirst.mockResolvedValue(false);
    open({ body: {} });
    await press('Ebook PDF');
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title: 'Failed to export PDF', description: expect.stringContaining('not saved yet') },
      ]),
    );
    expect(sent()).toEqual([]);
  });
});

describe('cancelling an export', () => {
  const ebook = async () => await screen.findByRole<HTMLButtonElement>('button', { name: 'Ebook PDF' });
  /** Starts an export from the keyboard. */
  const start = async () => {
    const button = await ebook();
    button.focus();
    fireEvent.click(button);
    (await screen.findByRole('button', { name: 'Cancel' })).focus();
    expect(button.disabled).toBe(true);
    return button;
  };

  it('shows the elapsed seconds, aborts the request and shows no error', async () => {
    open(() => new Promise(() => undefined));
    const button = await start();
    await screen.findByText('0 s');
    expect(screen.getByRole('status').textContent).toBe('Making the PDF');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(api.aborted).toEqual([]);
    await press('Cancel');
    await waitFor(() => expect(button.disabled).toBe(false));
    expect(api.aborted.map((request) => request.route)).toEqual([route]);
    expect([toasts, saved, screen.queryByRole('button', { name: 'Cancel' })]).toEqual([[], [], null]);
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('sends no request when it is cancelled while the text is being saved', async () => {
    let finishSaving: (isSaved: boolean) => void = () => undefined;
    saveFirst.mockReturnValue(new Promise((resolve) => (finishSaving = resolve)));
    open({ body: {} });
    const button = await start();
    await press('Cancel');
    await waitFor(() => expect(button.disabled).toBe(false));
    await act(async () => finishSaving(true));
    expect([sent(), toasts, saved]).toEqual([[], [], []]);
  });

  it('does not prevent another export', async () => {
    let isFirst = true;
    open(() => {
      if (!isFirst) return { body: {} };
      isFirst = false;
      return new Promise(() => undefined);
    });
    const button = await start();
    await waitFor(() => expect(sent()).toHaveLength(1));
    await press('Cancel');
    await waitFor(() => expect(button.disabled).toBe(false));
    await press('Ebook PDF');
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'PDF Export Complete!' }]));
    expect([sent().length, saved]).toEqual([2, ['Winter 1.pdf']]);
  });
});

describe('exports by plan', () => {
  const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString();
  it.each([
    ['an active plan', pro, ['Ebook PDF', 'Paperback PDF', 'This chapter']],
    ['an ended one-off', { ...pro, plan: 'pro_oneoff', isActive: false }, ['Ebook PDF', 'Paperback PDF']],
    [
      'a monthly that has just ended',
      { ...pro, plan: 'free', isActive: false, exportUntil: inTenDays },
      ['Ebook PDF', 'Paperback PDF', 'This chapter'],
    ],
  ])('%s: %j', async (_name, plan, expected) => {
    open({ body: {} }, plan);
    await screen.findByRole('button', { name: 'Ebook PDF' });
    expect(offered()).toEqual(expected);
    expect(screen.queryByText(/you can export until/) !== null).toBe(plan.plan === 'free');
  });

  it.each([[null], ['2026-01-01T00:00:00.000Z']])(
    'offers no export on the free plan, with a link to the plans (export until %s)',
    async (exportUntil) => {
      open({ body: {} }, { plan: 'free', isActive: false, planEndDate: null, exportUntil });
      expect((await screen.findByRole('link', { name: 'See plans' })).getAttribute('href')).toBe('/pricing');
      expect(offered()).toEqual([]);
    },
  );
});
