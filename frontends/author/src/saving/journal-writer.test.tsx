import 'fake-indexeddb/auto';
import { ChangeSet } from '@codemirror/state';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { forceCloseDatabase } from 'fake-indexeddb';
import { unwrap } from 'idb';
import { Journal, type TabLocks } from './journal.ts';
import { JournalStore, storageTimeoutMs } from '@inkbear/web-kit/journal/journal-store.ts';
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
    const open = jest.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(await writing.write(record(' upon'))).toBe(false);
    open.mockRestore();
    expect(await writing.write(record(' upon'))).toBe(true);
  });

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
      await jest.advanceTimersByTimeAsync(storageTimeoutMs + 100);
      jest.useRealTimers();
      const waited = Promise.withResolvers<never>();
      setTimeout(() => waited.reject(new Error('It still waits for the database.')), 200);
      return await Promise.race([result, waited.promise]);
    } finally {
      jest.useRealTimers();
      store.open = open;
    }
  }

  it('does not stop a document from opening, and the write-ahead copies are still found', async () => {
    const { tab, die } = browser();
    (await tab().journal.claim('ada', 'chapter:1')).writeSync(record(' upon'));
    die();
    const { store, journal } = tab();
    const { recovered, release } = await withHungDatabase(store, () => journal.claim('ada', 'chapter:1'));
    expect(inserted(recovered?.batches)).toEqual(['id- upon']);
    release();
    expect(await withHungDatabase(store, () => journal.idsOf('ada'))).toHaveLength(1);
  });

  it('does not count or delete entries, and reports that', async () => {
    const { store } = browser().tab();
    const noAnswer = `No answer within ${storageTimeoutMs} ms.`;
    await expect(withHungDatabase(store, () => store.countFor('ada'))).rejects.toThrow(noAnswer);
    await expect(withHungDatabase(store, () => store.wipe('ada'))).rejects.toThrow(noAnswer);
  });
});

describe('the write-ahead copy', () => {
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
    for (const id of await journal.idsOf('ada')) {
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
    expect(store.writeAhead.entriesOf('ada')).toHaveLength(1);
    await writing.write(record(' upon', ' a'));
    expect(store.writeAhead.entriesOf('ada')).toEqual([]);
  });

  it('is removed when the server has everything, even if the database fails', async () => {
    const { tab } = browser();
    const { store, journal } = tab();
    const writing = await journal.claim('ada', 'chapter:1');
    writing.writeSync(record(' upon'));
    store.reconnect();
    jest.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    await writing.write(null);
    expect(store.writeAhead.entriesOf('ada')).toEqual([]);
  });

  it('is counted and deleted with its user’s entries only', async () => {
    const { tab, die } = browser();
    const first = tab();
    (await first.journal.claim('ada', 'chapter:1')).writeSync(record(' upon'));
    die();
    const { store, journal } = tab();
    expect([
      (await journal.claim('bob', 'chapter:1')).recovered,
      await store.countFor('ada'),
      await store.countFor('bob'),
    ]).toEqual([null, 1, 0]);
    await store.wipe('bob');
    expect(await store.countFor('ada')).toBe(1);
    await store.wipe('ada');
    expect([await store.countFor('ada'), Object.keys(localStorage)]).toEqual([0, []]);
  });

  it('is refused and removed when it is too long or the storage is full', async () => {
    const { tab } = browser();
    const { store, journal } = tab();
    const writing = await journal.claim('ada', 'chapter:1');
    writing.writeSync(record(' upon'));
    const long = { base: { rev: 4, text: 'x'.repeat(2_500_000) }, batches: [] };
    expect([writing.writeSync(long), store.writeAhead.entriesOf('ada')]).toEqual([false, []]);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(writing.writeSync(record(' upon'))).toBe(false);
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
