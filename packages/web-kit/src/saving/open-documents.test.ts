import 'fake-indexeddb/auto';
import { ChangeSet } from '@codemirror/state';
import { expect, it } from '@jest/globals';
import { FakeDocument } from '../testing/fake-document.ts';
import { Journal, type TabLocks } from './journal.ts';
import { JournalStore } from './journal-store.ts';
import { OpenDocuments } from './open-documents.ts';

let databases = 0;
/** A browser in which an earlier window left one change for each of these documents. */
async function browserWith(left: readonly { documentId: string; insert: string; at?: number }[]) {
  const taken = new Set<string>();
  const locks: TabLocks = { take: (name) => Promise.resolve(taken.has(name) ? null : (taken.add(name), () => void taken.delete(name))) };
  const store = new JournalStore(`documents-${(databases += 1)}`);
  const journal = new Journal(locks, store);
  for (const { documentId, insert, at = 5 } of left) {
    const writing = await journal.claim('ada', documentId);
    await writing.write({ base: { rev: 1, text: 'Once.' }, batches: [{ changeId: `left-${insert.trim()}`, changes: ChangeSet.of({ from: at, insert }, 5), origins: [], kind: 'autosave', sealed: false, asText: false, since: 0 }] });
  }
  taken.clear();
  const servers = new Map<string, FakeDocument>();
  const portOf = (documentId: string) => {
    const server = servers.get(documentId) ?? new FakeDocument('Once.');
    servers.set(documentId, server);
    return server;
  };
  return { documents: new OpenDocuments(journal, () => undefined), store, portOf };
}

it('words that earlier windows left are saved although nobody opens their documents again, two windows of one document included', async () => {
  const { documents, store, portOf } = await browserWith([{ documentId: 'chapter:1', insert: ' One.' }, { documentId: 'chapter:2', insert: ' Two.' }]);
  expect(await documents.recover('ada', portOf)).toEqual([]);
  expect([portOf('chapter:1').text, portOf('chapter:2').text]).toEqual(['Once. One.', 'Once. Two.']);
  expect([await store.countFor('ada'), documents.hasUnsaved()]).toEqual([0, false]);
});

it('whoever has the document open sees what another window left', async () => {
  const { documents, portOf } = await browserWith([{ documentId: 'chapter:1', insert: ' One.' }, { documentId: 'chapter:1', insert: 'Long ago. ', at: 0 }]);
  const queue = await documents.acquire('ada', 'chapter:1', portOf('chapter:1'));
  await queue.flush();
  expect(await documents.recover('ada', portOf)).toEqual([]);
  expect([queue.text.toString(), portOf('chapter:1').text]).toEqual(Array(2).fill('Long ago. Once. One.'));
  await queue.stop();
});

it('what cannot be saved by itself stays in the browser, is known, and is taken over when its document is opened', async () => {
  const { documents, store, portOf } = await browserWith([{ documentId: 'chapter:1', insert: ' Mine.' }]);
  portOf('chapter:1').write('Once. Theirs.');
  expect(await documents.recover('ada', portOf)).toEqual(['chapter:1']);
  expect([documents.isLeft('chapter:1'), documents.hasUnsaved(), await store.countFor('ada'), portOf('chapter:1').text]).toEqual([true, false, 1, 'Once. Theirs.']);
  const queue = await documents.acquire('ada', 'chapter:1', portOf('chapter:1'));
  await queue.flush();
  expect([documents.isLeft('chapter:1'), queue.view().phase, queue.view().conflict?.mine]).toEqual([false, 'conflict', 'Once. Mine.']);
});

it('without a network everything stays where it is, and goes when it is back', async () => {
  const { documents, store, portOf } = await browserWith([{ documentId: 'chapter:1', insert: ' One.' }]);
  portOf('chapter:1').weather = 'lost-request';
  expect(await documents.recover('ada', portOf)).toEqual(['chapter:1']);
  expect(await store.countFor('ada')).toBe(1);
  portOf('chapter:1').weather = 'fine';
  expect(await documents.recover('ada', portOf)).toEqual([]);
  expect([portOf('chapter:1').text, await store.countFor('ada'), documents.isLeft('chapter:1')]).toEqual(['Once. One.', 0, false]);
});
