import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { StoredHead } from './manuscript.ts';
import type { ManuscriptStore } from './manuscript-store.ts';
import { patchText } from './patch-text.ts';
import { readRevision } from './revisions.ts';
import { saveText } from './save-text.ts';
import { list, type NoteRow, Notes, patch } from './testing/notes.ts';

describe('patchText', () => {
  let notes: Notes;
  let process: ManuscriptStore<NoteRow>;
  beforeAll(async () => (notes = await Notes.start()));
  afterAll(async () => await notes.stop());
  beforeEach(() => void (process = notes.process()));
  const stored = async (id: string) =>
    (await notes.rows('notes').findOne({ _id: id })) as unknown as StoredHead<NoteRow>;
  const head = async (id: string) => (await process.heads.getLive(id, 'author')).content;
  /** Appends letters one by one, each as its own change; returns the text. */
  const type = async (id: string, text: string, letters: string) => {
    let typed = text;
    for (const letter of letters) {
      await patch(process, id, typed.length + 1, [typed, typed + letter]);
      typed += letter;
    }
    return typed;
  };

  it('appends a small change to the head row and writes neither text nor history', async () => {
    const id = await notes.create(process);
    const text = await type(id, '', 'abc');
    expect(await stored(id)).toMatchObject({
      content: '',
      rev: 4,
      wordCount: 1,
      recent: [{ rev: 2 }, { rev: 3 }, { rev: 4 }],
    });
    expect(await notes.rows('note_changes').countDocuments({ itemId: id })).toBe(1);
    expect([await head(id), (await readRevision(process, { id, userId: 'author', rev: 3 })).content]).toEqual([
      text,
      'ab',
    ]);
  });

  it('flushes all pending changes with a change that is too long to stay pending', async () => {
    const id = await notes.create(process);
    const [draft, text] = ['draft', '漢'.repeat(400)];
    await patch(process, id, 1, ['', draft]);
    await patch(process, id, 2, [draft, text]);
    expect(await stored(id)).toMatchObject({ content: text, rev: 3, recent: [] });
    expect(await list(process, id)).toHaveLength(3);
  });

  it('flushes at every hundredth revision and stores a snapshot', async () => {
    const id = await notes.create(process);
    const whole = await type(id, '', 'y'.repeat(99));
    expect(await stored(id)).toMatchObject({ content: whole, rev: 100, recent: [] });
    expect(await notes.rows('note_snapshots').findOne({ _id: `${id}:100` })).toMatchObject({
      itemId: id,
      rev: 100,
      content: whole,
    });
    expect(await list(process, id)).toHaveLength(100);
  });

  it('reads nothing when the head is cached from the last save', async () => {
    const id = await notes.create(process);
    await type(id, '', 'a');
    const reads = jest.spyOn(process.heads, 'findWithPending');
    await type(id, 'a', 'bc');
    expect([reads.mock.calls.length, await notes.process().heads.getLive(id, 'author')]).toEqual([
      0,
      expect.objectContaining({ content: 'abc', rev: 4 }),
    ]);
  });

  it('returns the same result for a repeated change: pending, flushed, in another process, and with the newer base revision', async () => {
    const id = await notes.create(process);
    const first = await patch(process, id, 1, ['', 'one'], 'change-1');
    notes.now = new Date(notes.now.getTime() + 1000);
    await patch(process, id, 2, ['one', 'one two']);
    const again = (from = process, rev = 1) => patch(from, id, rev, ['', 'one'], 'change-1');
    const { rev, wordCount, updatedAt } = first;
    expect([await again(), await again(notes.process()), await again(process, 3)]).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ rev, wordCount, updatedAt })),
    );
    await saveText(process, { id, userId: 'author', baseRev: 3, content: 'three', fields: {}, timeZone: 'UTC' });
    expect([await again(), await again(notes.process())]).toEqual(
      Array.from({ length: 2 }, () => expect.objectContaining({ rev, wordCount, updatedAt })),
    );
    expect(await head(id)).toBe('three');
  });

  it('rejects a stale revision with the stored one, and loses no text', async () => {
    const id = await notes.create(process);
    const other = notes.process();
    await patch(process, id, 1, ['', 'a']);
    await patch(other, id, 2, ['a', 'ab']);
    await expect(patch(process, id, 2, ['a', 'aX'])).rejects.toMatchObject({ code: 'books.stale_revision', rev: 3 });
    await patch(process, id, 3, ['ab', 'abc']);
    await patch(other, id, 4, ['abc', 'abcd']);
    expect([await head(id), (await list(process, id)).map(({ rev }) => rev)]).toEqual(['abcd', [5, 4, 3, 2, 1]]);
  });

  it('batches concurrent changes into one command; a stale one does not fail the others', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => notes.create(process)));
    for (const id of ids) await type(id, '', 'a');
    const updates: string[] = [];
    const listen = ({ commandName }: { commandName: string }) =>
      void (commandName === 'update' && updates.push(commandName));
    notes.connection.getClient().on('commandStarted', listen);
    await Promise.all(ids.map((id) => patch(process, id, 2, ['a', 'ab'])));
    expect(updates).toHaveLength(1);
    await patch(notes.process(), ids[1] ?? '', 3, ['ab', 'abX']);
    const outcomes = await Promise.all(
      ids.map((id) =>
        patch(process, id, 3, ['ab', 'abc']).then(
          ({ rev }) => rev,
          (error: { code: string }) => error.code,
        ),
      ),
    );
    notes.connection.getClient().off('commandStarted', listen);
    expect(outcomes).toEqual([4, 'books.stale_revision', 4]);
    expect(await Promise.all(ids.map(head))).toEqual(['abc', 'abX', 'abc']);
  });

  it('returns the earlier result for a reused changeId, also in a batch, and does not cache it as a new head', async () => {
    const [twice = '', ...others] = await Promise.all([1, 2, 3].map(() => notes.create(process)));
    const [ours, theirs] = [process, notes.process()];
    for (const id of [twice, ...others]) await type(id, '', 'a');
    await patch(theirs, twice, 2, ['a', 'ab'], 'same-change');
    const [same] = await Promise.all([
      patch(ours, twice, 2, ['a', 'another text'], 'same-change'),
      ...others.map((id) => patch(ours, id, 2, ['a', 'ab'])),
    ]);
    expect([same.rev, await head(twice)]).toEqual([3, 'ab']);
    await patch(ours, twice, 3, ['ab', 'abc']);
    expect([await head(twice), await Promise.all(others.map(head))]).toEqual(['abc', ['ab', 'ab']]);
  });

  it('does not fail the other changes of a batch when the database rejects one', async () => {
    const ids = await Promise.all(['one', 'refused', 'three'].map((title) => notes.create(process, { title })));
    for (const id of ids) await type(id, '', 'a');
    const refuse = (validator: object) => notes.connection.db?.command({ collMod: 'notes', validator });
    await refuse({ title: { $ne: 'refused' } });
    const outcomes = await Promise.allSettled(ids.map((id) => patch(process, id, 2, ['a', 'ab'])));
    await refuse({});
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect([await stored(ids[0] ?? ''), await stored(ids[2] ?? '')]).toEqual([
      expect.objectContaining({ rev: 3 }),
      expect.objectContaining({ rev: 3 }),
    ]);
  });

  it('does not wait for locked rows of others', async () => {
    const [held = '', free = ''] = await Promise.all([1, 2].map(() => notes.create(process)));
    const order: string[] = [];
    const session = await notes.connection.startSession();
    session.startTransaction();
    await notes.rows('notes').updateOne({ _id: held }, { $set: { title: 'Held' } }, { session });
    const waiting = patch(process, held, 1, ['', 'a']).then(() => order.push('held'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    await patch(process, free, 1, ['', 'a']).then(() => order.push('free'));
    await session.commitTransaction();
    await session.endSession();
    await waiting;
    expect(order).toEqual(['free', 'held']);
  });

  it('flushes a change with so many origins that the head could exceed the document limit', async () => {
    const id = await notes.create(process);
    const origins = Array.from({ length: 1000 }, (_, index) => ({
      from: index * 2,
      to: index * 2 + 1,
      kind: 'pasted' as const,
    }));
    await patchText(process, {
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
    const id = await notes.create(process);
    await patch(process, id, 1, ['', 'a']);
    await saveText(notes.process(), {
      id,
      userId: 'author',
      baseRev: 2,
      content: undefined,
      fields: { title: 'New' },
      timeZone: 'UTC',
    });
    expect(await patch(process, id, 2, ['a', 'ab'])).toMatchObject({ title: 'New', rev: 3 });
    await notes.rows('notes').updateOne({ _id: id }, { $set: { state: 'trashed' }, $inc: { version: 1 } as never });
    await expect(patch(process, id, 3, ['ab', 'abc'])).rejects.toMatchObject({ code: 'books.chapter_not_found' });
  });

  it('rejects changes of another user, for another text, too long or read-only, also with a cached head', async () => {
    const id = await notes.create(process);
    await patch(process, id, 1, ['', 'a']);
    const send = (more: object) =>
      patchText(process, {
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
    const closed = await notes.create(process, { title: 'read-only' });
    await expect(patch(process, closed, 1, ['', 'a'])).rejects.toMatchObject({ code: 'plan.read_only' });
  });

  it('keeps all of 40 parallel changes from three processes when each retries after a conflict', async () => {
    const id = await notes.create(process);
    const processes = [process, notes.process(), notes.process()];
    const append = async (word: string, own: ManuscriptStore<NoteRow>) => {
      for (;;) {
        const { content, rev } = await own.heads.getLive(id, 'author');
        const saved = await patch(own, id, rev, [content, `${content}${word} `]).catch(
          (error: { code: string }) => error.code,
        );
        if (typeof saved !== 'string') return;
        expect(saved).toBe('books.stale_revision');
      }
    };
    // Every fifth change is too long to stay pending, so that flushes run concurrently with appends.
    const words = Array.from({ length: 40 }, (_, index) => `${index % 5 === 0 ? 'long'.repeat(260) : 'word'}${index}`);
    await Promise.all(words.map((word, index) => append(word, processes[index % 3] ?? process)));
    expect((await head(id)).trim().split(' ').toSorted()).toEqual(words.toSorted());
    expect(await process.heads.getLive(id, 'author')).toMatchObject({ rev: 41, wordCount: 40 });
    for (const { rev, wordCount } of await list(process, id))
      expect((await readRevision(process, { id, userId: 'author', rev })).content.split(' ')).toHaveLength(
        wordCount + 1,
      );
  }, 30_000);
});
