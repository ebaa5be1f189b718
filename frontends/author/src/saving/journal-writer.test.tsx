import 'fake-indexeddb/auto';
import { ChangeSet } from '@codemirror/state';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { forceCloseDatabase } from 'fake-indexeddb';
import { unwrap } from 'idb';
import { Journal, type TabLocks } from './journal.ts';
import { JournalStore, storageTimeoutMs } from '@inkbear/web-kit/journal/journal-store.ts';
import { countEntries } from '@inkbear/web-kit/testing/stored-journal.ts';
import type { Batch } from './save-model.ts';

let databases = 0;
beforeEach(() => localStorage.clear());
afterEach(() => void jest.restoreAllMocks());

/** One browser; `tab` is a page of it, whose locks are free again after `die`. */
function browser() {
  const name = `writer-${(databases += 1)}`;
  const taken = new Set<string>();
  const locks: TabLocks = {
    acquire: (lock) => Promise.resolve(taken.has(lock) ? null : (taken.add(lock), () => void taken.delete(lock))),
    whenFree: () => Promise.resolve(),
  };
  const tab = () => {
    const store = new JournalStore(name);
    return { store, journal: new Journal(locks, store) };
  };
  return { tab, die: () => taken.clear() };
}

const batch = (text: string, insert: string): Batch => ({
  changeId: `id-${insert}`,
  changes: ChangeSet.of({ from: text.length, insert }, text.length),
  origins: [],
  kind: 'autosave',
  sealed: false,
  asText: false,
  since: 7,
});
const record = (...inserts: string[]) => {
  let text = 'Once';
  const batches = inserts.map((insert) => {
    const made = batch(text, insert);
    text += insert;
    return made;
  });
  return { base: { rev: 4, text: 'Once' }, batches };
};
const blockDatabase = () =>
  jest.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
const fillStorage = () =>
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
/** The browser has no room for another entry: the put or the commit after it fails, as some browsers do the one or the other. */
function fillDatabase(failsAt: 'put' | 'commit') {
  const { put } = IDBObjectStore.prototype;
  return jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
    if (this.name === 'entries' && failsAt === 'put') throw new DOMException('full', 'QuotaExceededError');
    const request = put.apply(this, row);
    const { transaction } = this as unknown as { transaction: { _abort: (errorName: string) => void } };
    if (this.name === 'entries')
      request.addEventListener('success', () => transaction._abort('QuotaExceededError'), { once: true });
    return request;
  });
}
const inserted = (batches: readonly Batch[] | undefined) => batches?.map(({ changeId }) => changeId);

describe('the journal connection', () => {
  it('is reopened after the browser closed it, and stores the next write', async () => {
    const { tab, die } = browser();
    const first = tab();
    const writing = await first.journal.claim('ada', 'chapter:1');
    expect(await writing.write(record(' upon'))).toBe(true);
    forceCloseDatabase(unwrap(await first.store.open()) as never);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await writing.write(record(' upon', ' a'))).toBe(true);
    die();
    expect(inserted((await tab().journal.claim('ada', 'chapter:1')).recovered?.batches)).toEqual(['id- upon', 'id- a']);
  });

  it('reports that the browser or another tab has closed it, but not that it was replaced', async () => {
    const { store, journal } = browser().tab();
    const writing = await journal.claim('ada', 'chapter:1');
    const onLost = jest.fn();
    const stop = writing.onLost(onLost);
    await writing.write(record(' upon'));
    store.reconnect();
    await writing.write(record(' upon', ' a'));
    expect(onLost).not.toHaveBeenCalled();
    forceCloseDatabase(unwrap(await store.open()) as never);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(onLost).toHaveBeenCalledTimes(1);
    const { name } = await store.open();
    await new Promise((resolve) => indexedDB.deleteDatabase(name).addEventListener('success', resolve));
    expect(onLost).toHaveBeenCalledTimes(2);
    stop();
    forceCloseDatabase(unwrap(await store.open()) as never);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(onLost).toHaveBeenCalledTimes(2);
  });

  it('is reopened when it turns out to be closed without an event', async () => {
    const { tab } = browser();
    const { store, journal } = tab();
    const writing = await journal.claim('ada', 'chapter:1');
    expect(await writing.write(record(' upon'))).toBe(true);
    (await store.open()).close();
    expect(await writing.write(record(' upon', ' a'))).toBe(true);
  });

  it('does not block another tab that deletes the database, and stores the base text again afterwards', async () => {
    const { tab, die } = browser();
    const { store, journal } = tab();
    const writing = await journal.claim('ada', 'chapter:1');
    await writing.write(record(' upon'));
    const { name } = await store.open();
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => resolve();
      request.onblocked = () => reject(new Error('The open connection blocks the deletion.'));
    });
    await writing.write(record(' upon', ' a'));
    await writing.write(record(' upon', ' a', ' time'));
    die();
    expect((await tab().journal.claim('ada', 'chapter:1')).recovered?.base).toEqual({ rev: 4, text: 'Once' });
  });
});

