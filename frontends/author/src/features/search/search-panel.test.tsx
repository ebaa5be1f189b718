import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ChangeSet } from '@codemirror/state';
import { browserClock } from '@inkbear/web-kit/saving/save-port.ts';
import { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { FakeDocument, FakeJournal } from '@inkbear/web-kit/testing/fake-document.ts';
import { toastsOfEachTest } from '@inkbear/web-kit/testing/toasts-of-each-test.ts';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { BookDesk, ChapterChange, SearchedEditor } from './book-desk.ts';
import { SearchPanel } from './components/search-panel.tsx';
import { lastWish, queryFrom } from './search-wish.ts';

const texts: Record<string, string> = {};
let queue: SaveQueue;
let broken: string[];
let writtenOn: string[];
let unsavedOf: string[];
const reveal = jest.fn<SearchedEditor['reveal']>();
const openAt = jest.fn();
const editor: SearchedEditor = {
  selection: () => null,
  cursor: () => 0,
  mark: () => undefined,
  reveal,
  apply: (edits) => queue.edit(ChangeSet.of([...edits], queue.text.length)),
};
const changed: ChapterChange[] = [];
const book: BookDesk = {
  noun: 'chapter',
  load: () =>
    Promise.resolve(
      Object.entries(texts).map(([id, text], at) => ({ id, title: `Title ${id}`, chapterNumber: at + 1, text })),
    ),
  change: (id, edit) => {
    if (broken.includes(id)) return Promise.reject(new Error('not saved'));
    const edits = edit(texts[id] ?? '');
    texts[id] = edits
      .toReversed()
      .reduce((text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to), texts[id] ?? '');
    const change = { chapterId: id, count: edits.length, isSaved: true, text: '', places: [] };
    changed.push(change);
    return Promise.resolve(edits.length === 0 ? null : change);
  },
  takeBack: ({ chapterId }) =>
    Promise.resolve(
      writtenOn.includes(chapterId)
        ? ('refused' as const)
        : unsavedOf.includes(chapterId)
          ? ('unsaved' as const)
          : ('saved' as const),
    ),
};
const toasts = toastsOfEachTest();
beforeEach(() => {
  [broken, writtenOn, unsavedOf] = [[], [], []];
  Object.assign(texts, { c1: 'The Cat sat. A cat ran.', c2: 'Another cat.', c3: 'A dog.' });
  lastWish.keep('u1', { query: '', replacement: '', isCaseSensitive: false, isWholeWord: false, scope: 'chapter' });
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
      book={book}
      canEdit
      onOpenAt={openAt}
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
  await screen.findByText('3 hits in the book.');
};

describe('find and replace', () => {
  it('lists hits with their sentence and goes from one to the next, round and round', () => {
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
    fireEvent.click(screen.getByRole('checkbox', { name: 'Capitals count' }));
    expect(hits()).toEqual(['A cat ran.']);
  });

  it('replaces one, with its capital', () => {
    fill('Find', 'cat');
    fill('Replace with', 'fox');
    fireEvent.keyDown(field('Find'), { key: 'Enter' });
    fireEvent.click(screen.getByRole('button', { name: 'Replace' }));
    expect(queue.text.toString()).toBe('The Fox sat. A cat ran.');
  });

  it('replaces a hit once, however quickly one presses, and goes on behind it when the replacement has the words in it', async () => {
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

  it('never replaces words that are others by now', () => {
    fill('Find', 'cat');
    fill('Replace with', 'fox');
    fireEvent.keyDown(field('Find'), { key: 'Enter' });
    act(() => queue.edit(ChangeSet.of({ from: 0, insert: 'Look! ' }, queue.text.length)));
    fireEvent.click(screen.getByRole('button', { name: 'Replace' }));
    expect(queue.text.toString()).toBe('Look! The Cat sat. A cat ran.');
  });

  it('replaces in every chapter that has a hit; one toast, and its Undo tells what was left alone', async () => {
    fill('Find', 'cat');
    await inBook();
    fill('Replace with', 'fox');
    fireEvent.click(screen.getByRole('button', { name: 'Replace all in the book' }));
    await waitFor(() =>
      expect(toasts.map(({ title, description }) => `${title}: ${description ?? ''}`)).toEqual([
        'Replaced: 3 places in 2 chapters.',
      ]),
    );
    expect(texts).toEqual({ c1: 'The Fox sat. A fox ran.', c2: 'Another fox.', c3: 'A dog.' });
    writtenOn = ['c2'];
    act(() => toasts[0]?.action?.run());
    await waitFor(() =>
      expect(toasts[1]).toMatchObject({
        title: 'Partly taken back',
        description: '1 chapter was written on since and left alone; the text from before is in the history.',
      }),
    );
    unsavedOf = ['c1'];
    writtenOn = [];
    act(() => toasts[0]?.action?.run());
    const description = '1 chapter is not saved yet. Keep this tab open until then.';
    await waitFor(() => expect(toasts[2]).toMatchObject({ title: 'Partly taken back', description }));
  });

  it('says which part did not work, and goes on with the others', async () => {
    fill('Find', 'cat');
    await inBook();
    broken = ['c1'];
    fireEvent.click(screen.getByRole('button', { name: 'Replace all in the book' }));
    await waitFor(() =>
      expect(toasts[0]).toMatchObject({
        title: 'Not replaced everywhere',
        description: '1 place in 1 chapter. 1 chapter could not be saved just now.',
        tone: 'destructive',
      }),
    );
  });

  it('says that there are more hits than it lists', async () => {
    texts['c2'] = 'cat '.repeat(5001);
    fill('Find', 'cat');
    fireEvent.click(screen.getByRole('radio', { name: 'Whole book' }));
    await screen.findByText('More than 5,002 hits in the book.');
    expect(screen.getByRole('heading', { name: '2. Title c2 more than 5,000' })).toBeDefined();
  });

  it('opens another chapter at its hit, and keeps the search for it', async () => {
    fill('Find', 'cat');
    await inBook();
    fireEvent.click(screen.getByRole('button', { name: /^Another cat/ }));
    expect(openAt).toHaveBeenCalledWith('c2', { from: 8, to: 11 });
    expect(lastWish.read('u1')).toMatchObject({ query: 'cat', scope: 'book' });
    expect(lastWish.read('u2')).toMatchObject({ query: '', replacement: '', scope: 'chapter' });
  });
});

it('takes a selection for a query when it can be one', () => {
  expect([queryFrom('the bear'), queryFrom('two\nlines'), queryFrom('x'.repeat(121)), queryFrom(undefined)]).toEqual([
    'the bear',
    null,
    null,
    null,
  ]);
});
