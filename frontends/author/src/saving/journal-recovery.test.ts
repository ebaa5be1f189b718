import 'fake-indexeddb/auto';
import { ChangeSet } from '@codemirror/state';
import { describe, expect, it } from '@jest/globals';
import { JournalStore } from '@inkbear/web-kit/journal/journal-store.ts';
import { Journal, type TabLocks } from './journal.ts';
import type { UnsentDocuments } from './journal-recovery.ts';
import { OpenDocuments } from './open-documents.ts';
import { FakeDocument } from './testing/fake-document.ts';

const allSent: UnsentDocuments = { ids: [], isComplete: true };

/** A browser with one unsaved change of a closed tab; `taken` contains the names of the locks that open tabs hold. */
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
  expect(await recover()).toEqual({ ids: ['chapter:1'], isComplete: true });
  expect(await documents.unsentDocuments()).toEqual({ ids: ['chapter:1'], isComplete: true });
  expect([await recover(), server.text]).toEqual([allSent, 'Once. One.']);
});

it('does not list changes that an open tab holds', async () => {
  const { server, recover } = await browserWithUnsaved('held');
  expect([await recover(), server.text]).toEqual([allSent, 'Once.']);
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
  expect([await recover(), server.text]).toEqual([allSent, 'Once.']);
});

describe('journals that cannot be listed', () => {
  const unknown = { ids: [], isComplete: false };
  /** Makes the database unreadable until the returned function is called. */
  function breakDatabase(store: JournalStore): () => void {
    const open = store.open.bind(store);
    store.open = () => Promise.reject(new DOMException('The disk did not answer', 'UnknownError'));
    return () => {
      store.open = open;
    };
  }

  it('are reported as unknown, and are retried by the next `unsentDocuments()` once they can be listed', async () => {
    const { store, writing, server, documents, recover } = await browserWithUnsaved('unlisted');
    writing.release();
    const repair = breakDatabase(store);
    expect([await recover(), await documents.unsentDocuments()]).toEqual([unknown, unknown]);
    repair();
    expect([await documents.unsentDocuments(), server.text]).toEqual([allSent, 'Once. One.']);
  });

  it('do not hide the documents that are known to have unsent changes', async () => {
    const { store, writing, server, documents, recover } = await browserWithUnsaved('unlisted-later');
    writing.release();
    server.fault = 'lost-request';
    expect(await recover()).toEqual({ ids: ['chapter:1'], isComplete: true });
    breakDatabase(store);
    expect(await recover()).toEqual({ ids: ['chapter:1'], isComplete: false });
    await documents.beginSession('bob');
    expect(await documents.unsentDocuments()).toEqual(allSent);
  });

  it('are reported as unknown when a document was opened meanwhile, and are sent afterwards', async () => {
    const { store, writing, server, documents, recover } = await browserWithUnsaved('unlisted-at-opening');
    expect(await recover()).toEqual(allSent);
    const repair = breakDatabase(store);
    const queue = await documents.acquire('ada', 'chapter:1', server);
    writing.release();
    expect([queue.text.toString(), await documents.unsentDocuments()]).toEqual(['Once.', unknown]);
    repair();
    expect([await documents.unsentDocuments(), queue.text.toString()]).toEqual([allSent, 'Once. One.']);
    await queue.stop();
  });
});
