import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { diffToChanges } from '@inkbear/prose/changes';
import { testSeed as seed } from '@inkbear/service-kit/testing/test-scale';
import { newChange, toChangeRow } from './change.ts';
import { commitSave, flushPending } from './commit-save.ts';
import { decideSave } from './decide-save.ts';
import { headRenames } from './manuscript.ts';
import type { ManuscriptStore } from './manuscript-store.ts';
import { nameRevision, readRevision, restoreRevision } from './revisions.ts';
import { saveText } from './save-text.ts';
import { list, noteKind, type NoteRow, Notes, patch, runBatch, seededRandom } from './testing/notes.ts';
import { compactHistory } from './compact-history.ts';

const pieces = ['bear ', 'ink\n', '🐻 ', 'café ', '\n\n', 'the river ', '漢字', '  ', '“Oh!” '];

function edit(text: string, next: (below: number) => number): string {
  const characters = Array.from(text);
  characters.splice(
    next(characters.length + 1),
    next(6),
    ...Array.from({ length: next(4) }, () => pieces[next(pieces.length)] ?? ''),
  );
  return characters.join('');
}

const hourMs = 3_600_000;

/** An author who edits one note, and all texts that the note ever had. */
class Author {
  readonly texts = new Map([[1, '']]);
  #text = '';
  #rev = 1;
  readonly #store: ManuscriptStore<NoteRow>;
  readonly #id: string;
  readonly #next: (below: number) => number;

  constructor(store: ManuscriptStore<NoteRow>, id: string, next: (below: number) => number) {
    this.#store = store;
    this.#id = id;
    this.#next = next;
  }

  get rev(): number {
    return this.#rev;
  }

