import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { StoryFinding } from '@inkbear/contracts/bible/finding';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { type FakeAnswer, fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { ChecksPanel } from './components/checks-panel.tsx';
import { locateQuote } from './locate-quote.ts';

let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});

const toasts = collectToasts();

const chapters = ['Harbour', 'Letter'].map(
  (title, index) => ({ id: `c${index + 1}`, chapterNumber: index + 1, title }) as ChapterItem,
);
const contradiction: StoryFinding = {
  id: 'f1',
  group: 'continuity',
  rule: 'attribute-conflict',
  severity: 'error',
  text: 'Mara’s eyes: “grey” here, “green” there.',
  advice: '',
  names: ['Mara'],
  places: [
    { chapterId: 'c1', rev: 3, from: 0, to: 19, quote: 'Mara had grey eyes.' },
    { chapterId: 'c2', rev: 4, from: 14, to: 34, quote: 'Mara had green eyes.' },
  ],
  status: 'open',
  source: 'local',
  contradiction: { name: 'Mara', aliases: [], kind: 'character', attribute: 'eyes', first: 'grey', second: 'green' },
};
const leak: StoryFinding = {
  ...contradiction,
  id: 'f2',
  group: 'leak',
  rule: 'assistant',
  severity: 'warning',
  text: '“Certainly!” reads like the message of an assistant.',
  advice: 'Delete it.',
  places: [{ chapterId: 'gone', rev: 1, from: 0, to: 10, quote: 'Certainly!' }],
  contradiction: null,
};
const list = 'GET /api/books/b1/findings';
/** One answer after the other; the last one again and again. */
const inTurn = (...answers: FakeAnswer[]) => {
  let calls = 0;
  return () => answers[Math.min(calls++, answers.length - 1)] as FakeAnswer;
};

function open(answers: Parameters<typeof fakeApi>[0], { language = 'en-GB', isSaved = true, canEdit = true } = {}) {
  api = fakeApi(answers);
  const onGo = jest.fn<(place: StoryFinding['places'][number]) => void>();
  const saveFirst = jest.fn(() => Promise.resolve(isSaved));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ChecksPanel {...{ bookId: 'b1', language, chapters, currentId: 'c2', canEdit, saveFirst, onGo }} />
    </QueryClientProvider>,
  );
  return { onGo, saveFirst };
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const sent = (method: string) => api.requests.filter(({ route }) => route.startsWith(method));

