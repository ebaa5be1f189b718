import { ChangeSet } from '@codemirror/state';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { FakeClock, FakeDocument, FakeJournal } from '@inkbear/web-kit/testing/fake-document.ts';
import { toastsOfEachTest } from '@inkbear/web-kit/testing/toasts-of-each-test.ts';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { Edit, ProseEditor } from '../../features/writing/prose-editor.ts';
import { useEditing } from './use-editing.ts';

const toasts = toastsOfEachTest();
let server: FakeDocument;
let queue: SaveQueue;
let editor: ProseEditor;
let ids = 0;
beforeEach(() => {
  server = new FakeDocument('Once upon a time.');
  queue = new SaveQueue({ port: server, clock: new FakeClock(), journal: new FakeJournal(), newId: () => `change-${(ids += 1)}` }, { rev: 1, text: server.text });
  editor = { apply: jest.fn((edits: readonly Edit[]) => { queue.edit(ChangeSet.of([...edits], queue.text.length)); return () => true; }), focus: jest.fn() } as unknown as ProseEditor;
});
afterEach(cleanup);
const type = (insert: string) => act(() => queue.edit(ChangeSet.of({ from: queue.text.length, insert }, queue.text.length)));
const open = () => renderHook(() => useEditing(queue, editor)).result;

describe('editing on the full-chapter page', () => {
  it('begins with the keyboard in the text, and Cancel puts the text back as a change that is saved and can be undone', async () => {
    const page = open();
    expect(page.current.isEditing).toBe(false);
    act(() => page.current.edit());
    expect(editor.focus).toHaveBeenCalledTimes(1);
    type(' And then.');
    await act(() => queue.flush());
    act(() => page.current.cancel());
    expect([queue.text.toString(), page.current.isEditing, toasts.at(-1)?.action?.label]).toEqual(['Once upon a time.', false, 'Undo']);
    await act(() => queue.flush());
    expect(server.history.map(({ text }) => text)).toEqual(['Once upon a time.', 'Once upon a time. And then.', 'Once upon a time.']);
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
    expect([toasts.at(-1), page.current.isEditing]).toEqual([{ title: 'Error', description: 'Failed to save chapter.', tone: 'destructive' }, true]);
  });
});
