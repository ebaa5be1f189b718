import 'fake-indexeddb/auto';
import { ChangeSet } from '@codemirror/state';
import { expect, it } from '@jest/globals';
import { JournalStore } from '@inkbear/web-kit/journal/journal-store.ts';
import { Journal, type TabLocks } from './journal.ts';
import { OpenDocuments } from './open-documents.ts';
import { FakeDocument } from './testing/fake-document.ts';

/** A browser with one unsaved change of a closed tab. `taken` are the locks of open tabs. */
async function browserWithUnsaved(name: string) {
  const taken = new Set<string>();
  const locks: TabLocks = {
    acquire: (lock) => Promise.resolve(taken.has(lock) ? null : (taken.add(lock), () => void taken.delete(lock))),
    whenFree: () => Promise.resolve(),
  };
  const store = new JournalStore(name);
  const journal = new Journal(locks, store);
  const writing = await journal.claim('ada', 'chapter:1');
  const changes = ChangeSet.of({ from: 5, insert: ' One.' }, 5);
  const batch = {
    changeId: 'one',
    changes,
    origins: [],
    kind: 'autosave',
    sealed: true,
    asText: false,
    since: 0,
  } as const;
  await writing.write({ base: { rev: 1, text: 'Once.' }, batches: [batch] });
  const server = new FakeDocument('Once.');
  const documents = new OpenDocuments(journal, () => undefined);
  return { store, writing, server, documents, recover: () => documents.recover('ada', () => server) };
}

it('lists changes that it cannot read, and sends them once it can', async () => {
  const { store, writing, server, documents, recover } = await browserWithUnsaved('unreadable');
  writing.release();
  const open = store.open.bind(store);
  let opened = 0;
  store.open = () =>
    (opened += 1) === 2 ? Promise.reject(new DOMException('The disk did not answer', 'UnknownError')) : open();
  expect([await recover(), await documents.unrecoveredDocuments()]).toEqual([['chapter:1'], ['chapter:1']]);
  expect([await recover(), server.text]).toEqual([[], 'Once. One.']);
});

it('does not list changes that an open tab holds', async () => {
  const { server, recover } = await browserWithUnsaved('held');
  expect([await recover(), server.text]).toEqual([[], 'Once.']);
});

it('does not list changes that another tab has sent meanwhile', async () => {
  const { store, writing, server, recover } = await browserWithUnsaved('sent-meanwhile');
  writing.release();
  const entriesOf = store.entriesOf.bind(store);
  store.entriesOf = async (userId) => {
    const entries = await entriesOf(userId);
    await writing.write(null);
    return entries;
  };
  expect([await recover(), server.text]).toEqual([[], 'Once.']);
});
