import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { redo, undo } from '@codemirror/commands';
import { ChangeSet } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { SaveQueue } from '../../saving/save-queue.ts';
import { FakeClock, FakeDocument, FakeJournal } from '../../saving/testing/fake-document.ts';
import { openProseEditor, type ProseEditor } from './prose-editor.ts';

let server: FakeDocument;
let clock: FakeClock;
let queue: SaveQueue;
let editor: ProseEditor;
beforeEach(() => {
  // jsdom has no layout, but CodeMirror asks for it.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  let ids = 0;
  server = new FakeDocument('The bear wrote. It slept.');
  clock = new FakeClock();
  queue = new SaveQueue(
    { port: server, clock, journal: new FakeJournal(), newId: () => `change-${(ids += 1)}` },
    { rev: 1, text: server.text },
  );
  editor = openProseEditor(document.body, queue, { label: 'Text', language: 'EN', isReadOnly: false });
});
afterEach(() => editor.destroy());
const undoOnce = () => {
  const shown = view();
  if (shown) undo(shown);
};
const view = () => EditorView.findFromDOM(document.querySelector('.cm-editor') as HTMLElement);
const type = (insert: string, from: number) => view()?.dispatch({ changes: { from, insert }, userEvent: 'input.type' });

describe('openProseEditor', () => {
  it('replaces a span with an accepted proposal as an AI revision, which one undo reverts', async () => {
    editor.accept('ink', { from: 4, to: 8 }, 'r1');
    expect(editor.text()).toBe('The ink wrote. It slept.');
    await clock.advance(10);
    expect(server.history.at(-1)).toMatchObject({ kind: 'ai', text: 'The ink wrote. It slept.' });
    undoOnce();
    expect(editor.text()).toBe('The bear wrote. It slept.');
  });

  it('applies several edits as one', async () => {
    editor.apply([
      { from: 0, to: 3, insert: 'A' },
      { from: 16, to: 18, insert: 'He' },
    ]);
    expect(queue.text.toString()).toBe('A bear wrote. He slept.');
    undoOnce();
    expect(editor.text()).toBe('The bear wrote. It slept.');
  });

  it('reverts exactly one change and keeps text typed around it and elsewhere', () => {
    const change = editor.accept('ink and paper', { from: 4, to: 8 }, 'r1');
    type('Once. ', 0);
    type(' Again.', queue.text.length);
    expect(change.undo()).toBe(true);
    expect([editor.text(), queue.text.toString()]).toEqual(['Once. The bear wrote. It slept. Again.', editor.text()]);
    expect([change.undo(), editor.text()]).toEqual([false, 'Once. The bear wrote. It slept. Again.']);
  });

  it('refuses to revert text that was changed since, and restores deleted text once', () => {
    const change = editor.acceptEdits([{ from: 4, to: 8, insert: 'ink' }], null);
    type('y', 6);
    expect([change.undo(), editor.text()]).toEqual([false, 'The inyk wrote. It slept.']);
    const deletion = editor.apply([{ from: 4, to: 9, insert: '' }]);
    type('!', queue.text.length);
    expect([deletion.undo(), deletion.undo(), editor.text()]).toEqual([true, false, 'The inyk wrote. It slept.!']);
  });

  it('applies remote changes with undo, and continues to save typing', () => {
    queue.applyExternalEdit(ChangeSet.of({ from: 4, to: 8, insert: 'fox' }, queue.text.length));
    type('!', queue.text.length);
    expect([editor.text(), queue.text.toString()]).toEqual(['The fox wrote. It slept.!', editor.text()]);
    undoOnce();
    undoOnce();
    expect([editor.text(), queue.text.toString()]).toEqual(['The bear wrote. It slept.', editor.text()]);
  });

  it('continues to save after it missed a change of the queue', async () => {
    queue.edit(ChangeSet.of({ from: 0, insert: 'Unseen. ' }, queue.text.length));
    type('!', editor.text().length);
    expect(queue.text.toString()).toBe('The bear wrote. It slept.!');
    queue.edit(ChangeSet.of({ from: 0, insert: 'Unseen. ' }, queue.text.length));
    await queue.flush();
    server.write(`Elsewhere. ${server.text}`);
    await queue.refresh();
    expect(editor.text()).toBe('Elsewhere. Unseen. The bear wrote. It slept.!');
  });

  it('throws on edits after it is closed', () => {
    const change = editor.apply([{ from: 0, to: 3, insert: 'A' }]);
    editor.destroy();
    expect([change.undo(), queue.text.toString()]).toEqual([null, 'A bear wrote. It slept.']);
    expect(() => editor.apply([{ from: 0, to: 1, insert: 'The' }])).toThrow('closed');
    expect(() => editor.accept('x', 'below', null)).toThrow('closed');
  });

  it('notifies once for each change of the selection', () => {
    let notifications = 0;
    const stop = editor.subscribe(() => (notifications += 1));
    editor.reveal({ from: 4, to: 8 });
    expect([editor.selection(), notifications]).toEqual([{ from: 4, to: 8, text: 'bear' }, 1]);
    expect(editor.selection()).toBe(editor.selection());
    stop();
    editor.reveal({ from: 0, to: 0 });
    expect([editor.selection(), notifications]).toEqual([null, 1]);
  });

  it('maps highlights through changes and keeps layers separate', () => {
    editor.highlight('grammar', [
      { from: 4, to: 8, className: 'high' },
      { from: 90, to: 99, className: 'outside' },
    ]);
    editor.highlight('speech', [{ from: 16, to: 25, className: 'spoken' }]);
    editor.apply([{ from: 0, to: 0, insert: 'Look: ' }]);
    expect(editor.highlights('grammar')).toEqual([{ from: 10, to: 14 }]);
    editor.highlight('grammar', []);
    expect([editor.highlights('grammar'), editor.highlights('speech')]).toEqual([[], [{ from: 22, to: 31 }]]);
  });

  it('identifies highlights by id and notifies about new ones', () => {
    let notifications = 0;
    editor.subscribe(() => (notifications += 1));
    editor.highlight('grammar', [
      { from: 4, to: 8, className: 'high', id: 'a' },
      { from: 16, to: 18, className: 'low', id: 'b' },
    ]);
    expect(notifications).toBe(1);
    editor.apply([{ from: 0, to: 9, insert: '' }]);
    expect(editor.highlights('grammar')).toEqual([{ from: 7, to: 9, id: 'b' }]);
  });

  it('reports words that are typed, not pasted, accepted or reverted', () => {
    const reported: number[] = [];
    const stop = editor.onTyped((words) => reported.push(words));
    const editorView = EditorView.findFromDOM(document.querySelector('.cm-editor') as HTMLElement);
    const typeText = (insert: string, userEvent: string) =>
      editorView?.dispatch({ changes: { from: queue.text.length, insert }, userEvent });
    typeText(' One', 'input.type');
    typeText(' word', 'input.type.compose');
    typeText(' three words pasted', 'input.paste');
    editor.accept(' by AI', 'below', null);
    undoOnce();
    editorView?.dispatch({ changes: { from: 0, to: 8 }, userEvent: 'delete.selection' });
    expect([reported, editor.cursor()]).toEqual([[1, 1, -2], 0]);
    stop();
    typeText(' x', 'input.type');
    expect(reported).toHaveLength(3);
  });

  it('replaces lone surrogates and keeps whole characters', () => {
    const editorView = EditorView.findFromDOM(document.querySelector('.cm-editor') as HTMLElement);
    const typeText = (insert: string) =>
      editorView?.dispatch({
        changes: { from: 0, insert },
        selection: { anchor: insert.length },
        userEvent: 'input.type',
      });
    typeText('\ud83d🐻');
    expect([queue.text.sliceString(0, 4), editor.cursor()]).toEqual(['\ufffd🐻T', 3]);
  });
});

