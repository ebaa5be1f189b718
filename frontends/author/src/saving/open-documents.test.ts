import 'fake-indexeddb/auto';
import { ChangeSet } from '@codemirror/state';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { FakeDocument, FakeJournal } from './testing/fake-document.ts';
import { type DocumentJournal, Journal, type TabLocks } from './journal.ts';
import type { UnsentDocuments } from './journal-recovery.ts';
import { JournalStore } from '@inkbear/web-kit/journal/journal-store.ts';
import { countEntries } from '@inkbear/web-kit/testing/stored-journal.ts';
import { OpenDocuments } from './open-documents.ts';

let databases = 0;
const complete = (...ids: string[]): UnsentDocuments => ({ ids, isComplete: true });
afterEach(() => void jest.restoreAllMocks());
/** A browser with one unsaved change of a closed tab for each of these documents. */
async function browserWith(unsaved: readonly { documentId: string; insert: string; at?: number }[]) {
  const taken = new Set<string>();
  const waiting: { name: string; resolve: () => void }[] = [];
  const locks: TabLocks = {
    acquire: (name) =>
      Promise.resolve(
        taken.has(name)
          ? null
          : (taken.add(name),
            () => {
              taken.delete(name);
              for (const each of waiting) if (each.name === name) each.resolve();
            }),
      ),
    whenFree: (name) =>
      taken.has(name) ? new Promise((resolve) => void waiting.push({ name, resolve })) : Promise.resolve(),
  };
  const store = new JournalStore(`documents-${(databases += 1)}`);
  const journal = new Journal(locks, store);
  for (const { documentId, insert, at = 5 } of unsaved) {
    const writing = await journal.claim('ada', documentId);
    await writing.write({
      base: { rev: 1, text: 'Once.' },
      batches: [
        {
          changeId: `unsaved-${insert.trim()}`,
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
  const openTab = () => new OpenDocuments(new Journal(locks, store), () => undefined);
  return { documents: openTab(), openTab, store, portOf, taken };
}

it('saves changes of closed tabs without their documents being opened, also of two tabs with one document', async () => {
  const { documents, store, portOf } = await browserWith([
    { documentId: 'chapter:1', insert: ' One.' },
    { documentId: 'chapter:2', insert: ' Two.' },
  ]);
  expect(await documents.recover('ada', portOf)).toEqual(complete());
  expect([portOf('chapter:1').text, portOf('chapter:2').text]).toEqual(['Once. One.', 'Once. Two.']);
  expect([await countEntries(store, 'ada'), documents.hasUnsaved()]).toEqual([0, false]);
});

it('shows recovered changes in an open document', async () => {
  const { documents, portOf } = await browserWith([
    { documentId: 'chapter:1', insert: ' One.' },
    { documentId: 'chapter:1', insert: 'Long ago. ', at: 0 },
  ]);
  const queue = await documents.acquire('ada', 'chapter:1', portOf('chapter:1'));
  await queue.flush();
  expect(await documents.recover('ada', portOf)).toEqual(complete());
  expect([queue.text.toString(), portOf('chapter:1').text]).toEqual(Array(2).fill('Long ago. Once. One.'));
  await queue.stop();
});

/** Waits for more event-loop turns than opening a document from the fake server takes. */
async function waitLongEnough(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
}

/** Starts to recover documents whose first save is answered only after `reply` is called. */
async function recoverSlowly(unsaved = [{ documentId: 'chapter:1', insert: ' One.' }]) {
  const browser = await browserWith(unsaved);
  const server = browser.portOf('chapter:1');
  const { promise: mayReply, resolve: reply } = Promise.withResolvers<void>();
  const patch = server.patch;
  const isRequested = new Promise<void>((resolve) => {
    server.patch = async (...save) => {
      resolve();
      await mayReply;
      return patch(...save);
    };
  });
  const recovering = browser.documents.recover('ada', browser.portOf);
  await isRequested;
  return { ...browser, server, recovering, reply };
}

describe('a document that is opened while the changes of its closed tab are being sent', () => {
  it('has those changes from the start', async () => {
    const { documents, server, recovering, reply } = await recoverSlowly();
    const opening = documents.acquire('ada', 'chapter:1', server);
    await waitLongEnough();
    reply();
    const queue = await opening;
    expect([queue.text.toString(), queue.isDirty, await recovering]).toEqual(['Once. One.', false, complete()]);
    await queue.stop();
  });

  it('sends them itself when the recovery has failed, and is not reported as unsaved', async () => {
    const { documents, server, recovering, reply } = await recoverSlowly();
    const opening = documents.acquire('ada', 'chapter:1', server);
    server.fault = 'lost-request';
    reply();
    const queue = await opening;
    expect([queue.text.toString(), queue.isDirty, await recovering]).toEqual(['Once. One.', true, complete()]);
    server.fault = 'none';
    expect([await queue.flush(), server.text]).toEqual([true, 'Once. One.']);
    await queue.stop();
  });

  it('shows them once they have arrived when another tab sends them', async () => {
    const { openTab, server, recovering, reply } = await recoverSlowly();
    const queue = await openTab().acquire('ada', 'chapter:1', server);
    expect(queue.text.toString()).toBe('Once.');
    reply();
    await recovering;
    await waitLongEnough();
    expect(queue.text.toString()).toBe('Once. One.');
    await queue.stop();
  });

  it('opens without them after three seconds, and shows them once they have arrived', async () => {
    const { documents, server, recovering, reply } = await recoverSlowly();
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const opening = documents.acquire('ada', 'chapter:1', server);
    await jest.advanceTimersByTimeAsync(2999);
    await expect(Promise.race([opening, Promise.resolve('waits')])).resolves.toBe('waits');
    await jest.advanceTimersByTimeAsync(1);
    jest.useRealTimers();
    const queue = await opening;
    expect(queue.text.toString()).toBe('Once.');
    reply();
    await recovering;
    expect(queue.text.toString()).toBe('Once. One.');
    await queue.stop();
  });
});

it('lists a document until all its journals have been sent', async () => {
  const { documents, portOf } = await browserWith([
    { documentId: 'chapter:1', insert: ' One.' },
    { documentId: 'chapter:1', insert: 'Long ago. ', at: 0 },
  ]);
  portOf('chapter:1').fault = 'lost-request';
  expect(await documents.recover('ada', portOf)).toEqual(complete('chapter:1'));
  const queue = await documents.acquire('ada', 'chapter:1', portOf('chapter:1'));
  expect(await documents.unsentDocuments()).toEqual(complete('chapter:1'));
  portOf('chapter:1').fault = 'none';
  await queue.flush();
  expect([await documents.recover('ada', portOf), await documents.unsentDocuments()]).toEqual([complete(), complete()]);
  expect(queue.text.toString()).toBe('Long ago. Once. One.');
  await queue.stop();
});

it('waits for the recovery before it lists the documents with unsent changes', async () => {
  const { documents, portOf, recovering, reply } = await recoverSlowly([
    { documentId: 'chapter:1', insert: ' One.' },
    { documentId: 'chapter:2', insert: ' Two.' },
  ]);
  portOf('chapter:2').fault = 'lost-request';
  const listing = documents.unsentDocuments();
  reply();
  expect([await listing, await recovering]).toEqual([complete('chapter:2'), complete('chapter:2')]);
});

it('neither sends nor stores anything more after a sign-out during a recovery', async () => {
  const { documents, portOf, recovering, reply, store } = await recoverSlowly([
    { documentId: 'chapter:1', insert: ' One.' },
    { documentId: 'chapter:2', insert: ' Two.' },
  ]);
  const opening = documents.acquire('ada', 'chapter:3', portOf('chapter:3'));
  const opened = expect(opening).rejects.toThrow();
  await documents.abandonAll();
  reply();
  await opened;
  expect([await recovering, portOf('chapter:2').text]).toEqual([complete(), 'Once.']);
  await store.wipe('ada');
  await waitLongEnough();
  expect(await countEntries(store, 'ada')).toBe(0);
});

it('recovers the next user’s changes while a request of the user before is still under way', async () => {
  const { documents, portOf, reply, store } = await recoverSlowly();
  const bob = portOf('chapter:9');
  await documents.beginSession('bob');
  expect(await documents.recover('bob', () => bob)).toEqual(complete());
  reply();
  await waitLongEnough();
  expect([portOf('chapter:1').text, await countEntries(store, 'ada')]).toEqual(['Once. One.', 0]);
});

it('skips documents that are being opened; opening claims their journal', async () => {
  const { documents, portOf } = await browserWith([{ documentId: 'chapter:1', insert: ' One.' }]);
  const recovering = documents.recover('ada', portOf);
  const queue = await documents.acquire('ada', 'chapter:1', portOf('chapter:1'));
  expect([queue.text.toString(), queue.isDirty, await recovering]).toEqual(['Once. One.', true, complete()]);
  await queue.flush();
  expect(portOf('chapter:1').text).toBe('Once. One.');
  await queue.stop();
});

it('keeps changes that cannot be saved, lists them, and recovers them when the document is opened', async () => {
  const { documents, store, portOf } = await browserWith([{ documentId: 'chapter:1', insert: ' Mine.' }]);
  portOf('chapter:1').write('Once. Theirs.');
  expect(await documents.recover('ada', portOf)).toEqual(complete('chapter:1'));
  expect([
    await documents.unsentDocuments(),
    documents.hasUnsaved(),
    await countEntries(store, 'ada'),
    portOf('chapter:1').text,
  ]).toEqual([complete('chapter:1'), false, 1, 'Once. Theirs.']);
  const queue = await documents.acquire('ada', 'chapter:1', portOf('chapter:1'));
  await queue.flush();
  expect([await documents.unsentDocuments(), queue.view().phase, queue.view().conflict?.mine]).toEqual([
    complete(),
    'conflict',
    'Once. Mine.',
  ]);
});

it('retries only saves that the storage quota refused after storage was freed', async () => {
  const { documents, portOf } = await browserWith([]);
  const [refused, offline] = ['chapter:1', 'chapter:2'].map(portOf) as [FakeDocument, FakeDocument];
  const queues = await Promise.all(['chapter:1', 'chapter:2'].map((id) => documents.acquire('ada', id, portOf(id))));
  refused.fault = 'quota-used';
  offline.fault = 'lost-request';
  for (const queue of queues) queue.edit(ChangeSet.of({ from: 5, insert: ' More.' }, 5));
  await documents.flushAll();
  refused.fault = 'none';
  offline.fault = 'none';
  documents.retryOverQuota();
  expect(queues.map((queue) => queue.view().phase)).toEqual(['sending', 'retrying']);
  await documents.flushAll();
  expect([refused.text, offline.text]).toEqual(['Once. More.', 'Once. More.']);
});

it('keeps everything without a network and sends it once the network is back', async () => {
  const { documents, store, portOf } = await browserWith([{ documentId: 'chapter:1', insert: ' One.' }]);
  portOf('chapter:1').fault = 'lost-request';
  expect(await documents.recover('ada', portOf)).toEqual(complete('chapter:1'));
  expect(await countEntries(store, 'ada')).toBe(1);
  portOf('chapter:1').fault = 'none';
  expect(await documents.recover('ada', portOf)).toEqual(complete());
  expect([portOf('chapter:1').text, await countEntries(store, 'ada'), await documents.unsentDocuments()]).toEqual([
    'Once. One.',
    0,
    complete(),
  ]);
});

it('releases an entry whose changes do not fit its base, and sends the others', async () => {
  const { documents, portOf, taken } = await browserWith([
    { documentId: 'chapter:1', insert: ' One.' },
    { documentId: 'chapter:2', insert: ' Two.' },
  ]);
  const reported = jest.fn();
  globalThis.reportError = reported;
  const apply = jest.spyOn(ChangeSet.prototype, 'apply').mockImplementationOnce(() => {
    throw new RangeError('Applying change set to a document with the wrong length');
  });
  const { ids: unsent } = await documents.recover('ada', portOf);
  expect([apply.mock.calls.length > 0, unsent.length, reported.mock.calls.length, taken.size]).toEqual([true, 1, 1, 0]);
  const [first = ''] = unsent;
  expect(portOf(first === 'chapter:1' ? 'chapter:2' : 'chapter:1').text).toMatch(/^Once\. (One|Two)\.$/);
});

/** Documents that use this fake journal, which a test can break. */
function documentsWith(journal: FakeJournal, onSignedOut: () => void = () => undefined): OpenDocuments {
  const claimed: DocumentJournal = {
    key: 'ada:chapter:1:writer',
    heldElsewhere: [],
    isListComplete: true,
    write: journal.write,
    writeSync: journal.writeSync,
    onLost: journal.onLost,
    recovered: null,
    release: () => undefined,
  };
  const fake = { claim: () => Promise.resolve(claimed), idsOf: () => Promise.resolve({ ids: [], isComplete: true }) };
  return new OpenDocuments(fake as unknown as Journal, onSignedOut);
}
const typed = ChangeSet.of({ from: 5, insert: ' Mine.' }, 5);

it('lets a signed-out tab close without a warning only when its changes are stored', async () => {
  const [journal, server] = [new FakeJournal(), new FakeDocument('Once.')];
  const documents = documentsWith(journal);
  const queue = await documents.acquire('ada', 'chapter:1', server);
  server.fault = 'signed-out';
  queue.edit(typed);
  expect(documents.needsUnloadWarning()).toBe(true);
  await queue.flush();
  expect([queue.view().phase, documents.needsUnloadWarning(), documents.hasUnpersisted()]).toEqual([
    'signed-out',
    false,
    false,
  ]);
  journal.isBroken = true;
  queue.edit(ChangeSet.of({ from: 11, insert: '!' }, 11));
  expect([documents.needsUnloadWarning(), documents.hasUnpersisted(), documents.persistAll()]).toEqual([
    true,
    true,
    false,
  ]);
  await queue.stop();
});

it.each([
  ['signed-out', 1],
  ['busy', 0],
] as const)(
  'reports a document whose load fails as %s to the caller, and a lost session once',
  async (fault, count) => {
    const onSignedOut = jest.fn();
    const documents = documentsWith(new FakeJournal(), onSignedOut);
    const server = new FakeDocument('Once.');
    server.fault = fault;
    const opening = [1, 2].map(() => documents.acquire('ada', 'chapter:1', server));
    expect((await Promise.allSettled(opening)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(onSignedOut).toHaveBeenCalledTimes(count);
  },
);

it('warns before a signed-out tab closes once the browser has deleted its changes, until they are stored again', async () => {
  const [journal, server] = [new FakeJournal(), new FakeDocument('Once.')];
  const documents = documentsWith(journal);
  const queue = await documents.acquire('ada', 'chapter:1', server);
  server.fault = 'signed-out';
  queue.edit(typed);
  await queue.flush();
  expect(documents.needsUnloadWarning()).toBe(false);
  journal.isBroken = true;
  journal.lose();
  expect(documents.needsUnloadWarning()).toBe(true);
  journal.isBroken = false;
  journal.lose();
  await waitLongEnough();
  expect([documents.needsUnloadWarning(), journal.record?.batches.length]).toEqual([false, 1]);
  await queue.stop();
});

it('sends waiting changes in a new session of the same author, and neither sends nor shows them in another author’s', async () => {
  const { documents, store, portOf } = await browserWith([]);
  const [one, two] = await Promise.all(
    ['chapter:1', 'chapter:2'].map((id) => documents.acquire('ada', id, portOf(id))),
  );
  for (const [queue, id] of [
    [one, 'chapter:1'],
    [two, 'chapter:2'],
  ] as const) {
    portOf(id).fault = 'signed-out';
    queue?.edit(typed);
    await queue?.flush();
  }
  portOf('chapter:1').fault = 'none';
  await documents.beginSession('ada');
  await one?.flush();
  expect(portOf('chapter:1').text).toBe('Once. Mine.');
  await documents.beginSession('bob');
  portOf('chapter:2').fault = 'none';
  documents.retryAll();
  await documents.flushAll();
  expect([portOf('chapter:2').text, documents.hasUnsaved(), await countEntries(store, 'ada')]).toEqual([
    'Once.',
    false,
    1,
  ]);
  expect(await documents.recover('ada', portOf)).toEqual(complete());
  expect(portOf('chapter:2').text).toBe('Once. Mine.');
});
