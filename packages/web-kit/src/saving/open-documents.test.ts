import 'fake-indexeddb/auto';
import { ChangeSet } from '@codemirror/state';
import { afterEach, expect, it, jest } from '@jest/globals';
import { FakeDocument, FakeJournal } from '../testing/fake-document.ts';
import { type ClaimedJournal, Journal, type TabLocks } from './journal.ts';
import { JournalStore } from './journal-store.ts';
import { OpenDocuments } from './open-documents.ts';

let databases = 0;
afterEach(() => void jest.restoreAllMocks());
/** A browser in which an earlier window left one change for each of these documents. */
async function browserWith(left: readonly { documentId: string; insert: string; at?: number }[]) {
  const taken = new Set<string>();
  const locks: TabLocks = {
    take: (name) => Promise.resolve(taken.has(name) ? null : (taken.add(name), () => void taken.delete(name))),
  };
  const store = new JournalStore(`documents-${(databases += 1)}`);
  const journal = new Journal(locks, store);
  for (const { documentId, insert, at = 5 } of left) {
    const writing = await journal.claim('ada', documentId);
    await writing.write({
      base: { rev: 1, text: 'Once.' },
      batches: [
        {
          changeId: `left-${insert.trim()}`,
          changes: ChangeSet.of({ from: at, insert }, 5),
          origins: [],
          kind: 'autosave',
          sealed: false,
          asText: false,
          since: 0,
        },
      ],
    });
  }
  taken.clear();
  const servers = new Map<string, FakeDocument>();
  const portOf = (documentId: string) => {
    const server = servers.get(documentId) ?? new FakeDocument('Once.');
    servers.set(documentId, server);
    return server;
  };
  return { documents: new OpenDocuments(journal, () => undefined), store, portOf, taken };
}

it('words that earlier windows left are saved although nobody opens their documents again, two windows of one document included', async () => {
  const { documents, store, portOf } = await browserWith([
    { documentId: 'chapter:1', insert: ' One.' },
    { documentId: 'chapter:2', insert: ' Two.' },
  ]);
  expect(await documents.recover('ada', portOf)).toEqual([]);
  expect([portOf('chapter:1').text, portOf('chapter:2').text]).toEqual(['Once. One.', 'Once. Two.']);
  expect([await store.countFor('ada'), documents.hasUnsaved()]).toEqual([0, false]);
});

it('whoever has the document open sees what another window left', async () => {
  const { documents, portOf } = await browserWith([
    { documentId: 'chapter:1', insert: ' One.' },
    { documentId: 'chapter:1', insert: 'Long ago. ', at: 0 },
  ]);
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
  expect([
    documents.isLeft('chapter:1'),
    documents.hasUnsaved(),
    await store.countFor('ada'),
    portOf('chapter:1').text,
  ]).toEqual([true, false, 1, 'Once. Theirs.']);
  const queue = await documents.acquire('ada', 'chapter:1', portOf('chapter:1'));
  await queue.flush();
  expect([documents.isLeft('chapter:1'), queue.view().phase, queue.view().conflict?.mine]).toEqual([
    false,
    'conflict',
    'Once. Mine.',
  ]);
});

it('what the storage quota refused is sent again once there may be room, and nothing else is', async () => {
  const { documents, portOf } = await browserWith([]);
  const [refused, offline] = ['chapter:1', 'chapter:2'].map(portOf) as [FakeDocument, FakeDocument];
  const queues = await Promise.all(['chapter:1', 'chapter:2'].map((id) => documents.acquire('ada', id, portOf(id))));
  refused.weather = 'quota-used';
  offline.weather = 'lost-request';
  for (const queue of queues) queue.edit(ChangeSet.of({ from: 5, insert: ' More.' }, 5));
  await documents.flushAll();
  refused.weather = 'fine';
  offline.weather = 'fine';
  documents.retryOverQuota();
  expect(queues.map((queue) => queue.view().phase)).toEqual(['sending', 'retrying']);
  await documents.flushAll();
  expect([refused.text, offline.text]).toEqual(['Once. More.', 'Once. More.']);
});

