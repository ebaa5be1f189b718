import type { TextEdit } from '@inkbear/prose/text-edit';
import { ChangeSet } from '@codemirror/state';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SaveQueue } from '../../saving/save-queue.ts';
import { FakeClock, FakeDocument, FakeJournal } from '../../saving/testing/fake-document.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import type { AppliedChange } from '../../features/writing/applied-change.ts';
import { undoAction } from '../../features/writing/undo-action.ts';
import { useEditMode } from './use-edit-mode.ts';

const toasts = collectToasts();
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
      return { text: queue.text, ranges: [], undo: () => true };
    }),
    focus: jest.fn(),
  } as unknown as ProseEditor;
});
afterEach(cleanup);
const type = (insert: string) =>
  act(() => queue.edit(ChangeSet.of({ from: queue.text.length, insert }, queue.text.length)));
const makeUndo = (change: AppliedChange) => undoAction('chapter', change, () => Promise.resolve('refused'));
const open = () => renderHook(() => useEditMode(queue, editor, makeUndo)).result;

describe('useEditMode', () => {
  it('focuses the editor on Edit, and restores the text on Cancel with a saved change that can be undone', async () => {
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

  it('keeps a remote change on Cancel', async () => {
    const page = open();
    act(() => page.current.edit());
    server.write('Long ago. Once upon a time.');
    await act(() => queue.refresh());
    type(' And then.');
    act(() => page.current.cancel());
    expect(queue.text.toString()).toBe('Long ago. Once upon a time.');
  });

  it('reverts text that was typed before a remote save, and keeps that save', async () => {
    const page = open();
    act(() => page.current.edit());
    type(' And then.');
    server.write('Long ago. Once upon a time.');
    await act(() => queue.flush());
    expect(queue.text.toString()).toBe('Long ago. Once upon a time. And then.');
    type(' The end.');
    act(() => page.current.cancel());
    expect([queue.text.toString(), toasts.at(-1)?.title]).toEqual(['Long ago. Once upon a time.', 'Changes undone']);
  });

  it('reports a remote change that overlaps what Cancel would revert', async () => {
    const page = open();
    act(() => page.current.edit());
    type(' And then it was.');
    await act(() => queue.flush());
    server.write('Once upon a time. And so it was.');
    await act(() => queue.refresh());
    act(() => page.current.cancel());
    expect(queue.text.toString()).toBe('Once upon a time. And so it was.');
    expect(toasts.at(-1)).toMatchObject({
      title: 'Nothing undone',
      description:
        'What you typed has been changed elsewhere in the meantime. Every version is in the chapter’s history.',
    });
    act(() => page.current.edit());
    type(' Again.');
    act(() => page.current.cancel());
    expect([queue.text.toString(), toasts.at(-1)?.description]).toEqual([
      'Once upon a time. And so it was.',
      'What you typed here was removed from the chapter. It is in the history.',
    ]);
    await act(() => queue.flush());
    expect(server.history.map(({ text }) => text)).toContain('Once upon a time. And so it was. Again.');
  });

  it('empties a chapter that was empty before, with Undo', () => {
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

  it('refuses Cancel while a save conflict is open', async () => {
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
    ]).toEqual(['Once upon a dark time.', true, 'Choose a version first', []]);
  });

  it('shows no toast when Cancel has nothing to revert', () => {
    const page = open();
    act(() => page.current.edit());
    act(() => page.current.cancel());
    expect([toasts, jest.mocked(editor.apply).mock.calls, page.current.isEditing]).toEqual([[], [], false]);
  });

  it('stays in edit mode and shows an error when saving fails', async () => {
    const page = open();
    act(() => page.current.edit());
    server.fault = 'lost-request';
    type('!');
    await act(() => page.current.save());
    expect([toasts.at(-1), page.current.isEditing]).toEqual([
      { title: 'Error', description: 'Failed to save chapter.', tone: 'destructive' },
      true,
    ]);
  });
});
