import { afterEach, describe, expect, it } from '@jest/globals';
import type { ProviderReading } from '@inkbear/contracts/bible/suggestion';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { type FakeAnswer, fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { userKeys } from '@inkbear/web-kit/session.tsx';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { ReadingCard } from './components/reading-card.tsx';

let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});
const toasts = collectToasts();

const reading = 'POST /api/ai/reading';
const setting = 'PUT /api/books/b1/bible';
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

function open(answers: Record<string, FakeAnswer | (() => FakeAnswer | Promise<FakeAnswer>)> = {}, isActive = true) {
  api = fakeApi({
    'GET /api/ai/status': { body: { provider: 'openai-responses', model: 'm' } },
    'GET /api/books/b1/bible': { body: bible('asked') },
    'GET /api/ai/reading/estimate': { body: { chapterIds: ['c1', 'c2'], tokens: 6600, percentOfDay: 2 } },
    ...answers,
  });
  const client = createQueryClient();
  client.setQueryData(userKeys.planStatus(), { isActive });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ReadingCard bookId="b1" />
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
    expect(await screen.findByText(/2 chapters changed since the last reading: about 2% of what/)).toBeDefined();
    await press('Read 2 chapters with AI');
    expect(
      await screen.findByText('1 chapter read, 3 new suggestions. 1 chapter changed meanwhile and can be read again.'),
    ).toBeDefined();
    expect(sent(reading)).toEqual([{ bookId: 'b1', chapterIds: ['c1', 'c2'], tasks: ['facts', 'summary'] }]);
  });

  it('offers the plans instead when the plan does not include it', async () => {
    open({}, false);
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'See plans' });
    expect(new URL(link.href).pathname).toBe('/pricing');
    expect(screen.queryByRole('button')).toBe(null);
    expect(screen.queryByLabelText(/May AI read your chapters/)).toBe(null);
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
