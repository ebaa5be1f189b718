import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ProblemError } from '@inkbear/service-kit/problem';
import { testSeed as seed } from '@inkbear/service-kit/testing/test-scale';
import { flushPending } from './commit-save.ts';
import { countStoredBytes, recountStoredBytes } from './migrations/count-stored-bytes.ts';
import { deleteRevisions, purgeDeletedRevisions, undeleteRevisions } from './delete-revisions.ts';
import { fieldBytesOf } from './manuscript.ts';
import { type ManuscriptStore } from './manuscript-store.ts';
import { patchText } from './patch-text.ts';
import { listRevisions, nameRevision, readRevision, restoreRevision } from './revisions.ts';
import { saveText } from './save-text.ts';
import { list, noteKind, type NoteRow, Notes, patch, runBatch, seededRandom } from './testing/notes.ts';
import { compactHistory } from './compact-history.ts';

const dayMs = 86_400_000;
const author = { userId: 'author', timeZone: 'UTC' } as const;

describe('byte counters', () => {
  let notes: Notes;
  let store: ManuscriptStore<NoteRow>;
  beforeAll(async () => (notes = await Notes.start()));
  afterAll(async () => await notes.stop());
  beforeEach(() => {
    store = notes.openStore();
    notes.quotaRequests.length = 0;
    notes.refuse = () => undefined;
  });
  const row = async (id: string) => (await notes.rows('notes').findOne({ _id: id })) as unknown as NoteRow;
  const passDays = (days: number) => void (notes.now = new Date(notes.now.getTime() + days * dayMs));
  const put = (id: string, content: string, baseRev: number | null = null) =>
    saveText(store, { id, ...author, baseRev, content, fields: {} });
  const read = (id: string, rev: number) => readRevision(store, { id, ...author, rev });
  const snapshotsOf = async (id: string) =>
    (await notes.rows('note_snapshots').find({ itemId: id }).sort({ rev: 1 }).toArray()).map(
      ({ rev }) => rev as number,
    );
  const textsOf = async (id: string) =>
    new Map(
      await Promise.all((await list(store, id)).map(async ({ rev }) => [rev, (await read(id, rev)).content] as const)),
    );

  /** Flushes pending changes, then fails unless the counters match the sum over all stored rows. */
  async function expectExact(id: string): Promise<void> {
    await flushPending(store, id);
    const head = await store.heads.getLive(id, author.userId);
    const { stored, deleted } = await store.history.countBytes(id);
    const { storedBytes, deletedBytes } = await row(id);
    expect([storedBytes, deletedBytes]).toEqual([
      fieldBytesOf(noteKind, head) + Buffer.byteLength(head.content) + stored,
      deleted,
    ]);
  }

  it(`stay exact through saves, compaction, deleting, recovering and purging, which change no other text (TEST_SEED=${seed})`, async () => {
    const next = seededRandom(seed);
    const id = await notes.create(store);
    let text = '';
    let rev = 1;
    for (let round = 0; round < 6; round += 1) {
      for (let count = 0; count < 45; count += 1) {
        const after = (
          next(8) === 0 ? text.slice(next(text.length + 1)) : `${text}${'é漢🐻 x'.slice(0, next(7))}`
        ).toWellFormed();
        if (next(6) === 0) ({ rev } = await put(id, after));
        else if (after !== text) ({ rev } = await patch(store, id, rev, [text, after]));
        text = (await store.heads.getLive(id, author.userId)).content;
        if (next(12) === 0) await nameRevision(store, { id, userId: author.userId, name: `name ${rev}` });
        notes.now = new Date(notes.now.getTime() + next(20) * 60_000);
      }
      await expectExact(id);
      const revs = [...(await textsOf(id)).keys()].filter((one) => one !== rev && next(3) === 0);
      const deleted = revs.length > 0 ? await deleteRevisions(store, { id, userId: author.userId, revs }) : [];
      expect(new Set(deleted)).toEqual(new Set(revs));
      const recovered = deleted.filter(() => next(3) === 0);
      if (recovered.length > 0) await undeleteRevisions(store, { id, userId: author.userId, revs: recovered });
      await expectExact(id);
      const before = await textsOf(id);
      passDays(31);
      await runBatch(store, compactHistory);
      await runBatch(store, purgeDeletedRevisions);
      await expectExact(id);
      const after = await textsOf(id);
      for (const [one, content] of after) expect([one, content]).toEqual([one, before.get(one)]);
      expect(await list(store, id, true)).toEqual([]);
    }
    expect((await row(id)).deletedBytes).toBe(0);
  });

  it('do not include a deleted revision, which is unreadable, listed as deleted and recoverable for 30 days', async () => {
    const id = await notes.create(store);
    for (const text of ['a'.repeat(1000), 'b'.repeat(2000), 'c'.repeat(10)]) await put(id, text);
    const before = await row(id);
    expect(await deleteRevisions(store, { id, userId: author.userId, revs: [3, 99] })).toEqual([3]);
    const after = await row(id);
    expect(before.storedBytes - after.storedBytes).toBeGreaterThan(2000);
    expect(after.deletedBytes).toBe(before.storedBytes - after.storedBytes);
    expect((await list(store, id)).map(({ rev }) => rev)).toEqual([4, 2, 1]);
    expect(await list(store, id, true)).toEqual([expect.objectContaining({ rev: 3, deletedAt: notes.now })]);
    await expect(read(id, 3)).rejects.toMatchObject({ code: 'books.revision_not_found' });
    await expect(restoreRevision(store, { id, ...author, rev: 3 })).rejects.toMatchObject({
      code: 'books.revision_not_found',
    });
    expect(await deleteRevisions(store, { id, userId: author.userId, revs: [3] })).toEqual([]);
    expect(await undeleteRevisions(store, { id, userId: author.userId, revs: [3, 2] })).toEqual([3]);
    expect([(await row(id)).storedBytes, (await row(id)).deletedBytes, (await read(id, 3)).content]).toEqual([
      before.storedBytes,
      0,
      'b'.repeat(2000),
    ]);
    await deleteRevisions(store, { id, userId: author.userId, revs: [3] });
    passDays(30.5);
    expect(await undeleteRevisions(store, { id, userId: author.userId, revs: [3] })).toEqual([]);
  });

  it('cannot be freed by deleting the newest revision, or by another user', async () => {
    const id = await notes.create(store);
    await put(id, 'one');
    await expect(deleteRevisions(store, { id, userId: author.userId, revs: [1, 2] })).rejects.toMatchObject({
      code: 'books.revision_current',
    });
    await expect(deleteRevisions(store, { id, userId: 'another', revs: [1] })).rejects.toMatchObject({
      code: 'books.chapter_not_found',
    });
    expect((await list(store, id)).map(({ rev }) => rev)).toEqual([2, 1]);
  });

  it('exclude a snapshot once its revision is purged, and the other revisions are unchanged', async () => {
    const id = await notes.create(store);
    let text = '';
    for (let rev = 1; rev < 205; rev += 1) {
      const after = rev % 2 === 0 ? text.slice(0, 40) : `${text}${rev} words `;
      await patch(store, id, rev, [text, after]);
      text = after;
    }
    const before = await textsOf(id);
    await deleteRevisions(store, { id, userId: author.userId, revs: [99, 100, 101, 200] });
    passDays(31);
    await runBatch(store, purgeDeletedRevisions);
    const after = await textsOf(id);
    expect([after.size, after.has(100), after.has(102)]).toEqual([before.size - 4, false, true]);
    for (const [rev, content] of after) expect([rev, content]).toEqual([rev, before.get(rev)]);
    expect(await snapshotsOf(id)).toEqual([102, 201]);
    await expectExact(id);
    // The revisions that received the snapshots are never compacted.
    await runBatch(store, compactHistory);
    const compacted = await textsOf(id);
    expect([compacted.has(102), compacted.has(201), compacted.size < after.size]).toEqual([true, true, true]);
    for (const [rev, content] of compacted) expect([rev, content]).toEqual([rev, before.get(rev)]);
    await expectExact(id);
  });

  it('exclude a purged revision even if it is too large to be composed with the next one, which is unchanged', async () => {
    const id = await notes.create(store);
    const text = 'x'.repeat(9000);
    await put(id, text);
    const every = (offset: number, by: string) => [
      offset,
      ...Array.from({ length: 4000 }, () => [[1, by], 1]).flat(),
      text.length - offset - 8000,
    ];
    for (const [rev, changes] of [
      [2, every(0, 'y')],
      [3, every(1, 'z')],
    ] as const) {
      await patchText(store, {
        id,
        ...author,
        baseRev: rev,
        changeId: `large-${rev}`,
        changes,
        origins: [],
        kind: 'autosave',
      });
    }
    const before = await textsOf(id);
    await deleteRevisions(store, { id, userId: author.userId, revs: [3] });
    passDays(31);
    expect(await runBatch(store, purgeDeletedRevisions)).toBe(0);
    expect([...(await textsOf(id))]).toEqual([...before].filter(([rev]) => rev !== 3));
    await expectExact(id);
  });

  it('include a snapshot as soon as the changes since the last one exceed the limit', async () => {
    const id = await notes.create(store);
    await put(id, 'é'.repeat(500));
    const { sinceSnapshot } = await row(id);
    expect(sinceSnapshot).toBeGreaterThan(1000);
    await notes.rows('notes').updateOne({ _id: id }, { $set: { sinceSnapshot: 4 * 1024 * 1024 } });
    await patch(store, id, 2, ['é'.repeat(500), `${'é'.repeat(500)}!`]);
    expect([await snapshotsOf(id), (await row(id)).sinceSnapshot]).toEqual([[3], 0]);
    await put(id, 'short');
    expect([await snapshotsOf(id), [...(await textsOf(id)).values()].map(({ length }) => length)]).toEqual([
      [3],
      [5, 501, 500, 0],
    ]);
    await expectExact(id);
    passDays(31);
    await runBatch(store, compactHistory);
    expect([(await read(id, 3)).content.length, (await read(id, 4)).content]).toEqual([501, 'short']);
    await expectExact(id);
  });

  it('exclude compacted revisions 30 days after their save', async () => {
    const id = await notes.create(store);
    for (let rev = 1; rev <= 20; rev += 1) await patch(store, id, rev, ['x'.repeat(rev - 1), 'x'.repeat(rev)]);
    passDays(2);
    await runBatch(store, compactHistory);
    const compacted = () => notes.rows('note_changes').countDocuments({ itemId: id, folded: true });
    expect(await compacted()).toBe(19);
    passDays(27);
    await runBatch(store, compactHistory);
    expect(await compacted()).toBe(19);
    passDays(3);
    await runBatch(store, compactHistory);
    expect([await compacted(), (await row(id)).compactAt, (await read(id, 21)).content]).toEqual([
      0,
      null,
      'x'.repeat(20),
    ]);
    await expectExact(id);
  });

  it('are reserved before every save: as a creation for a PUT without If-Match and for naming a revision, otherwise as an edit', async () => {
    const id = await notes.create(store);
    await put(id, 'forced');
    await put(id, 'edited', 2);
    await patch(store, id, 3, ['edited', 'edited again']);
    await restoreRevision(store, { id, ...author, rev: 2 });
    await nameRevision(store, { id, userId: author.userId, name: 'draft' });
    await saveText(store, { id, ...author, baseRev: null, content: undefined, fields: { title: 'A longer title' } });
    expect(notes.quotaRequests.map(({ operation }) => operation)).toEqual([
      'create',
      'edit',
      'edit',
      'edit',
      'create',
      'edit',
    ]);
    expect(notes.quotaRequests.every(({ userId, bytes }) => userId === 'author' && bytes > 0)).toBe(true);
  });

  it('are not written when the quota is exceeded', async () => {
    const id = await notes.create(store);
    notes.refuse = () => {
      throw new ProblemError('books.quota_used', { used: 2, allowed: 1 });
    };
    for (const save of [
      put(id, 'x'),
      patch(store, id, 1, ['', 'x']),
      nameRevision(store, { id, userId: author.userId, name: 'n' }),
    ]) {
      await expect(save).rejects.toMatchObject({ code: 'books.quota_used', used: 2, allowed: 1 });
    }
    expect(await row(id)).toMatchObject({ content: '', rev: 1, recent: [] });
  });

  describe('countStoredBytes', () => {
    const counters = async (id: string) => {
      const { storedBytes, deletedBytes, fieldBytes } = await row(id);
      return { storedBytes, deletedBytes, fieldBytes };
    };
    const edit = async (id: string, first: number, last: number) => {
      for (let rev = first; rev <= last; rev += 1) await patch(store, id, rev, ['é'.repeat(rev - 1), 'é'.repeat(rev)]);
    };

    it('counts like the saves, including pending changes', async () => {
      const [flushed, pending] = [await notes.create(store, { title: 'Légende' }), await notes.create(store)];
      await edit(flushed, 1, 120);
      await flushPending(store, flushed);
      await edit(pending, 1, 50);
      expect(((await row(pending)) as unknown as { recent: unknown[] }).recent).toHaveLength(50);
      for (const id of [flushed, pending]) {
        const counted = await counters(id);
        await notes
          .rows('notes')
          .updateOne({ _id: id }, { $unset: { storedBytes: '', deletedBytes: '', fieldBytes: '' } });
        await countStoredBytes(notes.connection, noteKind);
        await countStoredBytes(notes.connection, noteKind);
        expect(await counters(id)).toEqual(counted);
      }
    });

    it('corrects wrong counters of an earlier release, with deleted revisions counted separately', async () => {
      const ids = await Promise.all([1, 2, 3].map(() => notes.create(store)));
      const [id = '', other = '', damaged = ''] = ids;
      await put(id, 'a'.repeat(3000));
      await put(id, 'b'.repeat(2000));
      for (let rev = 3; rev <= 40; rev += 1)
        await patch(store, id, rev, ['b'.repeat(1997 + rev), 'b'.repeat(1998 + rev)]);
      await deleteRevisions(store, { id, userId: author.userId, revs: [2, 5] });
      await edit(other, 1, 50);
      await notes
        .rows('notes')
        .updateOne({ _id: damaged }, { $set: { recent: [{ rev: 2, changes: 'damaged', bytes: 7 }] } });
      const counted = await Promise.all([id, other].map(counters));
      expect(counted[0]?.deletedBytes).toBeGreaterThan(3000);
      await notes
        .rows('notes')
        .updateMany(
          { _id: { $in: ids } },
          { $inc: { storedBytes: -20_000 as never }, $set: { deletedBytes: 7 } },
          { hint: { _id: 1 } },
        );
      await recountStoredBytes(notes.connection, noteKind, 2);
      await recountStoredBytes(notes.connection, noteKind, 2);
      expect(await Promise.all([id, other].map(counters))).toEqual(counted);
      expect((await counters(damaged)).storedBytes).toBeGreaterThan(0);
      await notes.rows('notes').deleteOne({ _id: damaged });
    });

    it('counts again when a save happens during the count', async () => {
      const id = await notes.create(store);
      await put(id, 'a'.repeat(3000));
      await put(id, 'b'.repeat(2000));
      const heads = notes.connection.collection('notes');
      const updateOne = heads.updateOne.bind(heads);
      let isDeleted = false;
      const meanwhile = jest
        .spyOn(heads, 'updateOne')
        .mockImplementation(async (...args: Parameters<typeof updateOne>) => {
          const isCounted = !isDeleted && (args[0] as { _id?: unknown })._id === id;
          isDeleted ||= isCounted;
          if (isCounted) await deleteRevisions(store, { id, userId: author.userId, revs: [2] });
          return await updateOne(...args);
        });
      await recountStoredBytes(notes.connection, noteKind);
      meanwhile.mockRestore();
      expect((await row(id)).deletedBytes).toBeGreaterThan(3000);
      await expectExact(id);
    });
  });

  it('lists revisions page by page, pending changes first', async () => {
    const id = await notes.create(store);
    for (let rev = 1; rev <= 6; rev += 1) await patch(store, id, rev, ['x'.repeat(rev - 1), 'x'.repeat(rev)]);
    const pages: number[][] = [];
    for (let before: number | undefined; pages.length < 10;) {
      const { revisions, next } = await listRevisions(store, {
        id,
        userId: author.userId,
        before,
        limit: 3,
        deleted: false,
      });
      pages.push(revisions.map(({ rev }) => rev));
      if (next === null) break;
      before = next;
    }
    expect(pages).toEqual([[7, 6, 5], [4, 3, 2], [1]]);
  });
});
