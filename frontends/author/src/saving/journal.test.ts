import 'fake-indexeddb/auto';
import { ChangeSet } from '@codemirror/state';
import { describe, expect, it } from '@jest/globals';
import { Journal, type TabLocks } from './journal.ts';
import { JournalStore } from '@inkbear/web-kit/journal/journal-store.ts';
import { countEntries } from '@inkbear/web-kit/testing/stored-journal.ts';
import { type Batch, openModel } from './save-model.ts';

let databases = 0;
/** Two tabs of one browser: each has its locks for as long as it lives. */
function browser() {
  const name = `journal-${(databases += 1)}`;
  const taken = new Map<string, object>();
  const tab = () => {
    const me = {};
    const locks: TabLocks = {
      acquire: (lock) => {
        if (taken.has(lock)) return Promise.resolve(null);
        taken.set(lock, me);
        return Promise.resolve(() => void taken.delete(lock));
      },
      whenFree: () => Promise.resolve(),
    };
    const store = new JournalStore(name);
    return {
      store,
      journal: new Journal(locks, store),
      die: () => {
        for (const [lock, owner] of taken) if (owner === me) taken.delete(lock);
      },
    };
  };
  return { tab };
}
const batch = (text: string, insert: string): Batch => ({
  changeId: `id-${insert}`,
  changes: ChangeSet.of({ from: text.length, insert }, text.length),
  origins: [{ from: 0, to: 1, kind: 'pasted' }],
  kind: 'autosave',
  sealed: true,
  asText: false,
  since: 7,
});

describe('Journal', () => {
  it('recovers the unsaved changes of a closed tab', async () => {
    const { tab } = browser();
    const first = tab();
    const writing = await first.journal.claim('ada', 'chapter:1');
    expect(writing.recovered).toBeNull();
    await writing.write({ base: { rev: 4, text: 'Once' }, batches: [batch('Once', ' upon')] });
    await writing.write({
      base: { rev: 4, text: 'Once' },
      batches: [batch('Once', ' upon'), batch('Once upon', ' a')],
    });
    first.die();
    const { recovered } = await tab().journal.claim('ada', 'chapter:1');
    expect(recovered?.base).toEqual({ rev: 4, text: 'Once' });
    expect(recovered?.batches[0]).toMatchObject({
      changeId: 'id- upon',
      sealed: true,
      kind: 'autosave',
      since: 7,
      origins: [{ from: 0, to: 1, kind: 'pasted' }],
    });
    expect(openModel(recovered?.base ?? { rev: 0, text: '' }, recovered?.batches).head.toString()).toBe('Once upon a');
  });

  it('does not claim the entry of an open tab', async () => {
    const { tab } = browser();
    const writing = await tab().journal.claim('ada', 'chapter:1');
    await writing.write({ base: { rev: 1, text: 'Once' }, batches: [batch('Once', '!')] });
    const other = await tab().journal.claim('ada', 'chapter:1');
    expect(other.recovered).toBeNull();
    await other.write(null);
    writing.release();
    expect((await tab().journal.claim('ada', 'chapter:1')).recovered?.batches).toHaveLength(1);
  });

  it('does not claim an unreadable entry, and recovers it later', async () => {
    const { tab } = browser();
    const first = tab();
    await (
      await first.journal.claim('ada', 'chapter:1')
    ).write({ base: { rev: 4, text: 'Once' }, batches: [batch('Once', ' upon')] });
    first.die();
    const second = tab();
    const open = second.store.open.bind(second.store);
    let opened = 0;
    second.store.open = () =>
      (opened += 1) === 2 ? Promise.reject(new DOMException('The disk did not answer', 'UnknownError')) : open();
    const writing = await second.journal.claim('ada', 'chapter:1');
    expect(writing.recovered).toBeNull();
    await writing.write({ base: { rev: 4, text: 'Once' }, batches: [batch('Once', ' more')] });
    await writing.write(null);
    second.die();
    expect((await tab().journal.claim('ada', 'chapter:1')).recovered?.batches[0]?.changeId).toBe('id- upon');
  });

  it('recovers the entry in the database when an unload copy of an older base text was left behind', async () => {
    const { tab } = browser();
    const first = tab();
    const writing = await first.journal.claim('ada', 'chapter:1');
    await writing.write({ base: { rev: 4, text: 'Once' }, batches: [batch('Once', ' upon')] });
    const [entry] = (await first.journal.idsOf('ada')).ids;
    await writing.write({ base: { rev: 5, text: 'Once upon' }, batches: [batch('Once upon', ' a time')] });
    first.store.unloadCopy.write({
      ...{ key: String(entry?.key), userId: 'ada', documentId: 'chapter:1', baseRev: 4 },
      batches: [{ ...batch('Once', ' upon'), changes: batch('Once', ' upon').changes.toJSON() as unknown }],
    });
    first.die();
    const { recovered } = await tab().journal.claim('ada', 'chapter:1');
    expect([recovered?.base.rev, recovered?.batches.map(({ changeId }) => changeId)]).toEqual([5, ['id- a time']]);
  });

  it('claims all entries of closed tabs of the same user, one after the other', async () => {
    const { tab } = browser();
    const dead = tab();
    for (const [user, id, insert] of [
      ['ada', 'chapter:1', 'a'],
      ['ada', 'chapter:1', 'b'],
      ['ada', 'chapter:2', 'c'],
      ['bob', 'chapter:3', 'd'],
    ] as const) {
      await (await dead.journal.claim(user, id)).write({ base: { rev: 1, text: '' }, batches: [batch('', insert)] });
    }
    dead.die();
    const living = await tab().journal.claim('ada', 'chapter:2');
    const found: string[] = [];
    const { journal } = tab();
    for (const id of (await journal.idsOf('ada')).ids) {
      const claimed = await journal.claimOne(id);
      if (claimed === null || claimed === 'unreadable') continue;
      found.push(`${claimed.documentId} ${claimed.recovered.batches[0]?.changeId ?? ''}`);
      claimed.release();
    }
    expect([living.recovered?.batches.length, found.toSorted()]).toEqual([1, ['chapter:1 id-a', 'chapter:1 id-b']]);
  });

  it('never returns entries of another user', async () => {
    const { tab } = browser();
    const first = tab();
    await (
      await first.journal.claim('ada', 'chapter:1')
    ).write({ base: { rev: 1, text: 'Mine' }, batches: [batch('Mine', '.')] });
    first.die();
    const second = tab();
    expect((await second.journal.claim('bob', 'chapter:1')).recovered).toBeNull();
    expect([await countEntries(second.store, 'ada'), await countEntries(second.store, 'bob')]).toEqual([1, 0]);
    await second.store.wipe('bob');
    expect(await countEntries(second.store, 'ada')).toBe(1);
    await second.store.wipe('ada');
    expect(await countEntries(second.store, 'ada')).toBe(0);
  });

  it('has no entry once everything is acknowledged', async () => {
    const { tab } = browser();
    const { journal, store } = tab();
    const writing = await journal.claim('ada', 'chapter:1');
    await writing.write({ base: { rev: 1, text: 'A' }, batches: [batch('A', 'B')] });
    await writing.write({ base: { rev: 2, text: 'AB' }, batches: [batch('AB', 'C')] });
    await writing.write(null);
    expect(await countEntries(store, 'ada')).toBe(0);
  });
});