describe('a failing journal', () => {
  it('reports the failure, and success once writes work again', async () => {
    const { tab } = browser();
    const { store, journal } = tab();
    const writing = await journal.claim('ada', 'chapter:1');
    store.reconnect();
    const open = blockDatabase();
    expect(await writing.write(record(' upon'))).toBe(false);
    open.mockRestore();
    expect(await writing.write(record(' upon'))).toBe(true);
  });

  it.each(['put', 'commit'] as const)(
    'reports a full database (%s), keeps the unload copy, and stores the next entry that fits',
    async (failsAt) => {
      const { tab, die } = browser();
      const { store, journal } = tab();
      const writing = await journal.claim('ada', 'chapter:1');
      const full = fillDatabase(failsAt);
      writing.writeSync(record(' upon'));
      expect(await writing.write(record(' upon'))).toBe(false);
      expect(store.unloadCopy.entriesOf('ada')).toHaveLength(1);
      full.mockRestore();
      expect(await writing.write(record(' upon', ' a'))).toBe(true);
      expect(store.unloadCopy.entriesOf('ada')).toEqual([]);
      die();
      expect(inserted((await tab().journal.claim('ada', 'chapter:1')).recovered?.batches)).toEqual([
        'id- upon',
        'id- a',
      ]);
    },
  );

  it.each(['put', 'commit'] as const)(
    'keeps the stored entry with its base text when a later one does not fit (%s)',
    async (failsAt) => {
      const { tab, die } = browser();
      const writing = await tab().journal.claim('ada', 'chapter:1');
      await writing.write(record(' upon'));
      const full = fillDatabase(failsAt);
      const later = { base: { rev: 5, text: 'Once upon' }, batches: [batch('Once upon', ' a')] };
      expect(await writing.write(later)).toBe(false);
      full.mockRestore();
      die();
      expect((await tab().journal.claim('ada', 'chapter:1')).recovered).toMatchObject({
        base: { rev: 4, text: 'Once' },
        batches: [{ changeId: 'id- upon' }],
      });
    },
  );

  it('times out a write, which then never replaces a later one', async () => {
    const { tab, die } = browser();
    const { store, journal } = tab();
    const writing = await journal.claim('ada', 'chapter:1');
    const open = store.open.bind(store);
    let answer: () => void = () => undefined;
    store.open = () =>
      new Promise((resolve, reject) => {
        answer = () => void open().then(resolve, reject);
      });
    jest.useFakeTimers();
    const hanging = writing.write(record(' upon'));
    await jest.advanceTimersByTimeAsync(1600);
    jest.useRealTimers();
    expect(await hanging).toBe(false);
    const lateAnswer = answer;
    store.open = open;
    expect(await writing.write(record(' upon', ' a'))).toBe(true);
    lateAnswer();
    await new Promise((resolve) => setTimeout(resolve, 50));
    die();
    expect(inserted((await tab().journal.claim('ada', 'chapter:1')).recovered?.batches)).toEqual(['id- upon', 'id- a']);
  });
});

