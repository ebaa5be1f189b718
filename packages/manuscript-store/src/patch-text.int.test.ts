import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { mongo } from 'mongoose';
import type { StoredHead } from './manuscript.ts';
import type { ManuscriptStore } from './manuscript-store.ts';
import { patchText } from './patch-text.ts';
import { readRevision } from './revisions.ts';
import { saveText } from './save-text.ts';
import { list, type NoteRow, Notes, patch } from './testing/notes.ts';

describe('patchText', () => {
  let notes: Notes;
  let store: ManuscriptStore<NoteRow>;
  beforeAll(async () => (notes = await Notes.start()));
  afterAll(async () => await notes.stop());
  beforeEach(() => void (store = notes.openStore()));
  const stored = async (id: string) =>
    (await notes.rows('notes').findOne({ _id: id })) as unknown as StoredHead<NoteRow>;
  const textOf = async (id: string) => (await store.heads.getLive(id, 'author')).content;
  /** Appends letters one by one, each as its own change; returns the text. */
  const type = async (id: string, text: string, letters: string) => {
    let typed = text;
    for (const letter of letters) {
      await patch(store, id, typed.length + 1, [typed, typed + letter]);
      typed += letter;
    }
    return typed;
  };

  it('appends a small change to the head row and writes neither text nor history', async () => {
    const id = await notes.create(store);
    const text = await type(id, '', 'abc');
    expect(await stored(id)).toMatchObject({
      content: '',
      rev: 4,
      wordCount: 1,
      recent: [{ rev: 2 }, { rev: 3 }, { rev: 4 }],
    });
    expect(await notes.rows('note_changes').countDocuments({ itemId: id })).toBe(1);
    expect([await textOf(id), (await readRevision(store, { id, userId: 'author', rev: 3 })).content]).toEqual([
      text,
      'ab',
    ]);
  });

  it('flushes all pending changes with a change that is too long to stay pending', async () => {
    const id = await notes.create(store);
    const [draft, text] = ['draft', '漢'.repeat(400)];
    await patch(store, id, 1, ['', draft]);
    await patch(store, id, 2, [draft, text]);
    expect(await stored(id)).toMatchObject({ content: text, rev: 3, recent: [] });
    expect(await list(store, id)).toHaveLength(3);
  });

  it('flushes at every hundredth revision and stores a snapshot', async () => {
    const id = await notes.create(store);
    const text = await type(id, '', 'y'.repeat(99));
    expect(await stored(id)).toMatchObject({ content: text, rev: 100, recent: [] });
    expect(await notes.rows('note_snapshots').findOne({ _id: `${id}:100` })).toMatchObject({
      itemId: id,
      rev: 100,
      content: text,
    });
    expect(await list(store, id)).toHaveLength(100);
  });

  it('reads nothing when the head is cached from the last save', async () => {
    const id = await notes.create(store);
    await type(id, '', 'a');
    const reads = jest.spyOn(store.heads, 'findWithPending');
    await type(id, 'a', 'bc');
    expect([reads.mock.calls.length, await notes.openStore().heads.getLive(id, 'author')]).toEqual([
      0,
      expect.objectContaining({ content: 'abc', rev: 4 }),
    ]);
  });

  it('returns the same result for a repeated change: pending, flushed, in another process, and with the newer base revision', async () => {
    const id = await notes.create(store);
    const first = await patch(store, id, 1, ['', 'one'], 'change-1');
    notes.now = new Date(notes.now.getTime() + 1000);
    await patch(store, id, 2, ['one', 'one two']);
    const again = (from = store, rev = 1) => patch(from, id, rev, ['', 'one'], 'change-1');
    const { rev, wordCount, updatedAt } = first;
    expect([await again(), await again(notes.openStore()), await again(store, 3)]).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ rev, wordCount, updatedAt })),
    );
    await saveText(store, { id, userId: 'author', baseRev: 3, content: 'three', fields: {}, timeZone: 'UTC' });
    expect([await again(), await again(notes.openStore())]).toEqual(
      Array.from({ length: 2 }, () => expect.objectContaining({ rev, wordCount, updatedAt })),
    );
    expect(await textOf(id)).toBe('three');
  });

  it('rejects a stale revision with the stored one, and loses no text', async () => {
    const id = await notes.create(store);
    const other = notes.openStore();
    await patch(store, id, 1, ['', 'a']);
    await patch(other, id, 2, ['a', 'ab']);
    await expect(patch(store, id, 2, ['a', 'aX'])).rejects.toMatchObject({ code: 'books.stale_revision', rev: 3 });
    await patch(store, id, 3, ['ab', 'abc']);
    await patch(other, id, 4, ['abc', 'abcd']);
    expect([await textOf(id), (await list(store, id)).map(({ rev }) => rev)]).toEqual(['abcd', [5, 4, 3, 2, 1]]);
  });

  it('batches concurrent changes into one command; a stale one does not fail the others', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => notes.create(store)));
    for (const id of ids) await type(id, '', 'a');
    const updates: string[] = [];
    const listen = ({ commandName }: { commandName: string }) =>
      void (commandName === 'update' && updates.push(commandName));
    notes.connection.getClient().on('commandStarted', listen);
    await Promise.all(ids.map((id) => patch(store, id, 2, ['a', 'ab'])));
    expect(updates).toHaveLength(1);
    await patch(notes.openStore(), ids[1] ?? '', 3, ['ab', 'abX']);
    const outcomes = await Promise.all(
      ids.map((id) =>
        patch(store, id, 3, ['ab', 'abc']).then(
          ({ rev }) => rev,
          (error: { code: string }) => error.code,
        ),
      ),
    );
    notes.connection.getClient().off('commandStarted', listen);
    expect(outcomes).toEqual([4, 'books.stale_revision', 4]);
    expect(await Promise.all(ids.map(textOf))).toEqual(['abc', 'abX', 'abc']);
  });

  it('returns the earlier result for a reused changeId, even in a batch, and does not cache it as a new head', async () => {
    const [twice = '', ...others] = await Promise.all([1, 2, 3].map(() => notes.create(store)));
    const otherStore = notes.openStore();
    for (const id of [twice, ...others]) await type(id, '', 'a');
    await patch(otherStore, twice, 2, ['a', 'ab'], 'same-change');
    const [same] = await Promise.all([
      patch(store, twice, 2, ['a', 'another text'], 'same-change'),
      ...others.map((id) => patch(store, id, 2, ['a', 'ab'])),
    ]);
    expect([same.rev, await textOf(twice)]).toEqual([3, 'ab']);
    await patch(store, twice, 3, ['ab', 'abc']);
    expect([await textOf(twice), await Promise.all(others.map(textOf))]).toEqual(['abc', ['ab', 'ab']]);
  });

  it('does not fail the other changes of a batch when the database rejects one', async () => {
    const ids = await Promise.all(['one', 'refused', 'three'].map((title) => notes.create(store, { title })));
    for (const id of ids) await type(id, '', 'a');
    const refuse = (validator: object) => notes.connection.db?.command({ collMod: 'notes', validator });
    await refuse({ title: { $ne: 'refused' } });
    const outcomes = await Promise.allSettled(ids.map((id) => patch(store, id, 2, ['a', 'ab'])));
    await refuse({});
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect([await stored(ids[0] ?? ''), await stored(ids[2] ?? '')]).toEqual([
      expect.objectContaining({ rev: 3 }),
      expect.objectContaining({ rev: 3 }),
    ]);
  });

  it('does not wait for the locked row of another note', async () => {
    const [locked = '', other = ''] = await Promise.all([1, 2].map(() => notes.create(store)));
    const order: string[] = [];
    const session = await notes.connection.startSession();
    session.startTransaction();
    await notes.rows('notes').updateOne({ _id: locked }, { $set: { title: 'Locked' } }, { session });
    const waiting = patch(store, locked, 1, ['', 'a']).then(() => order.push('locked'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    await patch(store, other, 1, ['', 'a']).then(() => order.push('other'));
    await session.commitTransaction();
    await session.endSession();
    await waiting;
    expect(order).toEqual(['other', 'locked']);
  });

  it.each([
    { order: 'before', isLockedFirst: true },
    { order: 'after', isLockedFirst: false },
  ])(
    'does not wait for the locked row of another note $order it in the same command, and is written once',
    async ({ isLockedFirst }) => {
      const [locked = '', other = ''] = await Promise.all([1, 2].map(() => notes.create(store)));
      // Cached heads are not read again, so both changes are appended in the same turn.
      for (const id of [locked, other]) await patch(store, id, 1, ['', 'a']);
      const sizes: number[] = [];
      const failures: unknown[] = [];
      const client = notes.connection.getClient();
      const countUpdates = ({ command }: mongo.CommandStartedEvent) => {
        if (command['update'] === 'notes') sizes.push((command['updates'] as unknown[]).length);
      };
      const recordFailure = ({ failure }: mongo.CommandFailedEvent) => {
        failures.push((failure as mongo.MongoServerError).codeName);
      };
      const session = await notes.connection.startSession();
      session.startTransaction();
      await notes.rows('notes').updateOne({ _id: locked }, { $set: { title: 'Locked' } }, { session });
      client.on('commandStarted', countUpdates).on('commandFailed', recordFailure);
      const saves = new Map<string, Promise<unknown>>();
      for (const id of isLockedFirst ? [locked, other] : [other, locked])
        saves.set(id, patch(store, id, 2, ['a', 'ab']));
      await saves.get(other);
      client.off('commandStarted', countUpdates).off('commandFailed', recordFailure);
      // The database has ended the first command, not the timeout of its connection.
      expect([sizes, failures]).toEqual([[2, 1, 1], ['MaxTimeMSExpired']]);
      await session.commitTransaction();
      await session.endSession();
      await saves.get(locked);
      for (const id of [locked, other])
        expect(await stored(id)).toMatchObject({ rev: 3, recent: [{ rev: 2 }, { rev: 3 }] });
    },
  );

  it('flushes a change with so many origins that the head could exceed the document limit', async () => {
    const id = await notes.create(store);
    const origins = Array.from({ length: 1000 }, (_, index) => ({
      from: index * 2,
      to: index * 2 + 1,
      kind: 'pasted' as const,
    }));
    await patchText(store, {
      id,
      userId: 'author',
      baseRev: 1,
      changeId: 'many-origins',
      changes: [[0, 'x '.repeat(1000)]],
      origins,
      kind: 'autosave',
      timeZone: 'UTC',
    });
    expect(await stored(id)).toMatchObject({ recent: [], rev: 2 });
  });

  it('never overwrites other fields with a stale cached head', async () => {
    const id = await notes.create(store);
    await patch(store, id, 1, ['', 'a']);
    await saveText(notes.openStore(), {
      id,
      userId: 'author',
      baseRev: 2,
      content: undefined,
      fields: { title: 'New' },
      timeZone: 'UTC',
    });
    expect(await patch(store, id, 2, ['a', 'ab'])).toMatchObject({ title: 'New', rev: 3 });
    await notes.rows('notes').updateOne({ _id: id }, { $set: { state: 'trashed' }, $inc: { version: 1 } as never });
    await expect(patch(store, id, 3, ['ab', 'abc'])).rejects.toMatchObject({ code: 'books.chapter_not_found' });
  });

  it('rejects changes by another user, changes for another text, too long ones, and changes of a read-only note, even with a cached head', async () => {
    const id = await notes.create(store);
    await patch(store, id, 1, ['', 'a']);
    const send = (more: object) =>
      patchText(store, {
        id,
        userId: 'author',
        baseRev: 2,
        changeId: 'change-x',
        changes: [1],
        origins: [],
        kind: 'autosave',
        timeZone: 'UTC',
        ...more,
      });
    await expect(send({ userId: 'another' })).rejects.toMatchObject({ code: 'books.chapter_not_found' });
    await expect(send({ changes: [5] })).rejects.toMatchObject({ code: 'books.invalid_changes' });
    await expect(send({ origins: [{ from: 0, to: 9, kind: 'typed' }] })).rejects.toMatchObject({
      code: 'books.invalid_changes',
    });
    await expect(send({ changes: [1, [0, 'x'.repeat(10_000)]] })).rejects.toMatchObject({ code: 'books.too_large' });
    const readOnly = await notes.create(store, { title: 'read-only' });
    await expect(patch(store, readOnly, 1, ['', 'a'])).rejects.toMatchObject({ code: 'plan.read_only' });
  });

  it('keeps all of 40 parallel changes from three processes when each retries after a conflict', async () => {
    const id = await notes.create(store);
    const stores = [store, notes.openStore(), notes.openStore()];
    const append = async (word: string, writer: ManuscriptStore<NoteRow>) => {
      for (;;) {
        const { content, rev } = await writer.heads.getLive(id, 'author');
        const saved = await patch(writer, id, rev, [content, `${content}${word} `]).catch(
          (error: { code: string }) => error.code,
        );
        if (typeof saved !== 'string') return;
        expect(saved).toBe('books.stale_revision');
      }
    };
    // Every fifth change is too long to stay pending, so that flushes run concurrently with appends.
    const words = Array.from({ length: 40 }, (_, index) => `${index % 5 === 0 ? 'long'.repeat(260) : 'word'}${index}`);
    await Promise.all(words.map((word, index) => append(word, stores[index % 3] ?? store)));
    expect((await textOf(id)).trim().split(' ').toSorted()).toEqual(words.toSorted());
    expect(await store.heads.getLive(id, 'author')).toMatchObject({ rev: 41, wordCount: 40 });
    for (const { rev, wordCount } of await list(store, id))
      expect((await readRevision(store, { id, userId: 'author', rev })).content.split(' ')).toHaveLength(wordCount + 1);
  });
});
