import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { diffToChanges } from '@inkbear/prose/changes';
import { testSeed as seed } from '@inkbear/service-kit/testing/test-scale';
import { newChange, toChangeRow } from './change.ts';
import { commitSave, flushPending } from './commit-save.ts';
import { decideSave } from './decide-save.ts';
import type { ManuscriptStore } from './manuscript-store.ts';
import { nameRevision, readRevision, restoreRevision } from './revisions.ts';
import { saveText } from './save-text.ts';
import { list, noteKind, type NoteRow, Notes, patch, runBatch } from './testing/notes.ts';
import { compactHistory } from './compact-history.ts';

/** A small, fast, seeded random number generator. */
function random(initialState: number): (below: number) => number {
  let state = initialState >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

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
  readonly #process: ManuscriptStore<NoteRow>;
  readonly #id: string;
  readonly #next: (below: number) => number;

  constructor(process: ManuscriptStore<NoteRow>, id: string, next: (below: number) => number) {
    this.#process = process;
    this.#id = id;
    this.#next = next;
  }

  get rev(): number {
    return this.#rev;
  }

  async save(): Promise<void> {
    const { content, rev } = await this.#anySave();
    [this.#text, this.#rev] = [content, rev];
    this.texts.set(rev, content);
  }

  async #anySave(): Promise<{ content: string; rev: number }> {
    const [of, kind, after] = [
      { id: this.#id, userId: 'author', timeZone: 'UTC' },
      this.#next(20),
      edit(this.#text, this.#next),
    ];
    if (kind === 0) return await saveText(this.#process, { ...of, baseRev: null, content: after, fields: {} });
    if (kind === 1)
      return await restoreRevision(this.#process, { ...of, rev: 1 + this.#next(this.#rev) }).catch(() => ({
        content: this.#text,
        rev: this.#rev,
      }));
    if (kind === 2) await nameRevision(this.#process, { id: this.#id, userId: 'author', name: `name ${this.#rev}` });
    const { rev } = await patch(this.#process, this.#id, this.#rev, [this.#text, after]);
    return { content: after, rev };
  }
}

describe('HistoryRepository', () => {
  let notes: Notes;
  let process: ManuscriptStore<NoteRow>;
  beforeAll(async () => (notes = await Notes.start()));
  afterAll(async () => await notes.stop());
  beforeEach(() => void (process = notes.process()));
  const read = (id: string, rev: number) => readRevision(process, { id, userId: 'author', rev });

  it(`reads every revision exactly, before and after compaction (TEST_SEED=${seed})`, async () => {
    const next = random(seed);
    const id = await notes.create(process);
    const author = new Author(process, id, next);
    const readAll = async () => {
      for (const { rev } of await list(process, id))
        expect([rev, (await read(id, rev)).content]).toEqual([rev, author.texts.get(rev)]);
    };
    for (let count = 0; count < 240; count += 1) {
      await author.save();
      if (next(40) === 0) notes.now = new Date(notes.now.getTime() + hourMs);
    }
    expect((await list(process, id)).map(({ rev }) => rev)).toEqual(
      Array.from({ length: author.rev }, (_, index) => author.rev - index),
    );
    await readAll();
    const special = async () =>
      (await list(process, id))
        .filter(({ kind, name }) => kind !== 'autosave' || name !== undefined)
        .map(({ rev }) => rev);
    const wereSpecial = await special();
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    await runBatch(process, compactHistory);
    const kept = await list(process, id);
    expect(kept.length).toBeLessThan(author.rev);
    expect(await special()).toEqual(wereSpecial);
    await readAll();
    for (let count = 0; count < 20; count += 1) await author.save();
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    await runBatch(process, compactHistory);
    await runBatch(process, compactHistory);
    await readAll();
    const row = await notes.rows('note_changes').findOne({ itemId: id, folded: true });
    expect(await patch(process, id, Number(row?.['rev']) - 1, ['', ''], String(row?.['changeId']))).toMatchObject({
      rev: row?.['rev'],
      wordCount: row?.['wordCount'],
    });
  }, 60_000);

  it('compacts pending changes too', async () => {
    const id = await notes.create(process);
    await patch(process, id, 1, ['', 'a']);
    await patch(process, id, 2, ['a', 'ab']);
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    await runBatch(process, compactHistory);
    expect((await list(process, id)).map(({ rev }) => rev)).toEqual([3, 1]);
    expect(await notes.rows('notes').findOne({ _id: id })).toMatchObject({
      content: 'ab',
      recent: [],
      thinAt: new Date(notes.now.getTime() + 28 * 24 * hourMs),
    });
    expect((await patch(process, id, 3, ['ab', 'abc'])).thinAt).not.toBeNull();
    expect(await notes.rows('notes').findOne({ _id: id })).toMatchObject({ thinAt: expect.any(Date) });
  });

  it('compacts all autosaves except those that are too large to be composed', async () => {
    const id = await notes.create(process);
    const text = 'x'.repeat(9000);
    await patch(process, id, 1, ['', text]);
    for (let rev = 2; rev <= 6; rev += 1) await patch(process, id, rev, [text, text]);
    await flushPending(process, id);
    // Replaces every second character by itself: 13,500 parts.
    const large = JSON.stringify(Array.from(text, (_one, index) => (index % 2 === 0 ? 1 : [1, 'x'])));
    await notes.rows('note_changes').updateOne({ _id: `${id}:4` }, { $set: { changes: large } });
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    expect(await runBatch(process, compactHistory)).toBe(0);
    expect((await list(process, id)).map(({ rev }) => rev)).toEqual([7, 4, 3, 1]);
    for (const rev of [7, 4, 3]) expect((await read(id, rev)).content).toBe(text);
  });

  it('compacts a writing session that spans several pages of rows as one', async () => {
    const id = await notes.create(process);
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
    await notes
      .rows('notes')
      .updateOne({ _id: id }, { $set: { content: 'x'.repeat(4100), rev: 4101, thinAt: notes.now } });
    expect(await runBatch(process, compactHistory)).toBe(0);
    expect((await list(process, id)).map(({ rev }) => rev)).toEqual([4101, 1]);
    expect((await read(id, 4101)).content).toBe('x'.repeat(4100));
  });

  it('lists revisions without reading compacted rows', async () => {
    const id = await notes.create(process);
    for (let rev = 1; rev <= 40; rev += 1) await patch(process, id, rev, ['x'.repeat(rev - 1), 'x'.repeat(rev)]);
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    await runBatch(process, compactHistory);
    const uses = async () => {
      const indexes = await notes
        .rows('note_changes')
        .aggregate<{ key: object; accesses: { ops: number } }>([{ $indexStats: {} }])
        .toArray();
      return Number(indexes.find(({ key }) => 'folded' in key)?.accesses.ops ?? 0);
    };
    const before = await uses();
    expect((await list(process, id)).map(({ rev }) => rev)).toEqual([41, 1]);
    expect(await uses()).toBe(before + 1);
    expect(await notes.rows('note_changes').countDocuments({ itemId: id, folded: true })).toBe(39);
  });

  it('reports a damaged history as failed and compacts the others', async () => {
    const ids = await Promise.all([1, 2].map(() => notes.create(process)));
    for (const id of ids)
      for (const [rev, before, after] of [
        [1, '', 'a'],
        [2, 'a', 'ab'],
      ] as const)
        await patch(process, id, rev, [before, after]);
    for (const id of ids)
      await saveText(process, { id, userId: 'author', baseRev: 3, content: 'abc', fields: {}, timeZone: 'UTC' });
    await notes.rows('note_changes').updateOne({ _id: `${ids[0] ?? ''}:2` }, { $set: { changes: 'damaged' } });
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    expect(await runBatch(process, compactHistory)).toBe(1);
    expect((await list(process, ids[1] ?? '')).map(({ rev }) => rev)).toEqual([4, 3, 1]);
    await runBatch(process, compactHistory);
    await notes.rows('notes').deleteOne({ _id: ids[0] ?? '' });
  });

  it('reads and restores the right text or none during compaction', async () => {
    const id = await notes.create(process);
    const texts = Array.from({ length: 61 }, (_item, index) => 'x'.repeat(index));
    for (let rev = 1; rev <= 60; rev += 1) await patch(process, id, rev, [texts[rev - 1] ?? '', texts[rev] ?? '']);
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    let isCompacting = true;
    const compaction = runBatch(process, compactHistory).finally(() => {
      isCompacting = false;
    });
    const readOne = (rev: number) =>
      readRevision(process, { id, userId: 'author', rev }).then(
        ({ content }) => (content === texts[rev - 1] ? 'right' : `wrong at ${rev}`),
        (error: { code?: string }) => String(error.code),
      );
    const seen = new Set<string>();
    for (let rev = 1; isCompacting; rev = (rev % 61) + 1) seen.add(await readOne(rev));
    await compaction;
    expect([...seen].filter((each) => each !== 'right' && each !== 'books.revision_not_found')).toEqual([]);
    await expect(restoreRevision(process, { id, userId: 'author', rev: 5, timeZone: 'UTC' })).rejects.toMatchObject({
      code: 'books.revision_not_found',
    });
    expect((await restoreRevision(process, { id, userId: 'author', rev: 1, timeZone: 'UTC' })).content).toBe('');
  }, 60_000);

  it('reads a consistent snapshot when a run is compacted between two of its queries', async () => {
    const id = await notes.create(process);
    for (let rev = 1; rev <= 4; rev += 1) await patch(process, id, rev, ['x'.repeat(rev - 1), 'x'.repeat(rev)]);
    await flushPending(process, id);
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    const snapshots = notes.connection.collection('note_snapshots');
    const findOne = snapshots.findOne.bind(snapshots);
    const between = jest
      .spyOn(snapshots, 'findOne')
      .mockImplementationOnce(async (...args: Parameters<typeof findOne>) => {
        await runBatch(process, compactHistory);
        return await findOne(...args);
      });
    expect((await readRevision(process, { id, userId: 'author', rev: 3 })).content).toBe('xx');
    expect(between).toHaveBeenCalled();
    between.mockRestore();
    expect((await list(process, id)).map(({ rev }) => rev)).toEqual([5, 1]);
  });

  it('does not read a revision that was compacted after the head was read', async () => {
    const id = await notes.create(process);
    for (let rev = 1; rev <= 6; rev += 1) await patch(process, id, rev, ['x'.repeat(rev - 1), 'x'.repeat(rev)]);
    const { pending } = await process.heads.getWithPending(id, 'author');
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    await runBatch(process, compactHistory);
    expect(pending).toHaveLength(6);
    expect([
      await process.history.readRevision(id, 4, pending),
      (await process.history.readRevision(id, 7, pending))?.content,
    ]).toEqual([null, 'xxxxxx']);
  });

  it('compacts again after a save that was decided while compaction ended', async () => {
    const id = await notes.create(process);
    await patch(process, id, 1, ['', 'a']);
    const version = await process.heads.scheduleCompaction(id, notes.now);
    const head = await process.heads.getLive(id, 'author');
    await process.heads.clearCompaction(id, version ?? 0);
    const decision = decideSave(noteKind, head, {
      text: { text: 'ab', changes: diffToChanges('a', 'ab'), changeId: 'change-x', kind: 'autosave', origins: [] },
      mayDefer: true,
      now: notes.now,
      timeZone: 'UTC',
    });
    expect([await commitSave(process, decision), (await patch(process, id, 2, ['a', 'ab'])).thinAt]).toEqual([
      false,
      expect.any(Date),
    ]);
  });

  it('keeps the name of a pending change when it is flushed and when the history is compacted', async () => {
    const id = await notes.create(process);
    await patch(process, id, 1, ['', 'a']);
    expect(await nameRevision(process, { id, userId: 'author', name: 'draft' })).toMatchObject({
      rev: 2,
      name: 'draft',
    });
    await patch(process, id, 2, ['a', 'ab']);
    await saveText(process, { id, userId: 'author', baseRev: 3, content: 'abc', fields: {}, timeZone: 'UTC' });
    expect(await nameRevision(process, { id, userId: 'author', name: 'final' })).toMatchObject({
      rev: 4,
      name: 'final',
      kind: 'put',
    });
    notes.now = new Date(notes.now.getTime() + 48 * hourMs);
    await runBatch(process, compactHistory);
    expect((await list(process, id)).map(({ rev, name }) => name ?? rev)).toEqual(['final', 3, 'draft', 1]);
  });

  it('answers not found for a revision that does not exist', async () => {
    const id = await notes.create(process);
    for (const wrong of [read(id, 2), restoreRevision(process, { id, userId: 'author', rev: 7, timeZone: 'UTC' })])
      await expect(wrong).rejects.toMatchObject({ code: 'books.revision_not_found' });
    await expect(readRevision(process, { id, userId: 'another', rev: 1 })).rejects.toMatchObject({
      code: 'books.chapter_not_found',
    });
  });
});