describe('a database that never answers', () => {
  /** Runs `work` while the database hangs. */
  async function withHungDatabase<T>(store: JournalStore, work: () => Promise<T>): Promise<T> {
    const open = store.open.bind(store);
    store.open = () => new Promise(() => undefined);
    jest.useFakeTimers();
    try {
      const result = work();
      result.catch(() => undefined);
      // Listing the entries and reading one of them may each wait for the database.
      for (let waits = 0; waits < 2; waits += 1) await jest.advanceTimersByTimeAsync(storageTimeoutMs + 100);
      jest.useRealTimers();
      const waited = Promise.withResolvers<never>();
      setTimeout(() => waited.reject(new Error('It still waits for the database.')), 200);
      return await Promise.race([result, waited.promise]);
    } finally {
      jest.useRealTimers();
      store.open = open;
    }
  }

  it('does not stop a document from opening, and the unload copies are still found', async () => {
    const { tab, die } = browser();
    (await tab().journal.claim('ada', 'chapter:1')).writeSync(record(' upon'));
    die();
    const { store, journal } = tab();
    const { recovered, release } = await withHungDatabase(store, () => journal.claim('ada', 'chapter:1'));
    expect(inserted(recovered?.batches)).toEqual(['id- upon']);
    release();
    const { ids, isComplete } = await withHungDatabase(store, () => journal.idsOf('ada'));
    expect([ids.length, isComplete]).toEqual([1, false]);
  });

  it('does not list or delete entries, and reports that', async () => {
    const { store } = browser().tab();
    expect(await withHungDatabase(store, () => store.entriesOf('ada'))).toEqual({ entries: [], isComplete: false });
    await expect(withHungDatabase(store, () => store.wipe('ada'))).rejects.toThrow(
      `No answer within ${storageTimeoutMs} ms.`,
    );
  });
});

/** Stores the same journal in both stores; `order` is absent in records of earlier versions. */
async function storeBoth(
  { store }: { store: JournalStore },
  copyRow: { order?: number; baseRev?: number },
  entryRow: { order?: number; baseRev?: number },
) {
  const name = { key: 'ada:chapter:1:writer', userId: 'ada', documentId: 'chapter:1' };
  const rowsOf = (insert: string) => [{ ...batch('Once', insert), changes: [4, [0, insert]] as unknown }];
  const { baseRev: copyBase = 4, ...copy } = copyRow;
  const { baseRev: entryBase = 4, ...entry } = entryRow;
  const database = await store.open();
  await database.put('bases', { key: name.key, userId: 'ada', rev: entryBase, text: 'Once' });
  await database.put('entries', { ...name, ...entry, baseRev: entryBase, batches: rowsOf(' entry') });
  store.unloadCopy.write({
    ...{ ...name, ...copy, baseRev: copyBase, base: { rev: copyBase, text: 'Once' } },
    batches: rowsOf(' copy'),
  });
}

