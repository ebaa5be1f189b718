import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { contextChoiceLimits, type SavedContextChoice } from '@inkbear/contracts/ai/context';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { discardAfterSignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { type FakeAnswer, fakeApi, type FakeRequest, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { aiContextQuery } from './ai-context.api.ts';
import { ContextPanel } from './components/context-panel.tsx';
import { useSaveContextChoice } from './context-choice.api.ts';
import { answerSave } from './testing/choice-server.ts';

const part = (id: string, label: string, words: number, more = {}) => ({
  id,
  label,
  text: `${label} text`,
  words,
  tokens: words,
  layer: 'book',
  level: 'full',
  reason: '',
  canExclude: true,
  isExcluded: false,
  canPin: false,
  chapters: [],
  ...more,
});
const get = 'GET /api/ai/context-choice';
const put = 'PUT /api/ai/context-choice';
const unavailable = { status: 503, body: problemBody(503, 'server.unavailable', 'Not now.') };
let api: ReturnType<typeof fakeApi>;
let answers: Parameters<typeof fakeApi>[0];
let client: ReturnType<typeof createQueryClient>;
/** What the server has. */
let stored: SavedContextChoice;
let bookId = 'b0';
beforeEach(() => {
  bookId = `${bookId}x`;
  client = createQueryClient();
  stored = { rev: 0, exclude: [], pin: [] };
  answers = {
    [get]: () => ({ body: stored }),
    [put]: (request) => answerSave(stored, request, (saved) => (stored = saved)),
    'GET /api/ai/context': {
      body: {
        rules: 'The rules.',
        requests: [{ label: 'Rewrite', text: 'Rewrite [the text you ask about].' }],
        parts: [
          part('book', 'The book', 10, { canExclude: false }),
          part('synopsis', 'Synopsis', 40),
          part('chapters:1', 'Chapters 1–2', 20, {
            canExclude: false,
            chapters: [
              { id: 'chapter:1', label: 'Chapter 1: The fog' },
              { id: 'chapter:2', label: 'Chapter 2: The bell' },
            ],
          }),
          part('chapter:3', 'Chapter 3: The lamp', 60, { canPin: true }),
          part('entry:e1', 'Mara Venn', 5, { canPin: true, reason: 'In the plan of the chapter' }),
        ],
        budget: 12_000,
        used: 135,
        model: 'offline',
      },
    },
  };
  api = fakeApi(answers);
});
afterEach(async () => {
  cleanup();
  await discardAfterSignOut();
  api.restore();
});
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const open = () => render(<ContextPanel bookId={bookId} chapterId="c" />, { wrapper });
const total = async () => (await screen.findByText(/ of \d parts$/)).textContent;
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const saved = () => waitFor(() => expect(screen.getByText('Saved')).toBeDefined());
const bodies = () => api.requests.filter(({ route }) => route === put).map(({ body }) => body);

it('shows every part, and saves excluded parts with the book', async () => {
  open();
  expect(await total()).toBe('135 words in 5 of 5 parts');
  for (const text of ['Synopsis text', 'The rules.', 'Rewrite [the text you ask about].'])
    expect(screen.getByText(text)).toBeDefined();
  expect(screen.queryByRole('checkbox', { name: 'The book' })).toBeNull();
  fireEvent.click(box('Synopsis'));
  expect(await total()).toBe('95 words in 4 of 5 parts');
  await saved();
  expect(stored).toEqual({ rev: 1, exclude: ['synopsis'], pin: [] });
  fireEvent.click(box('Synopsis'));
  await waitFor(() => expect(stored).toEqual({ rev: 2, exclude: [], pin: [] }));
});

it('shows the choice that the server has, also one made on another device', async () => {
  stored = { rev: 4, exclude: ['synopsis'], pin: ['chapter:3'] };
  open();
  expect(await total()).toBe('95 words in 4 of 5 parts');
  expect(screen.getByRole('button', { name: /^Pinned: sent in full/ }).getAttribute('aria-pressed')).toBe('true');
});

it('shows what a pinned chapter sends once the pin is saved', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Pin Chapter 3: The lamp, always in full' }));
  expect(
    screen.getByRole('button', { name: 'Pinned: sent in full (Chapter 3: The lamp)' }).getAttribute('aria-pressed'),
  ).toBe('true');
  await waitFor(() => expect(api.requests.filter(({ route }) => route === 'GET /api/ai/context')).toHaveLength(2));
  expect(stored.pin).toEqual(['chapter:3']);
});

it('says why an entry is sent, unless it is excluded, and pins it', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Pin Mara Venn, always' }));
  expect(screen.getByText('In the plan of the chapter')).toBeDefined();
  fireEvent.click(box('Mara Venn'));
  expect(screen.queryByText('In the plan of the chapter')).toBeNull();
  await waitFor(() => expect(stored).toMatchObject({ exclude: ['entry:e1'], pin: ['entry:e1'] }));
});

