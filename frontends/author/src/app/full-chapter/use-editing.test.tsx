import type { TextEdit } from '@inkbear/prose/text-edit';
import { ChangeSet } from '@codemirror/state';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { FakeClock, FakeDocument, FakeJournal } from '@inkbear/web-kit/testing/fake-document.ts';
import { toastsOfEachTest } from '@inkbear/web-kit/testing/toasts-of-each-test.ts';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import type { MadeChange } from '../../features/writing/made-change.ts';
import { undoAction } from '../../features/writing/undo-action.ts';
import { useEditing } from './use-editing.ts';

const toasts = toastsOfEachTest();
let server: FakeDocument;
let queue: SaveQueue;
let editor: ProseEditor;
let ids = 0;
beforeEach(() => {
  server = new FakeDocument('Once upon a time.');
  queue = new SaveQueue(
    { port: server, clock: new FakeClock(), journal: new FakeJournal(), newId: () => `change-${(ids += 1)}` },
    { rev: 1, text: server.text },
  );
  editor = {
    apply: jest.fn((edits: readonly TextEdit[]) => {
      queue.edit(ChangeSet.of([...edits], queue.text.length), { kind: 'replace' });
      return { text: queue.text, places: [], undo: () => true };
    }),
    focus: jest.fn(),
  } as unknown as ProseEditor;
});
afterEach(cleanup);
const type = (insert: string) =>
  act(() => queue.edit(ChangeSet.of({ from: queue.text.length, insert }, queue.text.length)));
const makeUndo = (change: MadeChange) => undoAction('chapter', change, () => Promise.resolve('refused'));
const open = () => renderHook(() => useEditing(queue, editor, makeUndo)).result;

describe('editing on the full-chapter page', () => {
  it('begins with the keyboard in the text, and Cancel puts the text back as a change that is saved and can be undone', async () => {
    const page = open();
    expect(page.current.isEditing).toBe(false);
    act(() => page.current.edit());
    expect(editor.focus).toHaveBeenCalledTimes(1);
    type(' And then.');
    await act(() => queue.flush());
    act(() => page.current.cancel());
    expect([queue.text.toString(), page.current.isEditing, toasts.at(-1)?.action?.label]).toEqual([
      'Once upon a time.',
      false,
      'Undo',
    ]);
    await act(() => queue.flush());
    expect(server.history.map(({ text }) => text)).toEqual([
      'Once upon a time.',
      'Once upon a time. And then.',
      'Once upon a time.',
    ]);
  });

  it('never takes back by Cancel what somebody saved elsewhere meanwhile', async () => {
    const page = open();
    act(() => page.current.edit());
    server.write('Long ago. Once upon a time.');
    await act(() => queue.refresh());
    type(' And then.');
    act(() => page.current.cancel());
    expect(queue.text.toString()).toBe('Long ago. Once upon a time.');
  });

  it('takes back what was typed before somebody saved elsewhere, and leaves what they saved', async () => {
    const page = open();
    act(() => page.current.edit());
    type(' And then.');
    server.write('Long ago. Once upon a time.');
    await act(() => queue.flush());
    expect(queue.text.toString()).toBe('Long ago. Once upon a time. And then.');
    type(' The end.');
    act(() => page.current.cancel());
    expect([queue.text.toString(), toasts.at(-1)?.title]).toEqual([
      'Long ago. Once upon a time.',
      'Changes taken back',
    ]);
  });

  it('says what it cannot take back because it was changed elsewhere, too', async () => {
    const page = open();
    act(() => page.current.edit());
    type(' And then it was.');
    await act(() => queue.flush());
    server.write('Once upon a time. And so it was.');
    await act(() => queue.refresh());
    act(() => page.current.cancel());
    expect(queue.text.toString()).toBe('Once upon a time. And so it was.');
    expect(toasts.at(-1)).toMatchObject({
      title: 'Nothing taken back',
      description: 'What you typed was changed elsewhere meanwhile. The chapter’s history has each text.',
    });
    act(() => page.current.edit());
    type(' Again.');
    act(() => page.current.cancel());
    expect([queue.text.toString(), toasts.at(-1)?.description]).toEqual([
      'Once upon a time. And so it was.',
      'The chapter is without what you typed here. Your words are in its history.',
    ]);
    await act(() => queue.flush());
    expect(server.history.map(({ text }) => text)).toContain('Once upon a time. And so it was. Again.');
  });

  it('takes what was typed into an empty chapter out again, with Undo as the way back', () => {
    server = new FakeDocument('');
    queue = new SaveQueue(
      { port: server, clock: new FakeClock(), journal: new FakeJournal(), newId: () => `change-${(ids += 1)}` },
      { rev: 1, text: '' },
    );
    const page = open();
    expect(page.current.isEditing).toBe(true);
    type('Once.');
    act(() => page.current.cancel());
    expect([queue.text.toString(), page.current.isEditing, toasts.at(-1)?.action?.label]).toEqual(['', false, 'Undo']);
  });

  it('waits with Cancel while there are two texts to decide between', async () => {
    const page = open();
    act(() => page.current.edit());
    act(() => queue.edit(ChangeSet.of({ from: 12, insert: 'dark ' }, queue.text.length)));
    server.write('Once upon a bright time.');
    await act(() => queue.flush());
    act(() => page.current.cancel());
    expect([
      queue.view().conflict?.mine,
      page.current.isEditing,
      toasts.at(-1)?.title,
      jest.mocked(editor.apply).mock.calls,
    ]).toEqual(['Once upon a dark time.', true, 'Decide between the two texts first', []]);
  });

  it('Cancel without a change says nothing and changes nothing', () => {
    const page = open();
    act(() => page.current.edit());
    act(() => page.current.cancel());
    expect([toasts, jest.mocked(editor.apply).mock.calls, page.current.isEditing]).toEqual([[], [], false]);
  });

  it('stays open when it cannot be saved, and says so', async () => {
    const page = open();
    act(() => page.current.edit());
    server.weather = 'lost-request';
    type('!');
    await act(() => page.current.save());
    expect([toasts.at(-1), page.current.isEditing]).toEqual([
      { title: 'Error', description: 'Failed to save chapter.', tone: 'destructive' },
      true,
    ]);
  });
});