describe('the checks panel', () => {
  it('shows each place of a finding in its chapter, and goes there', async () => {
    const { onGo } = open({ [list]: { body: [contradiction, leak] } });
    const group = within(await screen.findByRole('region', { name: 'Contradictions' }));
    expect(group.getByText(contradiction.text)).toBeDefined();
    fireEvent.click(group.getByRole('button', { name: /2\. Letter.*Mara had green eyes\./ }));
    expect(onGo.mock.calls).toEqual([[contradiction.places[1]]]);
    const other = within(screen.getByRole('region', { name: 'Not part of the story' }));
    expect([other.getByText('A deleted chapter'), other.getByText('Delete it.')]).toHaveLength(2);
    expect(screen.getByText('2 open findings.')).toBeDefined();
  });

  it('saves, checks the book and lists what is found', async () => {
    const { saveFirst } = open({
      [list]: inTurn({ body: [] }, { body: [contradiction] }),
      'POST /api/books/b1/checks': { body: { done: 6, of: 6, open: 1 } },
    });
    expect(await screen.findByText('There are no open findings.')).toBeDefined();
    await press('Check the book');
    expect(await screen.findByText(contradiction.text)).toBeDefined();
    expect(saveFirst).toHaveBeenCalledTimes(1);
    expect(sent('POST').map(({ body }) => body)).toEqual([{ groups: ['continuity', 'leak', 'tell', 'repetition'] }]);
    expect(screen.getByText('1 open finding.')).toBeDefined();
  });

  it('checks the open chapter alone, and says when nothing was found', async () => {
    open({ [list]: { body: [] }, 'POST /api/books/b1/checks': { body: { done: 5, of: 5, open: 0 } } });
    await press('Check this chapter');
    expect(await screen.findByText('Nothing was found.')).toBeDefined();
    expect(sent('POST')[0]?.body).toMatchObject({ chapterIds: ['c2'] });
  });

  it('does not check while the text is not saved', async () => {
    open({ [list]: { body: [] } }, { isSaved: false });
    await press('Check the book');
    await screen.findByRole('button', { name: 'Check the book' });
    expect(sent('POST')).toEqual([]);
  });

  it('can be cancelled', async () => {
    open({ [list]: { body: [] }, 'POST /api/books/b1/checks': () => new Promise(() => undefined) });
    await press('Check the book');
    await press('Cancel');
    expect(await screen.findByRole('button', { name: 'Check the book' })).toBeDefined();
    expect(api.aborted.map(({ route }) => route)).toEqual(['POST /api/books/b1/checks']);
  });

  it('ignores a finding, and shows ignored ones again', async () => {
    open({
      [list]: { body: [contradiction, leak] },
      'PUT /api/books/b1/findings/f1': inTurn(
        { body: { ...contradiction, status: 'ignored' } },
        { body: contradiction },
      ),
    });
    const group = within(await screen.findByRole('region', { name: 'Contradictions' }));
    fireEvent.click(group.getByRole('button', { name: 'Ignore' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Contradictions' })).toBeNull());
    expect(document.activeElement?.textContent).toContain('A deleted chapter');
    await press('Show 1 ignored finding');
    await press('Show again');
    expect(await screen.findByText('2 open findings.')).toBeDefined();
    expect(sent('PUT').map(({ body }) => body)).toEqual([{ status: 'ignored' }, { status: 'open' }]);
  });

  describe('F8', () => {
    const pressF8 = (more: object = {}) => fireEvent.keyDown(window, { key: 'F8', ...more });
    const marked = () => document.querySelector('[aria-current]')?.getAttribute('data-row');
    const many = (count: number) => Array.from({ length: count }, (_, index) => ({ ...leak, id: `m${index}` }));
    beforeEach(() => {
      Element.prototype.scrollIntoView = () => Promise.resolve();
    });

    it('goes through the open findings, backwards with Shift, marks the shown one and says what it is', async () => {
      const { onGo } = open({
        [list]: { body: [leak, { ...contradiction, id: 'f0', status: 'ignored' }, contradiction] },
      });
      await screen.findByRole('region', { name: 'Contradictions' });
      const goneTo: (string | undefined)[] = [];
      for (const more of [{}, {}, {}, { shiftKey: true }, { shiftKey: true }]) {
        pressF8(more);
        goneTo.push(onGo.mock.lastCall?.[0].quote);
      }
      const [first, second] = [contradiction.places[0]?.quote, leak.places[0]?.quote];
      expect(goneTo).toEqual([first, second, first, second, first]);
      expect(marked()).toBe('f1');
      expect(screen.getByRole('status', { name: 'Current finding' }).textContent).toBe(contradiction.text);
      pressF8({ ctrlKey: true });
      expect(onGo).toHaveBeenCalledTimes(5);
    });

    it('goes on from the place of a finding that was ignored, also in the panel of another chapter', async () => {
      const findings = many(4);
      open({
        [list]: { body: findings },
        'PUT /api/books/b1/findings/m1': { body: { ...findings[1], status: 'ignored' } },
      });
      await screen.findByText('4 open findings.');
      pressF8();
      while (marked() !== 'm1') pressF8();
      fireEvent.click(screen.getAllByRole('button', { name: 'Ignore' })[1] as HTMLElement);
      await screen.findByText('3 open findings.');
      cleanup();
      api.restore();
      open({ [list]: { body: findings.filter(({ id }) => id !== 'm1') } });
      await screen.findByText('3 open findings.');
      pressF8();
      expect(marked()).toBe('m2');
    });

    it('shows the card of a finding that is not on the first page', async () => {
      open({ [list]: { body: many(45) } });
      await screen.findByText('45 open findings.');
      pressF8();
      while (marked() !== 'm0') pressF8();
      pressF8({ shiftKey: true });
      expect(marked()).toBe('m44');
    });
  });

  it('“It changed here” updates the story bible, and Undo reverts it', async () => {
    open({
      [list]: inTurn({ body: [contradiction, leak] }, { body: [contradiction, leak] }),
      'POST /api/books/b1/findings/f1/decisions': { body: { decisionId: 'd1' } },
      'POST /api/books/b1/bible/decisions/d1/undo': { body: { decisionId: 'd2', done: ['x'], skipped: [] } },
    });
    const group = within(await screen.findByRole('region', { name: 'Contradictions' }));
    fireEvent.click(group.getByRole('button', { name: 'It changed here' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Contradictions' })).toBeNull());
    expect(document.activeElement?.textContent).toContain('A deleted chapter');
    await waitFor(() => expect(toasts[0]?.title).toBe('Saved as a change'));
    toasts[0]?.action?.run();
    expect(await screen.findByRole('region', { name: 'Contradictions' })).toBeDefined();
    expect(api.requests.filter(({ route }) => !route.startsWith('GET')).map(({ body }) => body)).toEqual([
      { decision: 'changed-here' },
      undefined,
    ]);
  });

  it('keeps a contradiction whose first value is right, because the text is still to be corrected', async () => {
    open({
      [list]: { body: [contradiction] },
      'POST /api/books/b1/findings/f1/decisions': { body: { decisionId: 'd1' } },
    });
    await press('First is right');
    await waitFor(() => expect(toasts[0]?.description).toBe('Now correct the words at the second place.'));
    expect(sent('POST').map(({ body }) => body)).toEqual([{ decision: 'first-is-right' }]);
    expect(screen.getByText('1 open finding.')).toBeDefined();
  });

  it('offers decisions only for contradictions, and only when the book can be changed', async () => {
    open({ [list]: { body: [leak] } });
    await screen.findByText('Delete it.');
    expect(screen.queryByRole('button', { name: 'First is right' })).toBeNull();
    cleanup();
    api.restore();
    open({ [list]: { body: [contradiction] } }, { canEdit: false });
    await screen.findByText(contradiction.text);
    expect(screen.queryByRole('button', { name: 'It changed here' })).toBeNull();
  });

  it('says that contradictions are found in English only', async () => {
    open({ [list]: { body: [] } }, { language: 'de' });
    expect(await screen.findByText(/Contradictions are found in English only\./)).toBeDefined();
  });

  it('offers to load the findings again after a failure', async () => {
    open({ [list]: { status: 503, body: problemBody(503, 'server.busy', 'Busy') } });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
  });
});

describe('locateQuote', () => {
  const place = { from: 5, to: 15, quote: 'grey eyes.' };

  it('finds the words where they were, where they moved to, and where they were changed a little', () => {
    expect(locateQuote('Her, grey eyes.', place)).toEqual({ from: 5, to: 15 });
    expect(locateQuote('Long before that day: grey eyes.', place)).toEqual({ from: 22, to: 32 });
    const long = 'Mara had grey eyes and never forgot a debt in her life.';
    const before = 'Nobody on the quay spoke of anything else in that winter, and Nora was silent. ';
    const text = `${before}Mara had grey eyes and never forgot a debt in all her life.`;
    expect(locateQuote(text, { from: 0, to: long.length, quote: long })).toEqual({
      from: before.length,
      to: text.length,
    });
  });

  it('finds nothing when the words are gone', () => {
    expect(locateQuote('She waited for the boat.', place)).toBeNull();
  });
});
