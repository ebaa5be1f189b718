import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { StoredHead, ManuscriptStore } from './manuscript.ts';
import { patchText } from './patch-text.ts';
import { readRevision } from './revisions.ts';
import { saveText } from './save-text.ts';
import { list, type NoteRow, Notes, patch } from './testing/notes.ts';

describe('a change to a manuscript', () => {
  let notes: Notes;
  let process: ManuscriptStore<NoteRow>;
  beforeAll(async () => (notes = await Notes.start()));
  afterAll(async () => await notes.stop());
  beforeEach(() => void (process = notes.process()));
  const stored = async (id: string) =>
    (await notes.rows('notes').findOne({ _id: id })) as unknown as StoredHead<NoteRow>;
  const head = async (id: string) => (await process.heads.getLive(id, 'author')).content;
  /** Appends one letter after another, each as a change of its own; answers the text. */
  const type = async (id: string, text: string, letters: string) => {
    let typed = text;
    for (const letter of letters) {
      await patch(process, id, typed.length + 1, [typed, typed + letter]);
      typed += letter;
    }
    return typed;
  };

  it('waits in the head’s row: neither the text nor the history is written', async () => {
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

  it('is settled with those before it when it is too long to wait', async () => {
    const id = await notes.create(process);
    const [draft, text] = ['draft', '漢'.repeat(400)];
    await patch(process, id, 1, ['', draft]);
    await patch(process, id, 2, [draft, text]);
    expect(await stored(id)).toMatchObject({ content: text, rev: 3, recent: [] });
    expect(await list(process, id)).toHaveLength(3);
  });

  it('is settled at every hundredth revision, with the whole text', async () => {
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

  it('reads nothing when this process saved the same head last', async () => {
    const id = await notes.create(process);
    await type(id, '', 'a');
    const reads = jest.spyOn(process.heads, 'findWithPending');
    await type(id, 'a', 'bc');
    expect([reads.mock.calls.length, await notes.process().heads.getLive(id, 'author')]).toEqual([
      0,
      expect.objectContaining({ content: 'abc', rev: 4 }),
    ]);
  });

  it('is answered the same when it is repeated: while it waits, when it is settled, by another process, and with the newer revision too', async () => {
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

  it('is refused with the stored revision when another process was first, and no text is lost', async () => {
    const id = await notes.create(process);
    const other = notes.process();
    await patch(process, id, 1, ['', 'a']);
    await patch(other, id, 2, ['a', 'ab']);
    await expect(patch(process, id, 2, ['a', 'aX'])).rejects.toMatchObject({ code: 'books.stale_revision', rev: 3 });
    await patch(process, id, 3, ['ab', 'abc']);
    await patch(other, id, 4, ['abc', 'abcd']);
    expect([await head(id), (await list(process, id)).map(({ rev }) => rev)]).toEqual(['abcd', [5, 4, 3, 2, 1]]);
  });

  it('of the same moment as others goes with them in one command; one that does not fit takes none of them down', async () => {
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

  it('with the changeId of another that went before is answered as that one, in a shared command too, and nothing is built on it', async () => {
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

  it('that the database will not have takes none of its command down with it', async () => {
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

  it('waits for nobody else’s row', async () => {
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

  it('does not wait with so many origins that the head would outgrow a document', async () => {
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

  it('never lands on what was changed beside the text, however old the head is that a process keeps', async () => {
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

  it('of a stranger, for another text, too long or to what is read-only is refused, also when the head is kept', async () => {
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

  it('of 40 parallel ones in three processes all are kept when each tries again after a refusal', async () => {
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
    // Every fifth is too long to wait, so that heads are settled while others append.
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