it('excludes and pins each of the chapters that share a part', async () => {
  open();
  const shared = (await screen.findByText('Chapters 1–2')).closest('li') as HTMLElement;
  expect(within(shared).getByText(/^Choose chapters/)).toBeDefined();
  fireEvent.click(box('Chapter 1: The fog'));
  fireEvent.click(screen.getByRole('button', { name: 'Pin Chapter 2: The bell, always in full' }));
  expect(screen.queryByRole('button', { name: /Chapter 1: The fog/ })).toBeNull();
  await waitFor(() => expect(stored).toMatchObject({ exclude: ['chapter:1'], pin: ['chapter:2'] }));
});

describe('the summaries of a chapter', () => {
  const getSummaries = 'GET /api/ai/summaries';
  const putSummaries = 'PUT /api/ai/summaries';
  const automatic = { line: 'Ann waits.', short: 'Ann waits at the mill.', long: 'Ann waits at the mill all day.' };
  const summaries = {
    rev: 2,
    line: '',
    short: 'Ann lies.',
    long: '',
    automatic,
    automaticBy: 'rules',
    isOutdated: false,
  };
  const summaryRequests = (route: string) => api.requests.filter((request) => request.route === route);
  /** Opens the summaries of chapter 3. jsdom fires no `toggle` event. */
  async function openSummaries() {
    open();
    const summary = await screen.findByText('Edit summary', { selector: 'li:nth-child(4) > details > summary' });
    const details = summary.parentElement as HTMLDetailsElement;
    details.open = true;
    fireEvent(details, new Event('toggle'));
    return await screen.findByRole('form', { name: 'Summaries of Chapter 3: The lamp' });
  }
  const field = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label);

  it('are loaded when they are opened, with the automatic ones where the author wrote nothing', async () => {
    answers[getSummaries] = { body: summaries };
    open();
    await total();
    expect(summaryRequests(getSummaries)).toEqual([]);
    cleanup();
    await openSummaries();
    const shown = ['In one line', 'In short', 'At length'].map((label) => [
      field(label).value,
      field(label).placeholder,
    ]);
    expect(shown).toEqual([
      ['', automatic.line],
      ['Ann lies.', automatic.short],
      ['', automatic.long],
    ]);
    expect(screen.queryByText(/Much of this chapter has changed/)).toBeNull();
  });

  it('save themselves with the revision that was read, and what AI sees is loaded again', async () => {
    answers[getSummaries] = { body: { ...summaries, isOutdated: true } };
    answers[putSummaries] = ({ body }) => ({ body: { ...summaries, ...(body as object), rev: 3 } });
    await openSummaries();
    await screen.findByText(/Much of this chapter has changed/);
    const loads = summaryRequests('GET /api/ai/context').length;
    fireEvent.change(field('In one line'), { target: { value: 'Ann lies to Tom.' } });
    await waitFor(() => expect(summaryRequests(putSummaries)).toHaveLength(1));
    const [save] = summaryRequests(putSummaries);
    expect(save?.headers.get('If-Match')).toBe('"2"');
    expect(save?.body).toEqual({ line: 'Ann lies to Tom.', short: 'Ann lies.', long: '' });
    await waitFor(() => expect(summaryRequests('GET /api/ai/context').length).toBeGreaterThan(loads));
    await waitFor(() => expect(screen.queryByText(/Much of this chapter has changed/)).toBeNull());
  });

  it('are confirmed by saving them again, without a change', async () => {
    answers[getSummaries] = { body: { ...summaries, isOutdated: true } };
    answers[putSummaries] = ({ body }) => ({ body: { ...summaries, ...(body as object), rev: 3 } });
    await openSummaries();
    fireEvent.click(await screen.findByRole('button', { name: 'They are still true' }));
    await waitFor(() => expect(summaryRequests(putSummaries)).toHaveLength(1));
    expect(summaryRequests(putSummaries)[0]?.body).toEqual({ line: '', short: 'Ann lies.', long: '' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'They are still true' })).toBeNull());
  });

  it('show the server’s reason beside a text that it refuses', async () => {
    answers[getSummaries] = { body: summaries };
    const errors = [{ path: 'line', message: 'Too long for AI by about 20 %. Please shorten it.' }];
    answers[putSummaries] = {
      status: 400,
      body: { ...problemBody(400, 'request.invalid', 'Please check the marked fields.'), errors },
    };
    await openSummaries();
    fireEvent.change(field('In one line'), { target: { value: 'Ann lies.' } });
    await screen.findByText('Too long for AI by about 20 %. Please shorten it.');
    expect(field('In one line').getAttribute('aria-invalid')).toBe('true');
    expect(field('In one line').value).toBe('Ann lies.');
  });

  it('are not offered for other parts', async () => {
    open();
    await total();
    expect(screen.getAllByText('Edit summary')).toHaveLength(3);
  });
});