it('without a network everything stays where it is, and goes when it is back', async () => {
  const { documents, store, portOf } = await browserWith([{ documentId: 'chapter:1', insert: ' One.' }]);
  portOf('chapter:1').weather = 'lost-request';
  expect(await documents.recover('ada', portOf)).toEqual(['chapter:1']);
  expect(await store.countFor('ada')).toBe(1);
  portOf('chapter:1').weather = 'fine';
  expect(await documents.recover('ada', portOf)).toEqual([]);
  expect([portOf('chapter:1').text, await store.countFor('ada'), documents.isLeft('chapter:1')]).toEqual([
    'Once. One.',
    0,
    false,
  ]);
});

it('one entry whose changes do not fit its base releases its lock and holds up no other', async () => {
  const { documents, portOf, taken } = await browserWith([
    { documentId: 'chapter:1', insert: ' One.' },
    { documentId: 'chapter:2', insert: ' Two.' },
  ]);
  const reported = jest.fn();
  globalThis.reportError = reported;
  const apply = jest.spyOn(ChangeSet.prototype, 'apply').mockImplementationOnce(() => {
    throw new RangeError('Applying change set to a document with the wrong length');
  });
  const left = await documents.recover('ada', portOf);
  expect([apply.mock.calls.length > 0, left.length, reported.mock.calls.length, taken.size]).toEqual([true, 1, 1, 0]);
  const [first = ''] = left;
  expect(portOf(first === 'chapter:1' ? 'chapter:2' : 'chapter:1').text).toMatch(/^Once\. (One|Two)\.$/);
});

/** Documents whose journal is this one, so that it can break. */
function documentsWith(journal: FakeJournal): OpenDocuments {
  const claimed: ClaimedJournal = {
    write: journal.write,
    writeSync: journal.writeSync,
    left: null,
    release: () => undefined,
  };
  return new OpenDocuments({ claim: () => Promise.resolve(claimed) } as unknown as Journal, () => undefined);
}
const typed = ChangeSet.of({ from: 5, insert: ' Mine.' }, 5);

it('a tab that waits for a new sign-in may close only while its words are stored', async () => {
  const [journal, server] = [new FakeJournal(), new FakeDocument('Once.')];
  const documents = documentsWith(journal);
  const queue = await documents.acquire('ada', 'chapter:1', server);
  server.weather = 'signed-out';
  queue.edit(typed);
  expect(documents.mustNotClose()).toBe(true);
  await queue.flush();
  expect([queue.view().phase, documents.mustNotClose(), documents.hasUnpersisted()]).toEqual([
    'signed-out',
    false,
    false,
  ]);
  journal.isBroken = true;
  queue.edit(ChangeSet.of({ from: 11, insert: '!' }, 11));
  expect([documents.mustNotClose(), documents.hasUnpersisted(), documents.persistAll()]).toEqual([true, true, false]);
  await queue.stop();
});

it('a new session of the same author sends what waited for it; another author’s session sends and shows nothing of it', async () => {
  const { documents, store, portOf } = await browserWith([]);
  const [one, two] = await Promise.all(
    ['chapter:1', 'chapter:2'].map((id) => documents.acquire('ada', id, portOf(id))),
  );
  for (const [queue, id] of [
    [one, 'chapter:1'],
    [two, 'chapter:2'],
  ] as const) {
    portOf(id).weather = 'signed-out';
    queue?.edit(typed);
    await queue?.flush();
  }
  portOf('chapter:1').weather = 'fine';
  await documents.beginSession('ada');
  await one?.flush();
  expect(portOf('chapter:1').text).toBe('Once. Mine.');
  await documents.beginSession('bob');
  portOf('chapter:2').weather = 'fine';
  documents.retryAll();
  await documents.flushAll();
  expect([portOf('chapter:2').text, documents.hasUnsaved(), await store.countFor('ada')]).toEqual(['Once.', false, 1]);
  expect(await documents.recover('ada', portOf)).toEqual([]);
  expect(portOf('chapter:2').text).toBe('Once. Mine.');
});
