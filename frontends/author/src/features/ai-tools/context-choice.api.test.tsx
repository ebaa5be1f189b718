import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { contextChoiceLimits, type SavedContextChoice } from '@inkbear/contracts/ai/context';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { discardAfterSignOut, saveEverything } from '@inkbear/web-kit/sign-out-guard.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { type FakeAnswer, fakeApi, type FakeRequest, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { streamChapterText } from '../proposals/chapter-proposals.api.ts';
import { aiContextQuery } from './ai-context.api.ts';
import { type ChoiceChange, useContextChoice, useSaveContextChoice } from './context-choice.api.ts';
import { answerSave } from './testing/choice-server.ts';

const get = 'GET /api/ai/context-choice';
const put = 'PUT /api/ai/context-choice';
const polish = 'POST /api/ai/polish-chapter';
const unsavedText = 'Your choice of what AI sees could not be saved, so nothing was sent. Please try again.';
const refused = { status: 400, body: problemBody(400, 'request.invalid', 'Too many.') };
const unavailable = { status: 503, body: problemBody(503, 'server.unavailable', 'Not now.') };
const exclude = (partId: string): ChoiceChange => ({ list: 'exclude', partId, isOn: true });
const pin = (partId: string): ChoiceChange => ({ list: 'pin', partId, isOn: true });