it('saves changes in order, each with the revision of the previous save', async () => {
  const save = answers[put] as (request: FakeRequest) => FakeAnswer;
  answers[put] = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return save(request);
  };
  open();
  await total();
  for (const name of ['Synopsis', 'Mara Venn', 'Synopsis']) fireEvent.click(box(name));
  expect([box('Synopsis').checked, box('Mara Venn').checked]).toEqual([true, false]);
  await saved();
  expect(stored).toMatchObject({ exclude: ['entry:e1'] });
  const revisions = api.requests.filter(({ route }) => route === put).map(({ headers }) => headers.get('If-Match'));
  expect(revisions).toEqual(revisions.map((_, index) => `"${index}"`));
});

it('applies its change to a choice that was saved elsewhere in the meantime', async () => {
  open();
  await total();
  stored = { rev: 7, exclude: ['outline'], pin: [] };
  fireEvent.click(box('Synopsis'));
  await waitFor(() => expect(stored).toEqual({ rev: 8, exclude: ['outline', 'synopsis'], pin: [] }));
});

it('shows that a choice is not saved, and saves the current choice later', async () => {
  const works = answers[put];
  answers[put] = unavailable;
  open();
  await total();
  fireEvent.click(box('Synopsis'));
  await screen.findByText('Not saved. What you changed is still here.');
  expect(box('Synopsis').checked).toBe(false);
  fireEvent.click(box('Mara Venn'));
  await waitFor(() => expect(bodies()).toHaveLength(2));
  await screen.findByText('Not saved. What you changed is still here.');
  answers[put] = works as never;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await saved();
  expect(stored).toEqual({ rev: 1, exclude: ['synopsis', 'entry:e1'], pin: [] });
});

