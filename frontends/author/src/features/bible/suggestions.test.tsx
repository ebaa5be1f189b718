import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { BibleSuggestion } from '@inkbear/contracts/bible/suggestion';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { type FakeAnswer, fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { SuggestionList } from './components/suggestion-list.tsx';
import { describeSuggestion, groupSuggestions } from './suggestion-groups.ts';

let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});
const toasts = collectToasts();

const chapters = [{ id: 'c1', chapterNumber: 1, title: 'Chapter 1' } as ChapterItem];
const proposed = { status: 'proposed', source: 'local' } as const;
const evidence = [{ chapterId: 'c1', rev: 2, from: 5, to: 24, quote: 'Mara had grey eyes.', state: 'found' as const }];
const entry: BibleSuggestion = {
  type: 'entry',
  entry: {
    ...proposed,
    id: 'e1',
    bookId: 'b1',
    kind: 'character',
    name: 'Mara Venn',
    aliases: ['Mara'],
    summary: '',
    notes: '',
    tracked: true,
    caseSensitive: false,
    inPrompt: 'auto',
    rev: 1,
  },
};
const of = { id: 'e1', name: 'Mara Venn', kind: 'character' as const };
const validity = { since: null, until: null } as const;
const eyes: BibleSuggestion = {
  type: 'fact',
  of,
  fact: {
    ...proposed,
    ...validity,
    id: 'f1',
    entryId: 'e1',
    attribute: 'eyes',
    value: 'grey',
    modality: 'narrated',
    knownBy: null,
    evidence,
  },
};
const brother: BibleSuggestion = {
  type: 'relation',
  of: { id: 'e2', name: 'Ada Reed', kind: 'character' },
  to: of,
  relation: { ...proposed, ...validity, id: 'r1', fromId: 'e2', toId: 'e1', type: 'father', evidence },
};
const list = 'GET /api/books/b1/bible/proposals';
const decisions = 'POST /api/books/b1/bible/decisions';
const onGo = jest.fn();
const onOpen = jest.fn();
const reading = { start: () => undefined, running: null, result: undefined, cancel: () => undefined };