const toasts = collectToasts();
let api: ReturnType<typeof fakeApi>;
let answers: Parameters<typeof fakeApi>[0];
let client: ReturnType<typeof createQueryClient>;
/** What the server has. */
let stored: SavedContextChoice;
let bookId = 'b0';
const save = (request: FakeRequest): FakeAnswer => answerSave(stored, request, (saved) => (stored = saved));
beforeEach(() => {
  bookId = `${bookId}x`;
  client = createQueryClient();
  stored = { rev: 0, exclude: [], pin: [] };
  answers = {
    [get]: () => ({ body: stored }),
    [put]: save,
    [polish]: { body: { polished_content: 'x', resultId: 'r', limits: [] } },
  };
  api = fakeApi(answers);
});
afterEach(async () => {
  cleanup();
  api.restore();
  localStorage.clear();
  jest.restoreAllMocks();
  await discardAfterSignOut();
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const sent = (route: string) => api.requests.filter((request) => request.route === route);
async function open() {
  const { result } = renderHook(() => ({ panel: useContextChoice(bookId), saveChoice: useSaveContextChoice(bookId) }), {
    wrapper,
  });
  await waitFor(() => expect(result.current.panel.choice).toBeDefined());
  const change = (next: ChoiceChange) => act(() => result.current.panel.change(next));
  const polishChapter = () =>
    streamChapterText({
      book: { id: bookId, title: 'Ink', genre: 'mystery' },
      chapter: { id: 'c', title: 'One', description: '', chapterNumber: 1 },
      hasDetailedOutline: false,
      saveChoice: result.current.saveChoice,
    })(
      { kind: 'polish', option: null, description: '', passage: null, content: 'Text.' },
      { signal: new AbortController().signal, onDelta: () => undefined, onRestart: () => undefined },
    );
  return { view: result, change, polishChapter };
}

it('sends the stored context choice with an AI request', async () => {
  stored = { rev: 4, exclude: ['outline'], pin: ['chapter:1'] };
  const { change, polishChapter } = await open();
  change(exclude('synopsis'));
  await polishChapter();
  expect(sent(polish).map(({ body }) => body)).toMatchObject([
    { context: { exclude: ['outline', 'synopsis'], pin: ['chapter:1'] } },
  ]);
  expect(Object.keys((sent(polish)[0]?.body as { context: object }).context)).toEqual(['exclude', 'pin']);
});

it.each([
  ['in the same tick as the change', false],
  ['while the change is being saved', true],
])('sends no AI request that was started %s when the server refuses the change', async (_when, isLater) => {
  let reply: (answer: FakeAnswer) => void = () => undefined;
  answers[put] = () => new Promise((resolve) => (reply = resolve));
  const { view, change, polishChapter } = await open();
  change(exclude('synopsis'));
  if (isLater) await waitFor(() => expect(sent(put)).toHaveLength(1));
  const request = polishChapter();
  await waitFor(() => expect(sent(put)).toHaveLength(1));
  reply(refused);
  await expect(request).rejects.toThrow(unsavedText);
  expect(sent(polish)).toEqual([]);
  expect(toasts).toMatchObject([{ title: 'Your choice was not saved', description: 'Too many.' }]);
  await waitFor(() => expect(view.current.panel.state).toBe('saved'));
  await polishChapter();
  expect(sent(polish)).toHaveLength(1);
});

it('shows that a change was refused although the panel is closed', async () => {
  answers[put] = unavailable;
  const { view, change, polishChapter } = await open();
  change(exclude('synopsis'));
  await waitFor(() => expect(view.current.panel.state).toBe('failed'));
  cleanup();
  answers[put] = refused;
  await expect(polishChapter()).rejects.toThrow(unsavedText);
  expect(toasts).toMatchObject([{ title: 'Your choice was not saved' }]);
});

it.each([
  ['503', unavailable],
  ['404 of a server without the route', { status: 404, body: problemBody(404, 'request.not_found', 'Not Found') }],
])('keeps a change after %s, and sends no AI request until it is saved', async (_name, failure) => {
  answers[put] = failure;
  const { view, change, polishChapter } = await open();
  change(exclude('synopsis'));
  await waitFor(() => expect(view.current.panel.state).toBe('failed'));
  await expect(polishChapter()).rejects.toThrow(unsavedText);
  expect([sent(polish), toasts, view.current.panel.choice?.exclude]).toEqual([[], [], ['synopsis']]);
  answers[put] = save;
  await act(polishChapter);
  expect(stored.exclude).toEqual(['synopsis']);
});

it('drops the change of a book that no longer exists', async () => {
  answers[put] = { status: 404, body: problemBody(404, 'books.not_found', 'Book not found') };
  const { view, change } = await open();
  change(exclude('synopsis'));
  await waitFor(() => expect(toasts).toMatchObject([{ title: 'Your choice was not saved' }]));
  await waitFor(() => expect(view.current.panel.choice?.exclude).toEqual([]));
});

it('saves exclusions although the server refuses the pins of the same save', async () => {
  const { view, change } = await open();
  const full = Array.from({ length: contextChoiceLimits.pin }, (_, at) => `entry:${at}`);
  // Pinned on another device in the meantime.
  stored = { rev: 5, exclude: [], pin: full };
  for (const next of [exclude('synopsis'), pin('chapter:1')]) change(next);
  await waitFor(() => expect(stored).toEqual({ rev: 6, exclude: ['synopsis'], pin: full }));
  await waitFor(() => expect(view.current.panel).toMatchObject({ state: 'saved', choice: { pin: full } }));
  expect(toasts).toMatchObject([{ title: 'Your pins were not saved', description: 'Too many.' }]);
});

it.each([
  ['a save', false],
  ['the migration of a choice from the device', true],
])('aborts %s after a timeout without a reply, so that it can be retried', async (_name, isMigration) => {
  const timeouts: AbortController[] = [];
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    expect(ms).toBe(20_000);
    const control = new AbortController();
    timeouts.push(control);
    return control.signal;
  });
  const { change, polishChapter } = await open();
  answers[put] = () => new Promise(() => undefined);
  if (isMigration)
    localStorage.setItem(`inkbear-ai-context:${bookId}`, JSON.stringify({ exclude: ['synopsis'], pin: [] }));
  else change(exclude('synopsis'));
  const request = polishChapter();
  const isRejected = expect(request).rejects.toThrow(unsavedText);
  // The save of the panel runs before that of the request; the migration is retried once.
  for (const count of [1, 2]) {
    await waitFor(() => expect(sent(put)).toHaveLength(count));
    for (const control of timeouts) control.abort(new DOMException('timed out', 'TimeoutError'));
  }
  await isRejected;
  answers[put] = save;
  await act(polishChapter);
  expect([stored.exclude, sent(polish).length]).toEqual([['synopsis'], 1]);
});

it('saves unsaved changes before a sign-out or a reload', async () => {
  answers[put] = unavailable;
  const { view, change } = await open();
  expect(await saveEverything()).toBe(true);
  change(exclude('synopsis'));
  await waitFor(() => expect(view.current.panel.state).toBe('failed'));
  cleanup();
  expect(await saveEverything()).toBe(false);
  answers[put] = save;
  expect(await saveEverything()).toBe(true);
  expect(stored.exclude).toEqual(['synopsis']);
  const count = api.requests.length;
  expect([await saveEverything(), api.requests.length]).toEqual([true, count]);
});

it('refetches what AI sees after a choice was migrated from the device, and only then', async () => {
  const { queryKey } = aiContextQuery('c');
  const isStale = () => client.getQueryState(queryKey)?.isInvalidated;
  client.setQueryData(queryKey, { parts: [] } as never);
  await open();
  expect(isStale()).toBe(false);
  cleanup();
  localStorage.setItem(`inkbear-ai-context:${bookId}`, JSON.stringify({ exclude: ['synopsis'], pin: [] }));
  await open();
  await waitFor(() => expect(stored.exclude).toEqual(['synopsis']));
  await waitFor(() => expect(isStale()).toBe(true));
});