  /** Makes a random save. */
  async save(): Promise<void> {
    const { content, rev } = await this.#saveAtRandom();
    [this.#text, this.#rev] = [content, rev];
    this.texts.set(rev, content);
  }

  async #saveAtRandom(): Promise<{ content: string; rev: number }> {
    const note = { id: this.#id, userId: 'author', timeZone: 'UTC' };
    const kind = this.#next(20);
    const after = edit(this.#text, this.#next);
    if (kind === 0) return await saveText(this.#store, { ...note, baseRev: null, content: after, fields: {} });
    if (kind === 1)
      return await restoreRevision(this.#store, { ...note, rev: 1 + this.#next(this.#rev) }).catch(() => ({
        content: this.#text,
        rev: this.#rev,
      }));
    if (kind === 2) await nameRevision(this.#store, { id: this.#id, userId: 'author', name: `name ${this.#rev}` });
    const { rev } = await patch(this.#store, this.#id, this.#rev, [this.#text, after]);
    return { content: after, rev };
  }
}

describe('HistoryRepository', () => {
  let notes: Notes;
  let store: ManuscriptStore<NoteRow>;
  beforeAll(async () => (notes = await Notes.start()));
  afterAll(async () => await notes.stop());
  beforeEach(() => void (store = notes.openStore()));
  const read = (id: string, rev: number) => readRevision(store, { id, userId: 'author', rev });

  it(`reads every revision exactly, before and after compaction (TEST_SEED=${seed})`, async () => {
    const next = seededRandom(seed);
    const id = await notes.create(store);
    const author = new Author(store, id, next);
    const readAll = async () => {
      for (const { rev } of await list(store, id))
        expect([rev, (await read(id, rev)).content]).toEqual([rev, author.texts.get(rev)]);
    };
    for (let count = 0; count < 240; count += 1) {
      await author.save();
      if (next(40) === 0) notes.now = new Date(notes.now.getTime() + hourMs);
    }
    expect((await list(store, id)).map(({ rev }) => rev)).toEqual(
      Array.from({ length: author.rev }, (_, index) => author.rev - index),
    );
    await readAll();
    const listProtected = async () =>
      (await list(store, id))
        .filter(({ kind, name }) => kind !== 'autosave' || name !== undefined)
        .map(({ rev }) => rev);
    const protectedBefore = await listProtected();
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    await runBatch(store, compactHistory);
    expect((await list(store, id)).length).toBeLessThan(author.rev);
    expect(await listProtected()).toEqual(protectedBefore);
    await readAll();
    for (let count = 0; count < 20; count += 1) await author.save();
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    await runBatch(store, compactHistory);
    await runBatch(store, compactHistory);
    await readAll();
    const row = await notes.rows('note_changes').findOne({ itemId: id, folded: true });
    expect(await patch(store, id, Number(row?.['rev']) - 1, ['', ''], String(row?.['changeId']))).toMatchObject({
      rev: row?.['rev'],
      wordCount: row?.['wordCount'],
    });
  });

  it('compacts pending changes too', async () => {
    const id = await notes.create(store);
    await patch(store, id, 1, ['', 'a']);
    await patch(store, id, 2, ['a', 'ab']);
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    await runBatch(store, compactHistory);
    expect((await list(store, id)).map(({ rev }) => rev)).toEqual([3, 1]);
    expect(await notes.rows('notes').findOne({ _id: id })).toMatchObject({
      content: 'ab',
      recent: [],
      ...headRenames.withBothNames({ compactAt: new Date(notes.now.getTime() + 28 * 24 * hourMs) }),
    });
    const { compactAt } = await patch(store, id, 3, ['ab', 'abc']);
    expect(compactAt).not.toBeNull();
    expect(await notes.rows('notes').findOne({ _id: id })).toMatchObject(headRenames.withBothNames({ compactAt }));
  });

  it('compacts all autosaves except those that are too large to be composed', async () => {
    const id = await notes.create(store);
    const text = 'x'.repeat(9000);
    await patch(store, id, 1, ['', text]);
    for (let rev = 2; rev <= 6; rev += 1) await patch(store, id, rev, [text, text]);
    await flushPending(store, id);
    // Replaces every second character by itself: 13,500 sections.
    const large = JSON.stringify(Array.from(text, (_one, index) => (index % 2 === 0 ? 1 : [1, 'x'])));
    await notes.rows('note_changes').updateOne({ _id: `${id}:4` }, { $set: { changes: large } });
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    expect(await runBatch(store, compactHistory)).toBe(0);
    expect((await list(store, id)).map(({ rev }) => rev)).toEqual([7, 4, 3, 1]);
    for (const rev of [7, 4, 3]) expect((await read(id, rev)).content).toBe(text);
  });

  it('keeps every text when two processes compact one history at the same time', async () => {
    const id = await notes.create(store);
    const text = 'x'.repeat(9000);
    await patch(store, id, 1, ['', text]);
    await nameRevision(store, { id, userId: 'author', name: 'before the run' });
    for (let rev = 2; rev <= 6; rev += 1) await patch(store, id, rev, [text, text]);
    await flushPending(store, id);
    // Each replaces 3,000 characters by themselves: 9,001 sections, so the two of them do not fit into one change.
    const large = JSON.stringify([
      ...Array.from({ length: 6000 }, (_one, index) => (index % 2 === 0 ? 1 : [1, 'x'])),
      3000,
    ]);
    await notes.rows('note_changes').updateMany({ _id: { $in: [`${id}:4`, `${id}:5`] } }, { $set: { changes: large } });
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    const second = notes.openStore();
    const listFrom = second.history.listFrom.bind(second.history);
    const planned = jest.spyOn(second.history, 'listFrom').mockImplementationOnce(async (...args) => {
      const rows = await listFrom(...args);
      // The first process has listed this history, too, and compacts it between the plan and the work of the second.
      await notes.rows('notes').updateOne({ _id: id }, { $set: headRenames.withBothNames({ compactAt: notes.now }) });
      expect(await runBatch(store, compactHistory)).toBe(0);
      return rows;
    });
    expect(await runBatch(second, compactHistory)).toBe(0);
    expect(planned).toHaveBeenCalled();
    expect((await list(store, id)).map(({ rev }) => rev)).toEqual([7, 4, 2, 1]);
    for (const rev of [7, 4, 2]) expect([rev, (await read(id, rev)).content]).toEqual([rev, text]);
  });

  it('compacts a writing session that spans several pages of rows as one', async () => {
    const id = await notes.create(store);
    const began = notes.now.getTime() - 6 * 24 * hourMs;
    // These rows have no snapshots, so the writing session is one run.
    const autosaves = Array.from({ length: 4100 }, (_one, index) =>
      newChange({
        rev: index + 2,
        changeId: `change-${index + 2}`,
        changes: [...(index === 0 ? [] : [index]), [0, 'x']],
        origins: [],
        at: new Date(began + index * 60_000),
        kind: 'autosave',
        wordCount: 1,
        isComplete: false,
      }),
    );
    await notes
      .rows('note_changes')
      .insertMany(autosaves.map((change) => ({ ...toChangeRow(id, change), snapshot: false })));
    await notes.rows('notes').updateOne(
      { _id: id },
      {
        $set: { content: 'x'.repeat(4100), rev: 4101, ...headRenames.withBothNames({ compactAt: notes.now }) },
      },
    );
    expect(await runBatch(store, compactHistory)).toBe(0);
    expect((await list(store, id)).map(({ rev }) => rev)).toEqual([4101, 1]);
    expect((await read(id, 4101)).content).toBe('x'.repeat(4100));
  });

  it('lists revisions without reading compacted rows', async () => {
    const id = await notes.create(store);
    for (let rev = 1; rev <= 40; rev += 1) await patch(store, id, rev, ['x'.repeat(rev - 1), 'x'.repeat(rev)]);
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    await runBatch(store, compactHistory);
    const countIndexUses = async () => {
      const indexes = await notes
        .rows('note_changes')
        .aggregate<{ key: object; accesses: { ops: number } }>([{ $indexStats: {} }])
        .toArray();
      return Number(indexes.find(({ key }) => 'folded' in key)?.accesses.ops ?? 0);
    };
    const before = await countIndexUses();
    expect((await list(store, id)).map(({ rev }) => rev)).toEqual([41, 1]);
    expect(await countIndexUses()).toBe(before + 1);
    expect(await notes.rows('note_changes').countDocuments({ itemId: id, folded: true })).toBe(39);
  });

  it('reports a damaged history as failed and compacts the others', async () => {
    const ids = await Promise.all([1, 2].map(() => notes.create(store)));
    for (const id of ids)
      for (const [rev, before, after] of [
        [1, '', 'a'],
        [2, 'a', 'ab'],
      ] as const)
        await patch(store, id, rev, [before, after]);
    for (const id of ids)
      await saveText(store, { id, userId: 'author', baseRev: 3, content: 'abc', fields: {}, timeZone: 'UTC' });
    await notes.rows('note_changes').updateOne({ _id: `${ids[0] ?? ''}:2` }, { $set: { changes: 'damaged' } });
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    expect(await runBatch(store, compactHistory)).toBe(1);
    expect((await list(store, ids[1] ?? '')).map(({ rev }) => rev)).toEqual([4, 3, 1]);
    await runBatch(store, compactHistory);
    await notes.rows('notes').deleteOne({ _id: ids[0] ?? '' });
  });

  it('never reads or restores a wrong text during compaction', async () => {
    const id = await notes.create(store);
    const texts = Array.from({ length: 61 }, (_item, index) => 'x'.repeat(index));
    for (let rev = 1; rev <= 60; rev += 1) await patch(store, id, rev, [texts[rev - 1] ?? '', texts[rev] ?? '']);
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    let isCompacting = true;
    const compaction = runBatch(store, compactHistory).finally(() => {
      isCompacting = false;
    });
    const readOne = (rev: number) =>
      readRevision(store, { id, userId: 'author', rev }).then(
        ({ content }) => (content === texts[rev - 1] ? 'correct' : `wrong at ${rev}`),
        (error: { code?: string }) => String(error.code),
      );
    const outcomes = new Set<string>();
    for (let rev = 1; isCompacting; rev = (rev % 61) + 1) outcomes.add(await readOne(rev));
    await compaction;
    expect([...outcomes].filter((each) => each !== 'correct' && each !== 'books.revision_not_found')).toEqual([]);
    await expect(restoreRevision(store, { id, userId: 'author', rev: 5, timeZone: 'UTC' })).rejects.toMatchObject({
      code: 'books.revision_not_found',
    });
    expect((await restoreRevision(store, { id, userId: 'author', rev: 1, timeZone: 'UTC' })).content).toBe('');
  });

  it('reads a consistent snapshot when a run is compacted between two of its queries', async () => {
    const id = await notes.create(store);
    for (let rev = 1; rev <= 4; rev += 1) await patch(store, id, rev, ['x'.repeat(rev - 1), 'x'.repeat(rev)]);
    await flushPending(store, id);
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    const snapshots = notes.connection.collection('note_snapshots');
    const findOne = snapshots.findOne.bind(snapshots);
    const betweenQueries = jest
      .spyOn(snapshots, 'findOne')
      .mockImplementationOnce(async (...args: Parameters<typeof findOne>) => {
        await runBatch(store, compactHistory);
        return await findOne(...args);
      });
    expect((await readRevision(store, { id, userId: 'author', rev: 3 })).content).toBe('xx');
    expect(betweenQueries).toHaveBeenCalled();
    betweenQueries.mockRestore();
    expect((await list(store, id)).map(({ rev }) => rev)).toEqual([5, 1]);
  });

  it('does not read a revision that was compacted after the head was read', async () => {
    const id = await notes.create(store);
    for (let rev = 1; rev <= 6; rev += 1) await patch(store, id, rev, ['x'.repeat(rev - 1), 'x'.repeat(rev)]);
    const { pending } = await store.heads.getWithPending(id, 'author');
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    await runBatch(store, compactHistory);
    expect(pending).toHaveLength(6);
    expect([
      await store.history.readRevision(id, 4, pending),
      (await store.history.readRevision(id, 7, pending))?.content,
    ]).toEqual([null, 'xxxxxx']);
  });

  it('compacts again after a save that was decided while compaction ended', async () => {
    const id = await notes.create(store);
    await patch(store, id, 1, ['', 'a']);
    const version = await store.heads.scheduleCompaction(id, notes.now);
    const head = await store.heads.getLive(id, 'author');
    await store.heads.clearCompaction(id, version ?? 0);
    const decision = decideSave(noteKind, head, {
      text: { text: 'ab', changes: diffToChanges('a', 'ab'), changeId: 'change-x', kind: 'autosave', origins: [] },
      mayDefer: true,
      now: notes.now,
      timeZone: 'UTC',
    });
    expect([await commitSave(store, decision), (await patch(store, id, 2, ['a', 'ab'])).compactAt]).toEqual([
      false,
      expect.any(Date),
    ]);
  });

  it('keeps the name of a pending change when it is flushed and when the history is compacted', async () => {
    const id = await notes.create(store);
    await patch(store, id, 1, ['', 'a']);
    expect(await nameRevision(store, { id, userId: 'author', name: 'draft' })).toMatchObject({
      rev: 2,
      name: 'draft',
    });
    await patch(store, id, 2, ['a', 'ab']);
    await saveText(store, { id, userId: 'author', baseRev: 3, content: 'abc', fields: {}, timeZone: 'UTC' });
    expect(await nameRevision(store, { id, userId: 'author', name: 'final' })).toMatchObject({
      rev: 4,
      name: 'final',
      kind: 'put',
    });
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    await runBatch(store, compactHistory);
    expect((await list(store, id)).map(({ rev, name }) => name ?? rev)).toEqual(['final', 3, 'draft', 1]);
  });

  it('throws "not found" for a revision that does not exist', async () => {
    const id = await notes.create(store);
    for (const wrong of [read(id, 2), restoreRevision(store, { id, userId: 'author', rev: 7, timeZone: 'UTC' })])
      await expect(wrong).rejects.toMatchObject({ code: 'books.revision_not_found' });
    await expect(readRevision(store, { id, userId: 'another', rev: 1 })).rejects.toMatchObject({
      code: 'books.chapter_not_found',
    });
  });
});