it('saves unsaved changes when the panel opens again', async () => {
  const works = answers[put];
  answers[put] = unavailable;
  open();
  await total();
  fireEvent.click(box('Synopsis'));
  await screen.findByText('Not saved. What you changed is still here.');
  cleanup();
  answers[put] = works as never;
  open();
  await waitFor(() => expect(stored.exclude).toEqual(['synopsis']));
});

it('drops a change that the server refuses for good', async () => {
  answers[put] = { status: 400, body: problemBody(400, 'request.invalid', 'Too many.') };
  open();
  await total();
  fireEvent.click(box('Synopsis'));
  await waitFor(() => expect(box('Synopsis').checked).toBe(true));
});

it('saves the choice before an AI request, which fails if the choice cannot be saved', async () => {
  const works = answers[put];
  answers[put] = unavailable;
  open();
  await total();
  fireEvent.click(box('Synopsis'));
  await screen.findByText('Not saved. What you changed is still here.');
  const { current: saveChoice } = renderHook(() => useSaveContextChoice(bookId), { wrapper }).result;
  await expect(saveChoice()).rejects.toThrow('Your choice of what AI sees could not be saved, so nothing was sent.');
  answers[put] = works as never;
  expect(await act(saveChoice)).toEqual({ exclude: ['synopsis'], pin: [] });
  expect(stored.exclude).toEqual(['synopsis']);
  const sent = api.requests.length;
  await saveChoice();
  expect(api.requests.slice(sent).filter(({ route }) => route.includes('choice'))).toEqual([]);
});

it('offers to load the panel again after a failure', async () => {
  const works = answers[get];
  answers[get] = { status: 403, body: problemBody(403, 'ai.suspended', 'No.') };
  open();
  await screen.findByText('Your choice of what AI sees could not be loaded.');
  answers[get] = works as never;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await total()).toBe('135 words in 5 of 5 parts');
});

it('keeps the list of parts when a later fetch fails', async () => {
  open();
  await total();
  answers['GET /api/ai/context'] = unavailable;
  await act(() => client.refetchQueries({ queryKey: aiContextQuery('c').queryKey }));
  expect(client.getQueryState(aiContextQuery('c').queryKey)?.status).toBe('error');
  expect(await total()).toBe('135 words in 5 of 5 parts');
  expect(screen.queryByText('Your choice of what AI sees could not be loaded.')).toBeNull();
});

it('shows the parts of a server that sends neither chapters nor exclusions', async () => {
  const { body } = answers['GET /api/ai/context'] as { body: { parts: ReturnType<typeof part>[] } };
  const parts = body.parts.map(({ chapters: _chapters, isExcluded: _isExcluded, ...old }) => old);
  answers['GET /api/ai/context'] = { body: { ...body, parts } };
  stored = { rev: 4, exclude: ['synopsis'], pin: [] };
  open();
  expect(await total()).toBe('95 words in 4 of 5 parts');
  expect([box('Synopsis').checked, box('Mara Venn').checked]).toEqual([false, true]);
});

it('says next to a disabled Pin button that no more parts can be pinned', async () => {
  const pins = Array.from({ length: contextChoiceLimits.pin - 1 }, (_, at) => `chapter:old${at}`);
  stored = { rev: 1, exclude: [], pin: pins };
  open();
  await total();
  const pinOf = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
  expect([pinOf(/Mara Venn/).disabled, screen.queryAllByText(/pins are used/)]).toEqual([false, []]);
  fireEvent.click(pinOf(/Chapter 3: The lamp/));
  const itemOf = (name: RegExp) => within(pinOf(name).closest('li') as HTMLElement);
  expect(itemOf(/Mara Venn/).getByText('All 20 pins are used')).toBeDefined();
  expect([pinOf(/Mara Venn/).disabled, pinOf(/Chapter 3: The lamp/).disabled]).toEqual([true, false]);
  expect(itemOf(/Chapter 3: The lamp/).queryByText(/pins are used/)).toBeNull();
});
