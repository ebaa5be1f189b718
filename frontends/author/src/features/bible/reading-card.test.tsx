import { afterEach, describe, expect, it } from '@jest/globals';
import type { ProviderReading } from '@inkbear/contracts/bible/suggestion';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { type FakeAnswer, fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { sessionQuery, userKeys } from '@inkbear/web-kit/session.tsx';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { ReadingCard } from './components/reading-card.tsx';
import { useReadChapters } from './reading.api.ts';

let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});
const toasts = collectToasts();

const reading = 'POST /api/ai/reading';
const setting = 'PUT /api/books/b1/bible';
const estimate = 'GET /api/ai/reading/estimate';
const bible = (providerReading: ProviderReading) => ({
  providerReading,
  counts: { entries: 0, facts: 0, relations: 0, proposals: 0, findings: 0 },
  chapters: [],
});
const outcome = (chapterId: string, more: object = {}) => ({
  chapterId,
  state: 'read',
  proposals: 0,
  contradictions: 0,
  ...more,
});

const Card = () => <ReadingCard bookId="b1" reading={useReadChapters('b1')} />;

/** @param isActive whether the plan is active; null before the plan is loaded */
function open(answers: Parameters<typeof fakeApi>[0] = {}, isActive: boolean | null = true) {
  api = fakeApi({
    'GET /api/ai/status': { body: { provider: 'openai-responses', model: 'm' } },
    'GET /api/books/b1/bible': { body: bible('asked') },
    [estimate]: { body: { chapterIds: ['c1', 'c2'], tokens: 6600, percentOfDay: 2 } },
    ...answers,
  });
  const client = createQueryClient();
  if (isActive === null) client.setQueryData(sessionQuery.queryKey, fakeUser);
  else client.setQueryData(userKeys.planStatus(), { isActive });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Card />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const sent = (route: string) => api.requests.filter((request) => request.route === route).map(({ body }) => body);
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const choose = async (value: ProviderReading) =>
  fireEvent.change(await screen.findByLabelText(/May AI read your chapters/), { target: { value } });

describe('ReadingCard', () => {
  it('says what a reading costs, reads the changed chapters, and says what was found', async () => {
    open({
      [reading]: {
        body: {
          chapters: [outcome('c1', { proposals: 3 }), outcome('c2', { state: 'changed' })],
          tokens: 6000,
          stopped: null,
        },
      },
    });
    expect(
      await screen.findByText(/2 chapters changed since the last reading: about 2% of your daily AI allowance\./),
    ).toBeDefined();
    await press('Read 2 chapters with AI');
    expect(
      await screen.findByText('1 chapter read, 3 new suggestions. 1 chapter changed meanwhile and can be read again.'),
    ).toBeDefined();
    expect(sent(reading)).toEqual([{ bookId: 'b1', chapterIds: ['c1', 'c2'], tasks: ['facts', 'summary'] }]);
  });

  it('offers the plans instead when the plan does not include it, and lets the author withdraw the consent', async () => {
    open({ 'GET /api/books/b1/bible': { body: bible('automatic') }, [setting]: { body: bible('off') } }, false);
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'See plans' });
    expect(new URL(link.href).pathname).toBe('/pricing');
    expect(screen.queryByRole('button')).toBe(null);
    await choose('off');
    await waitFor(() => expect(sent(setting)).toEqual([{ providerReading: 'off' }]));
    expect(sent(estimate)).toHaveLength(0);
  });

  it('requests no estimate before it is known that the plan includes the reading', async () => {
    let load: (answer: FakeAnswer) => void = () => undefined;
    const plan = new Promise<FakeAnswer>((resolve) => (load = resolve));
    open({ 'GET /api/user/plan-status': () => plan }, null);
    await screen.findByLabelText(/May AI read your chapters/);
    // A request would be sent by now.
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect([sent(estimate).length, screen.queryByRole('link', { name: 'See plans' })]).toEqual([0, null]);
    await act(async () => load({ body: { plan: 'free', isActive: false, planEndDate: null, exportUntil: null } }));
    await screen.findByRole('link', { name: 'See plans' });
    expect([sent(estimate).length, screen.queryByRole('button')]).toEqual([0, null]);
  });

  it('looks for contradictions too when the author asks for it', async () => {
    open({ [reading]: { body: { chapters: [outcome('c1', { contradictions: 2 })], tokens: 1, stopped: null } } });
    fireEvent.click(await screen.findByRole('checkbox', { name: /Also look for contradictions/ }));
    await press('Read 2 chapters with AI');
    expect(await screen.findByText(/2 contradictions listed under Checks\./)).toBeDefined();
    expect(sent(reading)).toMatchObject([{ tasks: ['facts', 'summary', 'continuity'] }]);
  });

  it('asks for confirmation before AI reads automatically', async () => {
    open({ [setting]: { body: bible('automatic') } });
    await choose('automatic');
    await press('Cancel');
    expect(screen.queryByRole('group', { name: 'Automatic reading' })).toBeNull();
    expect(sent(setting)).toEqual([]);
    await choose('automatic');
    await press('Send changed chapters');
    await waitFor(() => expect(sent(setting)).toEqual([{ providerReading: 'automatic' }]));
  });

  it('leaves the focus on the choice, and returns it there after the confirmation', async () => {
    open({ [setting]: { body: bible('automatic') } });
    const field = await screen.findByLabelText<HTMLSelectElement>(/May AI read your chapters/);
    expect([...field.options].map(({ value }) => value)).toEqual(['off', 'asked', 'automatic']);
    for (const name of ['Cancel', 'Send changed chapters']) {
      field.focus();
      await choose('automatic');
      expect(document.activeElement).toBe(field);
      const button = screen.getByRole('button', { name });
      button.focus();
      fireEvent.click(button);
      expect(document.activeElement).toBe(field);
    }
    await waitFor(() => expect(sent(setting)).toHaveLength(1));
    expect([document.activeElement === field, field.disabled]).toEqual([true, false]);
  });

  it('stores the last of several quick choices', async () => {
    open({ [setting]: ({ body }) => ({ body: { ...bible('asked'), ...(body as object) } }) });
    await choose('off');
    await choose('asked');
    await choose('off');
    await waitFor(() => expect(sent(setting)).toHaveLength(3));
    expect(sent(setting).at(-1)).toEqual({ providerReading: 'off' });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Read/ })).toBeNull());
    expect(screen.getByLabelText<HTMLSelectElement>(/May AI read your chapters/).value).toBe('off');
  });

  it('keeps the focus when the reading starts and when it ends', async () => {
    let finish: (answer: FakeAnswer) => void = () => undefined;
    open({ [reading]: () => new Promise<FakeAnswer>((resolve) => (finish = resolve)) });
    const card = await screen.findByRole('region', { name: 'Reading by AI' });
    const read = await screen.findByRole('button', { name: 'Read 2 chapters with AI' });
    read.focus();
    fireEvent.click(read);
    expect(document.activeElement).toBe(card);
    screen.getByRole('button', { name: 'Cancel' }).focus();
    await waitFor(() => expect(sent(reading)).toHaveLength(1));
    await act(async () => finish({ body: { chapters: [outcome('c1')], tokens: 1, stopped: null } }));
    await screen.findByText(/1 chapter read/);
    expect(document.activeElement).toBe(card);
  });

  it('offers no reading once the author does not allow it', async () => {
    open({ [setting]: { body: bible('off') } });
    await choose('off');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Read/ })).toBeNull());
    expect(sent(setting)).toEqual([{ providerReading: 'off' }]);
  });

  it('can be cancelled, and says why it stopped or failed', async () => {
    let answer: FakeAnswer | Promise<FakeAnswer> = new Promise(() => undefined);
    open({ [reading]: () => answer });
    await press('Read 2 chapters with AI');
    await press('Cancel');
    await waitFor(() => expect(api.aborted).toHaveLength(1));
    answer = {
      body: { chapters: [outcome('c1'), outcome('c2', { state: 'waiting' })], tokens: 1, stopped: 'No tokens.' },
    };
    await press('Read 2 chapters with AI');
    expect(await screen.findByText(/No tokens\./)).toBeDefined();
    answer = { status: 403, body: problemBody(403, 'plan.required', 'Reading requires a Pro plan.') };
    await press('Read 2 chapters with AI');
    await waitFor(() =>
      expect(toasts.map(({ description }) => description).join()).toContain('Reading requires a Pro plan.'),
    );
  });

  it('says that there is no model', async () => {
    open({ 'GET /api/ai/status': { body: { provider: 'offline', model: '' } } });
    expect(await screen.findByText(/No AI model is connected/)).toBeDefined();
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});
