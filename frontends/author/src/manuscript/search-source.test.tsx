import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { applyChanges, parseChanges } from '@inkbear/prose/changes';
import { findHits, replaceHits } from '@inkbear/prose/search/find-hits';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { EditorView } from '@codemirror/view';
import { manuscriptPort } from '../features/writing/manuscript-port.ts';
import { documents } from '../features/writing/tab-documents.ts';
import { openProseEditor } from '../features/writing/prose-editor.ts';
import { bookSearchSource } from './search-source.ts';

let texts: string[];
let refusal: number | null;
/** The text that another tab saves just before the next save. */
let elsewhere: string | null;
let api: ReturnType<typeof fakeApi>;
const chapter = () => ({ body: { id: 'c2', rev: texts.length, content: texts.at(-1) } });
beforeEach(() => {
  [texts, refusal, elsewhere] = [['A cat.'], null, null];
  api = fakeApi({
    'GET /api/chapters/c2': chapter,
    'PATCH /api/chapters/c2': ({ body }) => {
      if (elsewhere !== null) {
        texts.push(elsewhere);
        elsewhere = null;
        return { status: 412, body: problemBody(412, 'books.stale_revision', 'The chapter has changed.') };
      }
      if (refusal !== null)
        return { status: refusal, body: problemBody(refusal, 'plan.read_only', 'This book is read-only.') };
      const before = texts.at(-1) ?? '';
      texts.push(applyChanges(before, parseChanges((body as { changes: unknown }).changes, before.length)));
      return { body: { rev: texts.length } };
    },
  });
});
afterEach(() => api.restore());
const toFox = (text: string) =>
  replaceHits(text, findHits(text, { query: 'cat', isCaseSensitive: false, isWholeWord: false }), 'fox', true);
const source = (user: string) => bookSearchSource(user, 'b1');

it('edits a closed chapter as one revision, and reverts it as another', async () => {
  const change = await source('u1').applyEdits('c2', toFox);
  expect([change, texts]).toMatchObject([{ chapterId: 'c2', count: 1, isSaved: true }, ['A cat.', 'A fox.']]);
  expect(change && (await source('u1').revert(change))).toBe('saved');
  expect(texts).toEqual(['A cat.', 'A fox.', 'A cat.']);
  expect(await source('u1').applyEdits('c2', () => [])).toBeNull();
});

it('reverts only its own edits and keeps concurrent and later changes', async () => {
  elsewhere = 'Once: A cat.';
  const change = await source('u2').applyEdits('c2', toFox);
  expect(texts.at(-1)).toBe('Once: A fox.');
  texts.push('Once: A fox, and more.');
  expect(change && (await source('u2').revert(change))).toBe('saved');
  expect(texts.at(-1)).toBe('Once: A cat, and more.');
});

it('refuses to revert text that was changed since', async () => {
  const change = await source('u3').applyEdits('c2', toFox);
  texts.push('A flying fish.');
  expect(change && (await source('u3').revert(change))).toBe('refused');
  expect(texts.at(-1)).toBe('A flying fish.');
});

it('reports an unsaved edit, and reverts it too', async () => {
  refusal = 403;
  const change = await source('u4').applyEdits('c2', toFox);
  expect([change, texts]).toMatchObject([{ isSaved: false }, ['A cat.']]);
  await expect(source('u4').applyEdits('c2', toFox)).rejects.toThrow('not saved yet');
  expect(change && (await source('u4').revert(change))).toBe('unsaved');
  refusal = null;
  expect(await documents.flushAll()).toBe(true);
  expect(texts).toEqual(['A cat.', 'A fox.', 'A cat.']);
});

it('edits a chapter that was opened in an editor meanwhile', async () => {
  const before = source('u5');
  const queue = await documents.acquire('u5', 'chapter:c2', manuscriptPort({ kind: 'chapter', id: 'c2' }));
  const editor = openProseEditor(document.body, queue, { label: 'Text', language: 'EN', isReadOnly: false });
  const change = await before.applyEdits('c2', toFox);
  expect(editor.text()).toBe('A fox.');
  EditorView.findFromDOM(document.querySelector('.cm-editor') as HTMLElement)?.dispatch({
    changes: { from: 6, insert: ' It ran.' },
  });
  expect(await queue.flush()).toBe(true);
  expect(texts.at(-1)).toBe('A fox. It ran.');
  expect(change && (await before.revert(change))).toBe('saved');
  expect([editor.text(), texts.at(-1)]).toEqual(['A cat. It ran.', 'A cat. It ran.']);
  editor.destroy();
  documents.release('u5', 'chapter:c2');
});

it('loads each chapter once, and later only those with a new revision', async () => {
  api.restore();
  const revs: Record<string, number> = { c1: 1, c2: 1 };
  const item = (id: string, chapterNumber: number) => ({ id, title: id, chapterNumber, rev: revs[id] });
  const one = (id: string) => () => ({ body: { id, rev: revs[id], content: `Text ${revs[id]} of ${id}.` } });
  api = fakeApi({
    'GET /api/books/b1/chapters': () => ({ body: [item('c2', 2), item('c1', 1)] }),
    'GET /api/chapters/c1': one('c1'),
    'GET /api/chapters/c2': one('c2'),
  });
  const book = source('u9');
  expect((await book.load()).map(({ id, text }) => `${id}: ${text}`)).toEqual([
    'c1: Text 1 of c1.',
    'c2: Text 1 of c2.',
  ]);
  revs['c2'] = 2;
  expect((await book.load()).map(({ text }) => text)).toEqual(['Text 1 of c1.', 'Text 2 of c2.']);
  expect(api.requests.map(({ route }) => route).filter((route) => route.includes('/chapters/'))).toEqual([
    'GET /api/chapters/c1',
    'GET /api/chapters/c2',
    'GET /api/chapters/c2',
  ]);
});
