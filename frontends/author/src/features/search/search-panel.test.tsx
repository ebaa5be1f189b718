import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ChangeSet } from '@codemirror/state';
import { browserClock } from '../../saving/save-port.ts';
import { SaveQueue } from '../../saving/save-queue.ts';
import { FakeDocument, FakeJournal } from '../../saving/testing/fake-document.ts';
import { ApiError } from '@inkbear/web-kit/api-error.ts';
import { guardUnpersisted } from '@inkbear/web-kit/page-unload.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { SearchSource, ChapterChange, SearchedEditor } from './search-source.ts';
import { SearchPanel } from './components/search-panel.tsx';
import { lastSearch, queryFrom } from './search-criteria.ts';

const texts: Record<string, string> = {};
let queue: SaveQueue;
/** Ids of the chapters that cannot be saved, that were edited since the replacement, and whose undo is not saved yet. */
let failing: string[];
let editedSince: string[];
let unsaved: string[];
const reveal = jest.fn<SearchedEditor['reveal']>();
const openAt = jest.fn();
const editor: SearchedEditor = {
  selection: () => null,
  cursor: () => 0,
  highlight: () => undefined,
  reveal,
  apply: (edits) => queue.edit(ChangeSet.of([...edits], queue.text.length)),
};
const changed: ChapterChange[] = [];
const source: SearchSource = {
  kind: 'chapter',
  load: () =>
    Promise.resolve(
      Object.entries(texts).map(([id, text], at) => ({ id, title: `Title ${id}`, chapterNumber: at + 1, text })),
    ),
  applyEdits: (id, edit) => {
    if (failing.includes(id)) return Promise.reject(new Error('not saved'));
    const edits = edit(texts[id] ?? '');
    texts[id] = edits
      .toReversed()
      .reduce((text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to), texts[id] ?? '');
    const change = { chapterId: id, count: edits.length, isSaved: true, text: '', ranges: [] };
    changed.push(change);
    return Promise.resolve(edits.length === 0 ? null : change);
  },
  revert: ({ chapterId }) =>
    Promise.resolve(
      editedSince.includes(chapterId)
        ? ('refused' as const)
        : unsaved.includes(chapterId)
          ? ('unsaved' as const)
          : ('saved' as const),
    ),
};
const leave = jest.fn();
const toasts = collectToasts();
beforeEach(() => {
  [failing, editedSince, unsaved] = [[], [], []];
  Object.assign(texts, { c1: 'The Cat sat. A cat ran.', c2: 'Another cat.', c3: 'A dog.' });
  lastSearch.save('u1', { query: '', replacement: '', isCaseSensitive: false, isWholeWord: false, scope: 'chapter' });
  queue = new SaveQueue(
    {
      port: new FakeDocument(texts['c1'] ?? ''),
      clock: browserClock,
      journal: new FakeJournal(),
      newId: () => 'change-1',
    },
    { rev: 1, text: texts['c1'] ?? '' },
  );
  render(
    <SearchPanel
      userId="u1"
      current={{ id: 'c1', title: 'Title c1', chapterNumber: 1 }}
      queue={queue}
      editor={editor}
      source={source}
      canEdit
      onOpenAt={openAt}
      onLeave={leave}
    />,
  );
});
afterEach(async () => {
  cleanup();
  await queue.stop();
  jest.clearAllMocks();
});
const field = (name: string) => screen.getByRole('textbox', { name });
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const hits = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
const inBook = async () => {
  fireEvent.click(screen.getByRole('radio', { name: 'Whole book' }));
  await screen.findByText('3 matches in the book.');
};

