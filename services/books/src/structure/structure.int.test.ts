import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { listTrash, restoreTrash } from '@inkbear/contracts/books/book';
import {
  chapterTextMax,
  deleteChapter,
  getChapter,
  listChapters,
  orderChapters,
  saveChapter,
} from '@inkbear/contracts/books/chapter';
import { getBookProgress } from '@inkbear/contracts/books/progress';
import { getRevision, listRevisions } from '@inkbear/contracts/books/revision';
import * as contract from '@inkbear/contracts/books/scene';
import { chapterProgressed, chapterRemoved } from '@inkbear/contracts/events';
import { limits, quotas } from '@inkbear/contracts/plans';
import type { Route } from '@inkbear/contracts/route';
import { getBooksStorage } from '@inkbear/contracts/storage';
import { type Author, BooksService, type Json } from '../testing/books-service.ts';

const dawn = 'Mara came in at dawn.\n\nShe sat down.';
const storm = 'It rained all day.\n\n#\n\nNobody spoke.';
const whole = `${dawn}\n\n***\n\n${storm}`;

describe('the structure of a book', () => {
  let books: BooksService;
  let author: Author;
  let bookId: string;
  let chapterId: string;
  let nextId: string;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());
  beforeEach(async () => {
    author = await books.author();
    const titles = ['Dawn', 'Noon'].map((title, index) => ({ number: index + 1, title }));
    const book = await books.book(author, { chapters: titles });
    [bookId, chapterId, nextId] = [book.id, book.chapterIds[0] ?? '', book.chapterIds[1] ?? ''];
    await save(chapterId, whole);
  });

  const call = (route: Route, id: string, body?: Json, more: Json = {}) =>
    books.call(route, { as: author, params: { id }, ...(body && { body }), ...more } as never);
  const save = async (id: string, content: string, more: Json = {}): Promise<void> =>
    expect((await call(saveChapter, id, { content, ...more })).status).toBe(200);
  const key = (): Json => ({ headers: { 'idempotency-key': randomUUID() } });
  const split = (rev = 2, at = whole.indexOf(storm), more: Json = {}) =>
    call(contract.splitChapter, chapterId, { rev, at }, more);
  const merge = (rev: number, withRev: number, more: Json = {}) =>
    call(contract.mergeChapters, chapterId, { rev, withRev }, more);
  const move = (body: Json, more: Json = {}) =>
    call(contract.moveScene, chapterId, { rev: 2, toChapterId: nextId, toRev: 1, index: 0, toIndex: 0, ...body }, more);
  const undo = (operationId: unknown, id = bookId) =>
    call(contract.undoStructure, id, undefined, { params: { id, operationId } });
  const synopsis = (index: number, text: string, rev = 2, id = chapterId) =>
    call(contract.saveSynopsis, id, { rev, synopsis: text }, { params: { id, index: String(index) } });
  const scenes = async (id = chapterId) => (await call(contract.listScenes, id)).body as unknown as Json[];
  const synopses = async (id = chapterId) => (await scenes(id)).map((scene) => scene['synopsis'] as string);
  const chapters = async () =>
    (await books.chapters(author, bookId)).map(({ chapterNumber, title, content }) => [chapterNumber, title, content]);
  const snapshots = async (id: string) =>
    ((await call(listRevisions, id)).body as unknown as Json[]).map((revision) => revision['name'] ?? revision['kind']);
  const codeOf = ({ status, body }: { status: number; body: Json }) => [status, body['code']];
  const idOf = ({ body }: { body: Json }, index = 0) => (body as unknown as Json[])[index]?.['id'] as string;
  const operationOf = ({ body }: { body: Json }) =>
    (Array.isArray(body) ? (body as Json[])[0]?.['operationId'] : body['operationId']) as string;

  describe('scenes', () => {
    it('are read from the text, with its revision', async () => {
      const { body, headers } = await call(contract.listScenes, chapterId);
      expect(headers.get('etag')).toBe('"2"');
      expect(body).toEqual([
        {
          index: 0,
          from: 0,
          to: dawn.length,
          words: 8,
          firstWords: 'Mara came in at dawn. She sat down.',
          synopsis: '',
        },
        {
          index: 1,
          from: whole.indexOf('It rained'),
          to: whole.indexOf('\n\n#'),
          words: 4,
          firstWords: 'It rained all day.',
          synopsis: '',
        },
        {
          index: 2,
          from: whole.indexOf('Nobody'),
          to: whole.length,
          words: 2,
          firstWords: 'Nobody spoke.',
          synopsis: '',
        },
      ]);
      expect(await scenes(nextId)).toEqual([]);
    });

    it('keep their synopses through every kind of save', async () => {
      const saved = await synopsis(1, 'Rain');
      expect([saved.status, saved.headers.get('etag'), saved.body]).toMatchObject([
        200,
        '"2"',
        { index: 1, synopsis: 'Rain' },
      ]);
      await synopsis(2, 'Silence');
      expect((await books.patch(author, chapterId, 2, [[0, 'Now: '], whole.length])).status).toBe(200);
      expect(await synopses()).toEqual(['', 'Rain', 'Silence']);
      await save(chapterId, `First.\n\n***\n\n${whole}`);
      expect(await synopses()).toEqual(['', '', 'Rain', 'Silence']);
      await save(chapterId, dawn);
      expect(await synopses()).toEqual(['']);
    });

    it('lose a synopsis with an empty text, and its bytes are no longer counted', async () => {
      const used = async () => (await books.call(getBooksStorage, { as: author })).body['used'] as number;
      const before = await used();
      await synopsis(0, 'x'.repeat(500));
      expect((await used()) - before).toBe(500);
      await synopsis(0, ' ');
      expect([await synopses(), await used()]).toEqual([['', '', ''], before]);
    });

    it('refuse a stale revision, a scene that does not exist, and a synopsis that is too long', async () => {
      const answers = [await synopsis(0, 'x', 1), await synopsis(3, 'x'), await synopsis(0, 'x'.repeat(501))];
      expect(answers.map(codeOf)).toEqual([
        [412, 'books.stale_revision'],
        [404, 'books.scene_not_found'],
        [400, 'request.invalid'],
      ]);
      expect(answers[0]?.body['rev']).toBe(2);
    });
  });

  describe('a split', () => {
    it('makes a new chapter after the chapter, with named snapshots', async () => {
      await synopsis(1, 'Rain');
      const { status, body } = await split();
      expect(status).toBe(201);
      expect(body).toMatchObject([
        { id: chapterId, chapterNumber: 1, content: dawn, rev: 3, wordCount: 8 },
        { bookId, chapterNumber: 2, title: 'Dawn (continued)', content: storm, rev: 2, wordCount: 7 },
      ]);
      expect(await chapters()).toEqual([
        [1, 'Dawn', dawn],
        [2, 'Dawn (continued)', storm],
        [3, 'Noon', ''],
      ]);
      expect(await snapshots(chapterId)).toEqual(['structure', 'Before split', 'created']);
      expect(await snapshots(idOf({ body }, 1))).toEqual(['structure', 'Before split']);
      expect([await synopses(), await synopses(idOf({ body }, 1))]).toEqual([[''], ['Rain', '']]);
      const old = await call(getRevision, chapterId, undefined, { params: { id: chapterId, rev: '2' } });
      expect(old.body['content']).toBe(whole);
    });

    it('answers a repeat with the same operation, and another body under the same key with 409', async () => {
      await save(chapterId, `${'word '.repeat(40_000)}\n\n${storm}`);
      const repeated = key();
      const first = await split(3, 10, repeated);
      const again = await split(3, 10, repeated);
      expect([again.status, again.body]).toEqual([201, first.body]);
      expect(codeOf(await split(3, 11, repeated))).toEqual([409, 'request.key_reused']);
      expect(await chapters()).toHaveLength(3);
    });

    it('refuses a stale revision and a position outside the text', async () => {
      expect([codeOf(await split(1)), codeOf(await split(2, whole.length + 1))]).toEqual([
        [412, 'books.stale_revision'],
        [400, 'books.invalid_changes'],
      ]);
      expect(await chapters()).toHaveLength(2);
    });

    it('and a merge give back the text, with its scene break and synopses', async () => {
      await synopsis(0, 'Dawn');
      await synopsis(1, 'Rain');
      const divided = await split();
      const merged = await merge(3, 2);
      expect([merged.status, merged.body['content'], merged.body['wordCount']]).toEqual([200, whole, 16]);
      expect(await synopses()).toEqual(['Dawn', 'Rain', '']);
      expect(codeOf(await undo(operationOf(divided)))).toEqual([409, 'books.structure_changed']);
    });

    it('makes the unsaved words of another tab a conflict there', async () => {
      await split();
      const late = await books.patch(author, chapterId, 2, [whole.length, [0, ' More.']]);
      expect([...codeOf(late), late.body['rev']]).toEqual([412, 'books.stale_revision', 3]);
    });

    it('is made once when two requests are sent at once', async () => {
      const answers = await Promise.all([split(), split()]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 412]);
      expect(await chapters()).toHaveLength(3);
    });
  });

  describe('a merge', () => {
    beforeEach(async () => await save(nextId, 'Noon came.\n\n***\n\nNothing.', { description: 'About noon.' }));

    it('moves the next chapter to the trash with its text, and publishes that', async () => {
      await synopsis(0, 'Noon', 2, nextId);
      const merged = await merge(2, 2);
      expect([merged.status, merged.headers.get('etag')]).toEqual([200, '"3"']);
      expect(await chapters()).toEqual([[1, 'Dawn', `${whole}\n\nNoon came.\n\n***\n\nNothing.`]]);
      expect(await synopses()).toEqual(['', '', 'Noon', '']);
      expect(await snapshots(chapterId)).toEqual(['structure', 'Before merge', 'created']);
      const removed = (await books.service.emitted(chapterRemoved)).filter((event) => event.key === nextId);
      expect(removed.map(({ data }) => data)).toEqual([
        { chapterId: nextId, bookId, userId: author.userId, stage: 'trashed' },
      ]);
      const [trashed] = (await books.call(listTrash, { as: author })).body as unknown as Json[];
      expect(trashed).toMatchObject({ kind: 'chapter', itemId: nextId, title: 'Noon' });
      await call(restoreTrash, trashed?.['id'] as string);
      expect((await call(getChapter, nextId)).body).toMatchObject({
        chapterNumber: 2,
        content: 'Noon came.\n\n***\n\nNothing.',
      });
      expect([await snapshots(nextId), await synopses(nextId)]).toEqual([
        ['Before merge', 'created'],
        ['Noon', ''],
      ]);
    });

    it('refuses a stale revision of either chapter, the last chapter, and a text that gets too long', async () => {
      const stale = [await merge(1, 2), await merge(2, 1)];
      expect(stale.map(codeOf)).toEqual(stale.map(() => [412, 'books.stale_revision']));
      expect(codeOf(await call(contract.mergeChapters, nextId, { rev: 2, withRev: 2 }))).toEqual([
        409,
        'books.no_next_chapter',
      ]);
      await save(nextId, 'x'.repeat(chapterTextMax - 50));
      expect(codeOf(await merge(2, 3))).toEqual([413, 'books.too_large']);
      expect(await chapters()).toHaveLength(2);
    });

    it('is taken back by an undo, which puts the chapter after the first one again', async () => {
      const operationId = operationOf(await merge(2, 2, key()));
      const undone = await undo(operationId);
      expect([undone.status, (undone.body as unknown as Json[]).map((chapter) => chapter['id'])]).toEqual([
        200,
        [chapterId, nextId],
      ]);
      expect(await chapters()).toEqual([
        [1, 'Dawn', whole],
        [2, 'Noon', 'Noon came.\n\n***\n\nNothing.'],
      ]);
      expect((await call(getChapter, nextId)).body).toMatchObject({ description: 'About noon.', rev: 2 });
      expect((await books.call(listTrash, { as: author })).body).toEqual([]);
      expect(codeOf(await undo(operationId))).toEqual([409, 'books.structure_changed']);
    });

    it('cannot be undone after the chapter was restored from the trash', async () => {
      const operationId = operationOf(await merge(2, 2));
      const [trashed] = (await books.call(listTrash, { as: author })).body as unknown as Json[];
      await call(restoreTrash, trashed?.['id'] as string);
      expect(codeOf(await undo(operationId))).toEqual([409, 'books.structure_changed']);
    });
  });

  describe('moving a scene', () => {
    beforeEach(async () => await save(nextId, 'Noon came.'));

    it('to another chapter takes its scene break and synopsis along', async () => {
      await synopsis(1, 'Rain');
      const moved = await move({ index: 1, toIndex: 1, toRev: 2 });
      expect([moved.status, (moved.body as unknown as Json[]).map((chapter) => chapter['content'])]).toEqual([
        200,
        [`${dawn}\n\n***\n\nNobody spoke.`, 'Noon came.\n\n#\n\nIt rained all day.'],
      ]);
      expect([await synopses(), await synopses(nextId)]).toEqual([
        ['', ''],
        ['', 'Rain'],
      ]);
      expect([await snapshots(chapterId), await snapshots(nextId)].map(([, name]) => name)).toEqual([
        'Before moving a scene',
        'Before moving a scene',
      ]);
      await undo(operationOf(moved));
      expect((await chapters()).map(([, , content]) => content)).toEqual([whole, 'Noon came.']);
      expect(await synopses()).toEqual(['', 'Rain', '']);
    });

    it('within its chapter is one change of it', async () => {
      await synopsis(0, 'Dawn');
      const { status, body } = await move({ toChapterId: chapterId, toRev: 2, index: 0, toIndex: 2 });
      expect([status, (body as unknown as Json[]).length, (body as unknown as Json[])[0]?.['rev']]).toEqual([
        200, 1, 3,
      ]);
      expect((await call(getChapter, chapterId)).body['content']).toBe(`${storm}\n\n***\n\n${dawn}`);
      expect(await synopses()).toEqual(['', '', 'Dawn']);
      await undo(operationOf({ body }));
      expect([(await call(getChapter, chapterId)).body['content'], await synopses()]).toEqual([
        whole,
        ['Dawn', '', ''],
      ]);
    });

    it('refuses stale revisions, unknown scenes and chapters of another book', async () => {
      const other = await books.book(await books.author({ plan: 'pro_monthly', isActive: true }));
      const answers = [
        await move({ rev: 1, toRev: 2 }),
        await move({ toRev: 1 }),
        await move({ index: 3, toRev: 2 }),
        await move({ toChapterId: other.chapterIds[0] }),
        await move({ toIndex: -1 }),
      ];
      expect(answers.map(codeOf)).toEqual([
        [412, 'books.stale_revision'],
        [412, 'books.stale_revision'],
        [404, 'books.scene_not_found'],
        [404, 'books.chapter_not_found'],
        [400, 'request.invalid'],
      ]);
      author = await books.author({ plan: 'pro_monthly', isActive: true });
      const [one, two] = [await books.book(author), await books.book(author)];
      [chapterId, nextId] = [one.chapterIds[0] ?? '', two.chapterIds[0] ?? ''];
      await save(chapterId, whole);
      expect(codeOf(await move({}))).toEqual([404, 'books.chapter_not_found']);
    });

    it('answers a repeat with the same operation', async () => {
      const repeated = key();
      const [first, again] = [await move({ toRev: 2 }, repeated), await move({ toRev: 2 }, repeated)];
      expect([again.status, again.body]).toEqual([200, first.body]);
    });
  });

  describe('an undo', () => {
    it('of a split moves the new chapter to the trash', async () => {
      const divided = await split();
      const undone = await undo(operationOf(divided));
      expect([undone.status, undone.body]).toMatchObject([200, [{ id: chapterId, content: whole, rev: 4 }]]);
      expect(await chapters()).toEqual([
        [1, 'Dawn', whole],
        [2, 'Noon', ''],
      ]);
      const [trashed] = (await books.call(listTrash, { as: author })).body as unknown as Json[];
      expect(trashed).toMatchObject({ itemId: idOf(divided, 1), title: 'Dawn (continued)' });
    });

    it('works after the chapters were put in another order and renamed', async () => {
      const divided = await split();
      const newId = idOf(divided, 1);
      await call(orderChapters, bookId, { chapterIds: [newId, nextId, chapterId] });
      await call(saveChapter, newId, { title: 'Storm' });
      await undo(operationOf(divided));
      expect((await chapters()).map(([number, title]) => [number, title])).toEqual([
        [1, 'Noon'],
        [2, 'Dawn'],
      ]);
    });

    it('is refused after either text has changed or a chapter was deleted', async () => {
      const divided = await split();
      await books.patch(author, idOf(divided, 1), 2, [storm.length, [0, '!']]);
      expect(codeOf(await undo(operationOf(divided)))).toEqual([409, 'books.structure_changed']);
      await save(nextId, 'Noon.');
      const moved = await move({ rev: 3, toRev: 2 }).then(operationOf);
      await call(deleteChapter, nextId);
      expect(codeOf(await undo(moved))).toEqual([409, 'books.structure_changed']);
    });

    it('is possible for 30 days, and only for the author', async () => {
      const operationId = operationOf(await split());
      const stranger = await books.author();
      const foreign = await books.call(contract.undoStructure, { as: stranger, params: { id: bookId, operationId } });
      const other = await books.book(stranger);
      const elsewhere = await books.call(contract.undoStructure, {
        as: stranger,
        params: { id: other.id, operationId },
      });
      expect([codeOf(foreign), codeOf(elsewhere)]).toEqual([
        [404, 'books.not_found'],
        [404, 'books.operation_not_found'],
      ]);
      await books.afterDays(31, async () => {
        expect(codeOf(await undo(operationId))).toEqual([404, 'books.operation_not_found']);
      });
      await books.afterDays(29, async () => expect((await undo(operationId)).status).toBe(200));
    });
  });

  it('counts moved words for no day', async () => {
    const ai = { origins: [{ from: whole.indexOf('It'), to: whole.indexOf(' all'), kind: 'ai' }] };
    await save(nextId, whole, ai);
    const reported = async () => {
      for (const days of [1, 2, 3]) await books.afterDays(days, () => books.runJob('flush-progress'));
      return (await call(getBookProgress, bookId)).body['days'] as unknown;
    };
    const before = await reported();
    const divided = await split();
    const merged = await call(contract.mergeChapters, idOf(divided, 1), { rev: 2, withRev: 2 });
    const moved = await move({ rev: 3, toChapterId: idOf(divided, 1), toRev: 3 });
    expect([divided, merged, moved].map(({ status }) => status)).toEqual([201, 200, 200]);
    expect(await reported()).toEqual(before);
    const words = (await books.service.emitted(chapterProgressed))
      .filter(({ data }) => data['bookId'] === bookId)
      .map(({ data }) => data['typedWords'] as number);
    expect(words.some((count) => count < 0)).toBe(true);
  });

  it('refuses a 1,001st chapter, and text beyond the storage of the plan', async () => {
    const fill = async (bytes: number) => {
      await books.rows('chapters').updateOne({ _id: chapterId }, { $inc: { storedBytes: bytes } as never });
      // Ends the cached measurement.
      await books.call(getBooksStorage, { as: author });
    };
    await fill(quotas.books.free);
    expect(codeOf(await split())).toEqual([403, 'books.quota_used']);
    expect((await merge(2, 1)).status).toBe(200);
    await fill(-quotas.books.free);
    const made = (await books.rows('chapters').findOne({ _id: chapterId })) as Json;
    const more = Array.from({ length: limits.chaptersPerBook - 1 }, (_one, index) => ({
      ...made,
      _id: randomUUID(),
      chapterNumber: index + 2,
    }));
    await books.rows('chapters').insertMany(more);
    expect(codeOf(await split())).toEqual([403, 'books.quota_used']);
    expect((await call(listChapters, bookId)).body).toHaveLength(limits.chaptersPerBook);
  });

  it('cannot be changed while the book is read-only', async () => {
    author = await books.author({ plan: 'pro_oneoff', isActive: true, source: 'paid', oneOffCount: 1 });
    const book = await books.book(author);
    [bookId, chapterId] = [book.id, book.chapterIds[0] ?? ''];
    await save(chapterId, whole);
    const operationId = operationOf(await split());
    await books.setPlan(author, { plan: 'pro_oneoff', isActive: false, oneOffCount: 1 });
    const refused = [
      await synopsis(0, 'x', 3),
      await split(3, 10),
      await merge(3, 2),
      await move({ rev: 3, toChapterId: chapterId, toRev: 3 }),
      await undo(operationId),
    ];
    expect(refused.map(codeOf)).toEqual(refused.map(() => [403, 'plan.read_only']));
    expect((await call(contract.listScenes, chapterId)).status).toBe(200);
  });
});