describe('recovery from an entry and an unload copy of the same document', () => {
  it.each([
    ['the copy, when its order is greater', { order: 8 }, { order: 7 }, ' copy'],
    ['the entry, when its order is greater', { order: 7 }, { order: 8 }, ' entry'],
    ['the entry, when only it has an order', {}, { order: 7 }, ' entry'],
    ['the copy, when only it has an order', { order: 7 }, {}, ' copy'],
    ['the copy, when neither has an order', {}, {}, ' copy'],
    ['the entry, when neither has an order and its base text is newer', {}, { baseRev: 5 }, ' entry'],
  ])('takes %s', async (_which, copy, entry, newer) => {
    const { tab, die } = browser();
    const { store, journal } = tab();
    await storeBoth({ store }, copy, entry);
    const writing = await journal.claim('ada', 'chapter:1');
    expect(inserted(writing.recovered?.batches)).toEqual([`id-${newer}`]);
    // What the next page writes is newer than both, in either store.
    await writing.write(record(' upon'));
    writing.writeSync(record(' upon', ' a'));
    die();
    expect(inserted((await tab().journal.claim('ada', 'chapter:1')).recovered?.batches)).toEqual(['id- upon', 'id- a']);
  });

  it('takes a later entry although the clock was set back', async () => {
    const { tab, die } = browser();
    const { store, journal } = tab();
    const later = Date.now() + 86_400_000;
    await storeBoth({ store }, { order: later }, { order: later - 1 });
    const writing = await journal.claim('ada', 'chapter:1');
    jest.spyOn(Storage.prototype, 'removeItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    await writing.write(record(' upon'));
    die();
    expect(inserted((await tab().journal.claim('ada', 'chapter:1')).recovered?.batches)).toEqual(['id- upon']);
  });
});

describe('the unload copy', () => {
  it('survives a page that ends before the database was written', async () => {
    const { tab, die } = browser();
    const writing = await tab().journal.claim('ada', 'chapter:1');
    expect(writing.writeSync(record(' upon'))).toBe(true);
    die();
    const { recovered, documentId } = { documentId: 'chapter:1', ...(await tab().journal.claim('ada', 'chapter:1')) };
    expect([documentId, recovered?.base, inserted(recovered?.batches)]).toEqual([
      'chapter:1',
      { rev: 4, text: 'Once' },
      ['id- upon'],
    ]);
  });

  it('takes precedence over the older entry of the database', async () => {
    const { tab, die } = browser();
    const writing = await tab().journal.claim('ada', 'chapter:1');
    await writing.write(record(' upon'));
    writing.writeSync(record(' upon', ' a'));
    die();
    const found: (string[] | undefined)[] = [];
    const { journal } = tab();
    for (const id of (await journal.idsOf('ada')).ids) {
      const claimed = await journal.claimOne(id);
      found.push(claimed === null || claimed === 'unreadable' ? undefined : inserted(claimed.recovered.batches));
    }
    expect(found).toEqual([['id- upon', 'id- a']]);
  });

  it('is removed once the database has caught up, but not by an earlier write', async () => {
    const { tab } = browser();
    const { store, journal } = tab();
    const writing = await journal.claim('ada', 'chapter:1');
    const earlier = writing.write(record(' upon'));
    writing.writeSync(record(' upon', ' a'));
    await earlier;
    expect(store.unloadCopy.entriesOf('ada')).toHaveLength(1);
    await writing.write(record(' upon', ' a'));
    expect(store.unloadCopy.entriesOf('ada')).toEqual([]);
  });

  it('is removed when the server has everything, even if the database fails', async () => {
    const { tab } = browser();
    const { store, journal } = tab();
    const writing = await journal.claim('ada', 'chapter:1');
    writing.writeSync(record(' upon'));
    store.reconnect();
    blockDatabase();
    await writing.write(null);
    expect(store.unloadCopy.entriesOf('ada')).toEqual([]);
  });

  it('is counted and deleted with its user’s entries only', async () => {
    const { tab, die } = browser();
    const first = tab();
    (await first.journal.claim('ada', 'chapter:1')).writeSync(record(' upon'));
    die();
    const { store, journal } = tab();
    expect([
      (await journal.claim('bob', 'chapter:1')).recovered,
      await countEntries(store, 'ada'),
      await countEntries(store, 'bob'),
    ]).toEqual([null, 1, 0]);
    await store.wipe('bob');
    expect(await countEntries(store, 'ada')).toBe(1);
    await store.wipe('ada');
    expect([await countEntries(store, 'ada'), Object.keys(localStorage)]).toEqual([0, []]);
  });

  it('is kept when a newer one is refused, because it is too long or the storage is full', async () => {
    const { tab, die } = browser();
    const { store, journal } = tab();
    const writing = await journal.claim('ada', 'chapter:1');
    writing.writeSync(record(' upon'));
    store.reconnect();
    const open = blockDatabase();
    const long = { base: { rev: 4, text: 'x'.repeat(2_500_000) }, batches: [] };
    expect([writing.writeSync(long), await writing.write(record(' upon', ' a'))]).toEqual([false, false]);
    const setItem = fillStorage();
    expect(writing.writeSync(record(' upon', ' a'))).toBe(false);
    for (const mock of [open, setItem]) mock.mockRestore();
    die();
    expect(inserted((await tab().journal.claim('ada', 'chapter:1')).recovered?.batches)).toEqual(['id- upon']);
  });

  it('is removed once the database has caught up, also when a newer copy was refused before', async () => {
    const { tab } = browser();
    const { store, journal } = tab();
    const writing = await journal.claim('ada', 'chapter:1');
    writing.writeSync(record(' upon'));
    fillStorage();
    expect(writing.writeSync(record(' upon', ' a'))).toBe(false);
    expect(store.unloadCopy.entriesOf('ada')).toHaveLength(1);
    await writing.write(record(' upon', ' a'));
    expect(store.unloadCopy.entriesOf('ada')).toEqual([]);
  });

  it('omits a long base text that the database has', async () => {
    const { tab, die } = browser();
    const writing = await tab().journal.claim('ada', 'chapter:1');
    const text = 'x'.repeat(300_000);
    await writing.write({ base: { rev: 4, text }, batches: [batch(text, ' a')] });
    writing.writeSync({ base: { rev: 4, text }, batches: [batch(text, ' b')] });
    expect(JSON.stringify(localStorage).length).toBeLessThan(1000);
    die();
    const { recovered } = await tab().journal.claim('ada', 'chapter:1');
    expect([recovered?.base.text === text, inserted(recovered?.batches)]).toEqual([true, ['id- b']]);
  });
});