describe('SearchPanel', () => {
  it('lists hits with their sentences and steps through them, wrapping around', () => {
    expect(document.activeElement).toBe(field('Find'));
    fill('Find', 'cat');
    expect(hits()).toEqual(['The Cat sat.', 'A cat ran.']);
    for (const shiftKey of [false, false, false, true]) fireEvent.keyDown(field('Find'), { key: 'Enter', shiftKey });
    expect(reveal.mock.calls.map(([{ from }, keepsFocus]) => [from, keepsFocus])).toEqual([
      [4, true],
      [15, true],
      [4, true],
      [15, true],
    ]);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Match case' }));
    expect(hits()).toEqual(['A cat ran.']);
  });

  it('returns to the text on Escape, unless it ends the composition of a character', () => {
    fireEvent.keyDown(field('Find'), { key: 'Escape', isComposing: true });
    expect(leave).toHaveBeenCalledTimes(0);
    fireEvent.keyDown(field('Replace with'), { key: 'Escape' });
    expect(leave).toHaveBeenCalledTimes(1);
  });

  it('replaces one hit and keeps its capital letter', () => {
    fill('Find', 'cat');
    fill('Replace with', 'fox');
    fireEvent.keyDown(field('Find'), { key: 'Enter' });
    fireEvent.click(screen.getByRole('button', { name: 'Replace' }));
    expect(queue.text.toString()).toBe('The Fox sat. A cat ran.');
  });

  it('replaces a hit once on a double click, and continues after a replacement that contains the query', async () => {
    fill('Find', 'cat');
    fill('Replace with', 'cats');
    fireEvent.keyDown(field('Find'), { key: 'Enter' });
    const press = () => fireEvent.click(screen.getByRole('button', { name: 'Replace' }));
    press();
    press();
    expect(queue.text.toString()).toBe('The Cats sat. A cat ran.');
    await screen.findByText('2 of 2.');
    expect(reveal).toHaveBeenLastCalledWith({ from: 16, to: 19 }, true);
    press();
    expect(queue.text.toString()).toBe('The Cats sat. A cats ran.');
  });

  it('does not replace a hit whose text has changed', () => {
    fill('Find', 'cat');
    fill('Replace with', 'fox');
    fireEvent.keyDown(field('Find'), { key: 'Enter' });
    act(() => queue.edit(ChangeSet.of({ from: 0, insert: 'Look! ' }, queue.text.length)));
    fireEvent.click(screen.getByRole('button', { name: 'Replace' }));
    expect(queue.text.toString()).toBe('Look! The Cat sat. A cat ran.');
  });

  it('replaces in all chapters with one toast, and Undo reports the chapters that it could not revert', async () => {
    fill('Find', 'cat');
    await inBook();
    fill('Replace with', 'fox');
    fireEvent.click(screen.getByRole('button', { name: 'Replace all in the book' }));
    await waitFor(() =>
      expect(toasts.map(({ title, description }) => `${title}: ${description ?? ''}`)).toEqual([
        'Replaced: 3 matches in 2 chapters.',
      ]),
    );
    expect(texts).toEqual({ c1: 'The Fox sat. A fox ran.', c2: 'Another fox.', c3: 'A dog.' });
    editedSince = ['c2'];
    act(() => toasts[0]?.action?.run());
    await waitFor(() =>
      expect(toasts[1]).toMatchObject({
        title: 'Partly undone',
        description: 'Not reverted, because edited since: 1 chapter. The previous text is in the history.',
      }),
    );
    unsaved = ['c1'];
    editedSince = [];
    act(() => toasts[0]?.action?.run());
    const description = 'Reverted, but not saved yet: 1 chapter. Keep this tab open until it is saved.';
    await waitFor(() => expect(toasts[2]).toMatchObject({ title: 'Partly undone', description }));
  });

  it('reports chapters that failed and continues with the others', async () => {
    fill('Find', 'cat');
    await inBook();
    failing = ['c1'];
    fireEvent.click(screen.getByRole('button', { name: 'Replace all in the book' }));
    await waitFor(() =>
      expect(toasts[0]).toMatchObject({
        title: 'Not replaced everywhere',
        description: '1 match in 1 chapter. 1 chapter could not be saved just now.',
        tone: 'destructive',
      }),
    );
  });

  it('shows when there are more hits than listed', async () => {
    texts['c2'] = 'cat '.repeat(5001);
    fill('Find', 'cat');
    fireEvent.click(screen.getByRole('radio', { name: 'Whole book' }));
    await screen.findByText('More than 5,002 matches in the book.');
    expect(screen.getByRole('heading', { name: '2. Title c2 more than 5,000' })).toBeDefined();
  });

  it.each([
    [401, ['You are logged out']],
    [503, []],
  ])(
    'says that the other chapters could not be read, and asks for a sign-in only after a 401: %i',
    async (status, expected) => {
      const stop = guardUnpersisted(() => true);
      jest.spyOn(source, 'load').mockRejectedValueOnce(new ApiError(status, ''));
      fill('Find', 'cat');
      fireEvent.click(screen.getByRole('radio', { name: 'Whole book' }));
      await screen.findByText('The other chapters could not be read. Please try again.');
      stop();
      expect(toasts.map(({ title }) => title)).toEqual(expected);
    },
  );

  it('opens another chapter at its hit and keeps the criteria', async () => {
    fill('Find', 'cat');
    await inBook();
    fireEvent.click(screen.getByRole('button', { name: /^Another cat/ }));
    expect(openAt).toHaveBeenCalledWith('c2', { from: 8, to: 11 });
    expect(lastSearch.read('u1')).toMatchObject({ query: 'cat', scope: 'book' });
    expect(lastSearch.read('u2')).toMatchObject({ query: '', replacement: '', scope: 'chapter' });
  });
});

it('uses a short single-line selection as the query', () => {
  expect([queryFrom('the bear'), queryFrom('two\nlines'), queryFrom('x'.repeat(121)), queryFrom(undefined)]).toEqual([
    'the bear',
    null,
    null,
    null,
  ]);
});