describe('text origins', () => {
  const redoOnce = () => {
    const shown = view();
    if (shown) redo(shown);
  };
  /** The changes that the queue received: the text after each, and the origins of what it inserted. */
  const saved: { text: string; kinds: string[] }[] = [];
  beforeEach(() => {
    saved.length = 0;
    const edit = queue.edit.bind(queue);
    queue.edit = (changes, meta) => {
      edit(changes, meta);
      const kinds = (meta?.origins ?? []).map(
        ({ from, to, kind, resultId }) =>
          `${kind}${resultId === undefined ? '' : `:${resultId}`} ${queue.text.sliceString(from, to)}`,
      );
      saved.push({ text: queue.text.toString(), kinds });
    };
  });
  const kinds = () => saved.at(-1)?.kinds;

  it('keeps the AI origin through undo and redo', () => {
    editor.accept('AI wrote this.', 'below', 'r1');
    undoOnce();
    expect([editor.text(), kinds()]).toEqual(['The bear wrote. It slept.', []]);
    redoOnce();
    expect(kinds()).toEqual(['ai:r1 \n\nAI wrote this.']);
  });

  it('does not count text that the undo of an AI rewrite restores as typed', () => {
    editor.accept('ink', { from: 4, to: 8 }, 'r1');
    undoOnce();
    expect([editor.text(), kinds()]).toEqual(['The bear wrote. It slept.', ['imported bear']]);
    redoOnce();
    expect(kinds()).toEqual(['ai:r1 ink']);
    undoOnce();
    expect(kinds()).toEqual(['imported bear']);
  });

  it('restores deleted text with its origin', () => {
    editor.accept('AI wrote this.', 'below', 'r1');
    view()?.dispatch({ changes: { from: 4, to: 8 }, userEvent: 'delete.selection' });
    undoOnce();
    expect([editor.text().slice(4, 8), kinds()]).toEqual(['bear', []]);
    view()?.dispatch({ changes: { from: 20, to: 41 }, userEvent: 'delete.selection' });
    undoOnce();
    expect(kinds()).toEqual(['ai:r1 \n\nAI wrote this.']);
  });

  it('does not count a bulk replacement and its undo as typing', () => {
    const change = editor.apply([{ from: 4, to: 8, insert: 'bruin' }], 'replacement');
    expect(kinds()).toEqual(['imported bruin']);
    change.undo();
    expect(kinds()).toEqual(['imported bear']);
    editor.apply([{ from: 4, to: 8, insert: 'beer' }]);
    expect(kinds()).toEqual([]);
  });

  it('maps origins through remote changes between a deletion and its undo', () => {
    editor.accept('AI wrote this.', 'below', 'r1');
    view()?.dispatch({ changes: { from: 25, to: 41 }, userEvent: 'delete.selection' });
    queue.applyExternalEdit(ChangeSet.of({ from: 0, to: 3, insert: 'A' }, queue.text.length));
    undoOnce();
    undoOnce();
    expect([editor.text(), kinds()]).toEqual([
      'The bear wrote. It slept.\n\nAI wrote this.',
      ['ai:r1 \n\nAI wrote this.'],
    ]);
  });
});
