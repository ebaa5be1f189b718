import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { applyChanges, parseChanges } from '@inkbear/prose/changes';
import { findHits, replaceHits } from '@inkbear/prose/search/find-hits';
import { browserClock } from '@inkbear/web-kit/saving/save-port.ts';
import { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { FakeDocument, FakeJournal } from '@inkbear/web-kit/testing/fake-document.ts';
import { bookDesk } from './book-desk.ts';

let texts: string[];
let refusal: number | null;
let api: ReturnType<typeof fakeApi>;
const open = { id: 'c1', queue: new SaveQueue({ port: new FakeDocument(''), clock: browserClock, journal: new FakeJournal(), newId: () => 'change-1' }, { rev: 1, text: '' }), editor: null };
const chapter = () => ({ body: { id: 'c2', rev: texts.length, content: texts.at(-1) } });
beforeEach(() => {
  [texts, refusal] = [['A cat.'], null];
  api = fakeApi({
    'GET /api/chapters/c2': chapter,
    'PATCH /api/chapters/c2': ({ body }) => {
      if (refusal !== null) return { status: refusal, body: problemBody(refusal, 'plan.read_only', 'This book is read-only.') };
      const before = texts.at(-1) ?? '';
      texts.push(applyChanges(before, parseChanges((body as { changes: unknown }).changes, before.length)));
      return { body: { rev: texts.length } };
    },
    'POST /api/chapters/c2/revisions/1/restore': () => {
      texts.push(texts[0] ?? '');
      return chapter();
    },
  });
});
afterEach(() => api.restore());
const toFox = (text: string) => replaceHits(text, findHits(text, { query: 'cat', isCaseSensitive: false, isWholeWord: false }), 'fox', true);
const desk = (user: string) => bookDesk(user, 'b1', open);

it('changes a chapter that is not open as one revision, and takes it back as another', async () => {
  const change = await desk('u1').change('c2', toFox);
  expect([change, texts]).toEqual([{ chapterId: 'c2', before: 1, after: 2, count: 1 }, ['A cat.', 'A fox.']]);
  expect(change && await desk('u1').takeBack(change)).toBe(true);
  expect(texts).toEqual(['A cat.', 'A fox.', 'A cat.']);
  expect(await desk('u1').change('c2', () => [])).toBeNull();
});

it('leaves alone what was written on since', async () => {
  const change = await desk('u2').change('c2', toFox);
  texts.push('A fox, and more.');
  expect(change && await desk('u2').takeBack(change)).toBe(false);
  expect(texts.at(-1)).toBe('A fox, and more.');
});

it('says so when the chapter cannot be saved', async () => {
  refusal = 403;
  await expect(desk('u3').change('c2', toFox)).rejects.toThrow('not saved yet');
  expect(texts).toEqual(['A cat.']);
});
