import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { diffToChanges } from '@inkbear/prose/changes';
import { commitSaveIn } from './commit-save.ts';
import { decideSave } from './decide-save.ts';
import { deleteRevisions } from './delete-revisions.ts';
import type { ManuscriptStore } from './manuscript-store.ts';
import { list, noteKind, type NoteRow, Notes, patch } from './testing/notes.ts';

describe('commitSaveIn', () => {
  let notes: Notes;
  let store: ManuscriptStore<NoteRow>;
  beforeAll(async () => (notes = await Notes.start()));
  afterAll(async () => await notes.stop());
  beforeEach(() => void (store = notes.openStore()));

  const plan = (head: NoteRow, text: string) =>
    decideSave(noteKind, head, {
      text: {
        text,
        changes: diffToChanges(head.content, text),
        changeId: `to ${text}`,
        kind: 'structure',
        origins: [],
      },
      now: notes.now,
      timeZone: 'UTC',
    });
  const head = (id: string) => store.heads.getLive(id, 'author');
  const twoNotes = async () => {
    const ids = [await notes.create(store), await notes.create(store)] as const;
    for (const id of ids) await patch(store, id, 1, ['', 'draft']);
    return ids;
  };

  it('saves several texts in one transaction, and moves their pending changes to the history', async () => {
    const [first, second] = await twoNotes();
    const plans = [plan(await head(first), 'dra'), plan(await head(second), 'draft ft')];
    await store.outbox.run(async ({ session }) => {
      for (const each of plans) {
        expect(await commitSaveIn(session, store, each)).toBe(true);
        await store.history.nameIfUnnamed(each.before._id, each.before.rev, 'Before', session);
      }
    });
    expect([(await head(first)).content, (await head(second)).content]).toEqual(['dra', 'draft ft']);
    expect((await list(store, first)).map(({ rev, kind, name }) => [rev, name ?? kind])).toEqual([
      [3, 'structure'],
      [2, 'Before'],
      [1, 'created'],
    ]);
    expect(await store.history.getText(first, 2)).toBe('draft');
  });

  it('flushes pending changes also without a new text', async () => {
    const [id] = await twoNotes();
    const fields = decideSave(noteKind, await head(id), { fields: { title: 'New' }, now: notes.now, timeZone: 'UTC' });
    await store.outbox.run(async ({ session }) => void (await commitSaveIn(session, store, fields)));
    expect(await head(id)).toMatchObject({ title: 'New', content: 'draft', rev: 2 });
    expect(await notes.rows('note_changes').countDocuments({ itemId: id })).toBe(2);
  });

  it('returns false when a text was saved meanwhile, so that nothing is written', async () => {
    const [first, second] = await twoNotes();
    const plans = [plan(await head(first), 'dra'), plan(await head(second), 'draft ft')];
    await patch(store, second, 2, ['draft', 'draft!']);
    const commit = store.outbox.run(async ({ session }) => {
      for (const each of plans) if (!(await commitSaveIn(session, store, each))) throw new Error('changed');
    });
    await expect(commit).rejects.toThrow('changed');
    expect([(await head(first)).content, (await head(second)).content]).toEqual(['draft', 'draft!']);
  });

  it('does not replace the name that an author gave, and reads a text whose revision was deleted', async () => {
    const [id] = await twoNotes();
    await store.outbox.run(async ({ session }) => void (await commitSaveIn(session, store, plan(await head(id), 'x'))));
    await store.outbox.run(async ({ session }) => {
      await store.history.nameIfUnnamed(id, 2, 'mine', session);
      await store.history.nameIfUnnamed(id, 2, 'other', session);
    });
    expect((await list(store, id)).map(({ name = '' }) => name)).toEqual(['', 'mine', '']);
    await deleteRevisions(store, { id, userId: 'author', revs: [2] });
    expect(await store.history.getText(id, 2)).toBe('draft');
  });
});