function open(suggestions: readonly BibleSuggestion[], answers: Record<string, FakeAnswer> = {}, canEdit = true) {
  api = fakeApi({
    [list]: { body: suggestions },
    [decisions]: { body: { decisionId: 'd1', done: ['f1'], skipped: [] } },
    ...answers,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SuggestionList {...{ bookId: 'b1', language: 'EN', chapters, canEdit, reading, onOpen, onGo }} />
    </QueryClientProvider>,
  );
}
const card = async (name: string) => within(await screen.findByRole('article', { name }));
const sent = (route: string) => api.requests.filter((request) => request.route === route).map(({ body }) => body);

describe('suggestions for the story bible', () => {
  it('are grouped by entry, with the words that they are taken from', async () => {
    open([entry, eyes, brother]);
    expect((await screen.findAllByRole('region')).map((region) => region.getAttribute('aria-label'))).toEqual([
      'Ada Reed',
      'Mara Venn',
    ]);
    fireEvent.click((await card('Eyes: grey')).getByText('Mara had grey eyes.'));
    expect(onGo).toHaveBeenCalledWith(evidence[0]);
  });

  it('are accepted, dismissed and locked, one by one or all of an entry, and that can be undone', async () => {
    open([entry, eyes], {
      'POST /api/books/b1/bible/decisions/d1/undo': { body: { decisionId: 'd2', done: ['f1'], skipped: [] } },
    });
    fireEvent.click((await card('Eyes: grey')).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(sent(decisions)).toEqual([{ items: [{ id: 'f1', decision: 'dismiss' }] }]));
    await waitFor(() => expect(toasts[0]).toMatchObject({ title: 'Dismissed', action: { label: 'Undo' } }));
    fireEvent.click(await screen.findByRole('button', { name: 'Accept all of Mara Venn' }));
    await waitFor(() =>
      expect(sent(decisions)[1]).toEqual({ items: ['e1', 'f1'].map((id) => ({ id, decision: 'accept' })) }),
    );
    toasts[0]?.action?.run();
    await waitFor(() => expect(sent('POST /api/books/b1/bible/decisions/d1/undo')).toHaveLength(1));
  });

  it('are decided by keyboard', async () => {
    open([entry, eyes], {
      'POST /api/books/b1/bible/decisions/d1/undo': { body: { decisionId: 'd2', done: ['f1'], skipped: [] } },
    });
    const [first, second] = [
      (await card('New entry, also called Mara')).getByRole('button', { name: 'Accept' }),
      (await card('Eyes: grey')).getByText('Mara had grey eyes.').closest('button'),
    ];
    first.focus();
    fireEvent.keyDown(first, { key: 'j' });
    expect(document.activeElement).toBe(second);
    fireEvent.keyDown(document.activeElement as Element, { key: 'k' });
    expect(document.activeElement).toBe(first);
    fireEvent.keyDown(first, { key: 'j' });
    fireEvent.keyDown(document.activeElement as Element, { key: 'l' });
    await waitFor(() => expect(sent(decisions)).toEqual([{ items: [{ id: 'f1', decision: 'lock' }] }]));
    await waitFor(() => expect(toasts[0]?.title).toBe('Locked'));
    fireEvent.keyDown(first, { key: 'z' });
    await waitFor(() => expect(sent('POST /api/books/b1/bible/decisions/d1/undo')).toHaveLength(1));
  });

  it('do not take letters that are typed into a field for decisions', async () => {
    open([eyes]);
    const { getByRole, getByLabelText } = await card('Eyes: grey');
    fireEvent.click(getByRole('button', { name: 'Edit' }));
    fireEvent.keyDown(getByLabelText('Fact'), { key: 'd' });
    fireEvent.keyDown(getByLabelText('Fact'), { key: 'a', ctrlKey: true });
    expect(sent(decisions)).toEqual([]);
  });

  it('are accepted in the words of the author', async () => {
    const put = 'PUT /api/books/b1/bible/entries/e1/facts/f1';
    open([eyes], { [put]: { body: { ...entry.entry, facts: [], relations: [], decisionId: 'd1' } } });
    const { getByRole, getByLabelText } = await card('Eyes: grey');
    fireEvent.click(getByRole('button', { name: 'Edit' }));
    fireEvent.change(getByLabelText('Fact'), { target: { value: 'steel grey' } });
    fireEvent.click(getByRole('button', { name: 'Save and accept' }));
    await waitFor(() =>
      expect(sent(put)).toEqual([
        { ...validity, attribute: 'eyes', value: 'steel grey', modality: 'narrated', knownBy: null },
      ]),
    );
  });

  it('cannot be changed in a read-only book, and are explained when there are none', async () => {
    open([eyes], {}, false);
    await card('Eyes: grey');
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
    cleanup();
    api.restore();
    open([]);
    expect(await screen.findByText('No suggestions to review.')).toBeDefined();
    cleanup();
    api.restore();
    open([], { [list]: { status: 503, body: problemBody(503, 'server.busy', 'Busy') } });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
  });

  it('say how many chapters could not be scanned', async () => {
    const states = ['failed', 'current', 'failed'].map((state) => ({ chapterId: 'c1', rev: 2, localRev: 1, state }));
    open([], { 'GET /api/books/b1/bible': { body: { providerReading: 'off', chapters: states } } });
    await screen.findByText('2 chapters could not be scanned. Inkbear will try again automatically.');
  });

  it('say what is proposed', () => {
    expect([entry, eyes, brother].map(describeSuggestion)).toEqual([
      'New entry, also called Mara',
      'Eyes: grey',
      'Ada Reed – father – Mara Venn',
    ]);
    expect(groupSuggestions([eyes, brother, entry]).map(({ name, suggestions }) => [name, suggestions.length])).toEqual(
      [
        ['Ada Reed', 1],
        ['Mara Venn', 2],
      ],
    );
  });
});
