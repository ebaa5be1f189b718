import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as contract from '@inkbear/contracts/books/book';
import {
  createChapter,
  deleteChapter,
  getChapter,
  listChapters,
  orderChapters,
  saveChapter,
} from '@inkbear/contracts/books/chapter';
import {
  findScopeForOwner,
  listBooksForOwner,
  readBookForOwner,
  readChapterForOwner,
} from '@inkbear/contracts/books/internal';
import { bookCreated, bookRemoved, chapterRemoved } from '@inkbear/contracts/events';
import { routesOf } from '@inkbear/contracts/routes';
import type { Route } from '@inkbear/contracts/route';
import type { Identity } from '@inkbear/service-kit/identity';
import { BooksService } from '../testing/books-service.ts';

const manyBooks = { monthlyBookLimit: null };

describe('books', () => {
  let books: BooksService;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());
  const call: BooksService['call'] = (route, input) => books.call(route, input);
  const numbers = async (author: Parameters<BooksService['chapters']>[0], id: string) =>
    (await books.chapters(author, id)).map(({ chapterNumber, title }) => `${chapterNumber} ${title}`);

  it('are created with Chapter 1, or with the planned chapters in order of their numbers', async () => {
    const author = await books.author(manyBooks);
    const plain = await call(contract.createBook, { as: author, body: { title: ' First ', wordCount: '50000' } });
    expect([
      plain.status,
      plain.body['title'],
      plain.body['genre'],
      plain.body['wordCount'],
      plain.body['writtenWords'],
      plain.body['totalChapters'],
      plain.body['status'],
      plain.body['canEdit'],
      plain.body['language'],
    ]).toEqual([201, 'First', 'general', 50_000, 0, 1, 'active', true, 'EN']);
    expect(await numbers(author, plain.body['id'])).toEqual(['1 Chapter 1']);
    const chapters = [
      { number: 7, title: 'End', description: 'd', keyPoints: ['k'] },
      { number: 2, title: 'Begin' },
    ];
    const planned = await call(contract.createBook, {
      as: author,
      body: { title: 'Second', genre: 'mystery', chapters },
    });
    expect(await numbers(author, planned.body['id'])).toEqual(['1 Begin', '2 End']);
    expect(
      (await books.service.emitted(bookCreated)).find(({ key }) => key === planned.body['id'])?.data,
    ).toMatchObject({ userId: author.userId, genre: 'mystery' });
  });

  it.each([
    [{}, 'title', 'Title is required'],
    [{ title: ' ' }, 'title', 'Title is required'],
    [{ title: 'x', genre: '' }, 'genre', 'Genre is required'],
    [{ title: 'x', genre: 'poems' }, 'genre', 'Please choose a genre from the list'],
    [{ title: 'x', wordCount: 'many' }, 'wordCount', 'Please enter a number'],
  ])('are refused with an invalid field: %j', async (body, path, message) => {
    const { status, body: problem } = await call(contract.createBook, { as: await books.author(), body });
    expect([status, problem['errors']]).toEqual([400, [{ path, message }]]);
    expect(
      (await call(contract.createBook, { as: await books.author(), body: { title: 'x', userId: 'me' } })).status,
    ).toBe(400);
  });

  it('are created once per idempotency key', async () => {
    const author = await books.author();
    const send = () =>
      call(contract.createBook, {
        as: author,
        body: { title: 'Once' },
        headers: { 'idempotency-key': 'create-book-1' },
      });
    const [first, second] = [await send(), await send()];
    expect([second.status, second.body['id']]).toEqual([201, first.body['id']]);
  });

  it('are listed by newest change, including changes of chapters', async () => {
    const author = await books.author(manyBooks);
    const [a, b] = [await books.book(author, { title: 'A' }), await books.book(author, { title: 'B' })];
    const titles = async () =>
      ((await call(contract.listBooks, { as: author })).body as unknown as { title: string }[]).map(
        ({ title }) => title,
      );
    expect(await titles()).toEqual(['B', 'A']);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await call(saveChapter, {
      as: author,
      params: { id: a.chapterIds[0] ?? '' },
      body: { content: 'four words of text', isComplete: true },
    });
    expect(await titles()).toEqual(['A', 'B']);
    expect((await call(contract.getBook, { as: author, params: { id: a.id } })).body).toMatchObject({
      writtenWords: 4,
      completedChapters: 1,
      totalChapters: 1,
    });
    expect((await call(contract.getBook, { as: author, params: { id: b.id } })).body).toMatchObject({
      writtenWords: 0,
      completedChapters: 0,
    });
  });

  it('change the fields that are sent, and change status', async () => {
    const { author, bookId } = await books.authorWithBook();
    const put = (body: Record<string, unknown>) =>
      call(contract.updateBook, { as: author, params: { id: bookId }, body });
    expect((await put({ synopsis: 's', dedication: 'd', wordCount: '60000' })).body).toMatchObject({
      title: 'The Lamplighter',
      synopsis: 's',
      dedication: 'd',
      wordCount: 60_000,
    });
    expect((await put({ status: 'archived' })).status).toBe(200);
    const refused = await put({ status: 'complete' });
    expect([refused.status, refused.body['code']]).toEqual([409, 'books.status_conflict']);
    expect([
      (await put({ status: 'active' })).status,
      (await put({ status: 'complete' })).status,
      (await put({})).body['status'],
    ]).toEqual([200, 200, 'complete']);
    expect([(await put({ title: '' })).status, (await put({ exported: true })).status]).toEqual([400, 400]);
  });

  it('refuse to overwrite a text that changed since the author saw it, and accept a repeated save', async () => {
    const { author, bookId } = await books.authorWithBook();
    const put = (body: Record<string, unknown>) =>
      call(contract.updateBook, { as: author, params: { id: bookId }, body });
    await put({ synopsis: 'First.', dedication: 'To Ada' });
    expect((await put({ synopsis: 'Mine.', seen: { synopsis: 'First.' } })).status).toBe(200);
    const stale = await put({
      synopsis: 'Theirs.',
      dedication: 'x',
      seen: { synopsis: 'First.', dedication: 'To Ada' },
    });
    expect([stale.status, stale.body['code']]).toEqual([412, 'books.stale_revision']);
    expect((await put({ synopsis: 'Mine.', seen: { synopsis: 'First.' } })).body).toMatchObject({
      synopsis: 'Mine.',
      dedication: 'To Ada',
    });
    expect((await put({ dedication: 'To Ben', seen: { dedication: 'To Ada' } })).body).toMatchObject({
      synopsis: 'Mine.',
      dedication: 'To Ben',
    });
  });

  it('keep their chapters numbered 1…n when chapters are added, ordered, deleted and restored', async () => {
    const author = await books.author();
    const {
      id,
      chapterIds: [first = '', second = ''],
    } = await books.book(author, {
      chapters: [
        { number: 1, title: 'A' },
        { number: 2, title: 'B' },
      ],
    });
    const add = async (body: Record<string, unknown>) =>
      await call(createChapter, { as: author, params: { id }, body });
    const between = await add({ title: 'between', afterChapterNumber: 1 });
    expect([between.status, between.body['chapterNumber'], between.headers.get('etag')]).toEqual([201, 2, '"1"']);
    const last = await add({ title: 'last' });
    expect(await numbers(author, id)).toEqual(['1 A', '2 between', '3 B', '4 last']);
    const order = (chapterIds: string[]) => call(orderChapters, { as: author, params: { id }, body: { chapterIds } });
    expect((await order([last.body['id'], second, between.body['id'], first])).status).toBe(200);
    expect(await numbers(author, id)).toEqual(['1 last', '2 B', '3 between', '4 A']);
    for (const wrong of [[first], [first, first, second, last.body['id']], [first, second, last.body['id'], 'foreign']])
      expect((await order(wrong)).body['code']).toBe('books.order_conflict');
    expect((await call(deleteChapter, { as: author, params: { id: second } })).status).toBe(200);
    expect(await numbers(author, id)).toEqual(['1 last', '2 between', '3 A']);
    const trash = (await call(contract.listTrash, { as: author })).body as unknown as {
      id: string;
      itemId: string;
      kind: string;
      title: string;
    }[];
    expect(trash).toEqual([expect.objectContaining({ itemId: second, kind: 'chapter', title: 'B' })]);
    expect((await call(contract.restoreTrash, { as: author, params: { id: trash[0]?.id ?? '' } })).status).toBe(200);
    expect(await numbers(author, id)).toEqual(['1 last', '2 B', '3 between', '4 A']);
    expect(
      (await call(contract.restoreTrash, { as: author, params: { id: trash[0]?.id ?? '' } })).body['message'],
    ).toBe('Not Found');
    expect(
      (await books.service.emitted(chapterRemoved))
        .filter(({ key }) => key === second)
        .map(({ data }) => data['stage']),
    ).toEqual(['trashed', 'restored']);
  });

  it('number concurrently added chapters without gaps or duplicates', async () => {
    const { author, bookId } = await books.authorWithBook();
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        call(createChapter, {
          as: author,
          params: { id: bookId },
          body: { title: `c${index}`, afterChapterNumber: 1 },
        }),
      ),
    );
    expect((await books.chapters(author, bookId)).map(({ chapterNumber }) => chapterNumber)).toEqual(
      Array.from({ length: 11 }, (_, index) => index + 1),
    );
  });

  it('go to the trash with their chapters, can be restored, and are purged after 30 days', async () => {
    const author = await books.author();
    const {
      id,
      chapterIds: [first = '', second = ''],
    } = await books.book(author, {
      chapters: [
        { number: 1, title: 'A' },
        { number: 2, title: 'B' },
      ],
    });
    await call(saveChapter, { as: author, params: { id: first }, body: { content: 'kept' } });
    await books.runJob('flush-progress');
    expect(await books.rows('writing_days').countDocuments({ bookId: id })).toBe(1);
    await call(deleteChapter, { as: author, params: { id: second } });
    const [chapterInTrash] = (await call(contract.listTrash, { as: author })).body as unknown as { id: string }[];
    expect((await call(contract.deleteBook, { as: author, params: { id } })).status).toBe(200);
    expect([
      (await call(contract.getBook, { as: author, params: { id } })).status,
      (await call(getChapter, { as: author, params: { id: first } })).status,
      (await call(listChapters, { as: author, params: { id } })).status,
    ]).toEqual([404, 404, 404]);
    expect(
      (await call(contract.restoreTrash, { as: author, params: { id: chapterInTrash?.id ?? '' } })).body['message'],
    ).toBe('The book of this chapter is in the trash. Restore the book first.');
    const trashed = async () =>
      ((await call(contract.listTrash, { as: author })).body as unknown as { id: string; kind: string }[]).find(
        ({ kind }) => kind === 'book',
      )?.id ?? '';
    expect((await call(contract.restoreTrash, { as: author, params: { id: await trashed() } })).status).toBe(200);
    expect(await books.chapters(author, id)).toEqual([expect.objectContaining({ id: first, content: 'kept' })]);
    await call(contract.deleteBook, { as: author, params: { id } });
    const gone = await trashed();
    books.moveClock(31);
    try {
      expect((await call(contract.listTrash, { as: author })).body).toEqual([]);
      expect((await call(contract.restoreTrash, { as: author, params: { id: gone } })).status).toBe(404);
      await books.runJob('purge-trash');
    } finally {
      books.moveClock(0);
    }
    for (const chapterId of [first, second])
      expect([
        await books.rows('chapters').findOne({ _id: chapterId }),
        await books.rows('chapter_changes').findOne({ itemId: chapterId }),
      ]).toEqual([null, null]);
    expect([
      await books.rows('books').findOne({ _id: id }),
      await books.rows('trash').findOne({ bookId: id }),
      await books.rows('writing_days').findOne({ bookId: id }),
    ]).toEqual([null, null, null]);
    expect(
      (await books.service.emitted(bookRemoved)).filter(({ key }) => key === id).map(({ data }) => data['stage']),
    ).toEqual(['trashed', 'restored', 'trashed', 'purged']);
  });

  it('analyse their outline', async () => {
    const { author, bookId } = await books.authorWithBook();
    await call(contract.updateBook, {
      as: author,
      params: { id: bookId },
      body: { outline: 'Then Ida left. When Ida came back, all was dark.' },
    });
    const { status, body } = await call(contract.getOutlineAnalysis, { as: author, params: { id: bookId } });
    expect([status, body['characters'], body['chapterCount']]).toEqual([200, ['Ida'], 1]);
  });

  it('can be read by other services only on behalf of their owner', async () => {
    const { author, bookId, chapterId } = await books.authorWithBook();
    const as = { role: 'service', service: 'export' } as const;
    const whole = await call(readBookForOwner, { as, params: { id: bookId }, query: { userId: author.userId } });
    expect([whole.status, whole.body['book'].id, whole.body['chapters'][0].id]).toEqual([200, bookId, chapterId]);
    expect((await call(readBookForOwner, { as, params: { id: bookId }, query: { userId: 'another' } })).status).toBe(
      404,
    );
    const stories = { role: 'service', service: 'stories' } as const;
    const readChapter = (who: Identity, userId: string) =>
      call(readChapterForOwner, { as: who, params: { id: chapterId }, query: { userId } });
    expect((await readChapter(as, author.userId)).body['content']).toBe('');
    expect([(await readChapter(as, 'another')).status, (await readChapter(stories, author.userId)).status]).toEqual([
      404, 403,
    ]);
    expect((await call(listBooksForOwner, { as, params: { id: author.userId } })).body).toHaveLength(1);
    expect(
      (await call(readBookForOwner, { as: author, params: { id: bookId }, query: { userId: author.userId } })).status,
    ).toBe(404);
  });

  it('confirm the owner of a book and a chapter to other services, without a text', async () => {
    const { author, bookId, chapterId } = await books.authorWithBook();
    const as = { role: 'service', service: 'ai' } as const;
    const scope = async (query: Record<string, string>) => {
      const { status, body } = await call(findScopeForOwner, { as, query: { userId: author.userId, ...query } });
      return status === 200 ? body : body['code'];
    };
    expect(await scope({ bookId, chapterId })).toEqual({ bookId, chapterId, aiSuspended: false });
    expect(await scope({ chapterId })).toEqual({ bookId, chapterId, aiSuspended: false });
    expect(await scope({ bookId })).toEqual({ bookId, chapterId: null, aiSuspended: false });
    expect(await scope({})).toEqual({ bookId: null, chapterId: null, aiSuspended: false });
    expect([
      await scope({ userId: 'another', chapterId }),
      await scope({ userId: 'another', bookId }),
      await scope({ bookId: 'missing', chapterId }),
    ]).toEqual(['books.chapter_not_found', 'books.not_found', 'books.not_found']);
    await books.rows('books').updateOne({ _id: bookId }, { $set: { aiSuspended: true } });
    expect(await scope({ chapterId })).toMatchObject({ aiSuspended: true });
  });

  const entry = { kind: 'character', name: 'x' };
  const fact = { attribute: 'eyes', value: 'x' };
  const relation = { type: 'knows', toId: 'entry-2' };
  const partIds = Object.fromEntries(
    ['entryId', 'factId', 'relationId', 'decisionId', 'findingId', 'operationId'].map((name) => [name, `${name}-1`]),
  );
  const bodies: Record<string, Record<string, unknown>> = {
    createBook: { title: 'x' },
    updateBook: { title: 'x' },
    createChapter: { title: 'x' },
    orderChapters: { chapterIds: [] },
    saveChapter: { content: 'x' },
    patchChapter: { changeId: 'change-1', changes: [] },
    createSnapshot: { name: 'x' },
    deleteRevisions: { revs: [1] },
    undeleteRevisions: { revs: [1] },
    saveSynopsis: { rev: 1, synopsis: 'x' },
    splitChapter: { rev: 1, at: 0 },
    mergeChapters: { rev: 1, withRev: 1 },
    moveScene: { rev: 1, index: 0, toChapterId: 'chapter-2', toRev: 1, toIndex: 0 },
    saveDesign: {},
    saveStyleSheet: {},
    saveProvenanceAnswers: {},
    saveMatter: { pieces: [] },
    setProviderReading: { providerReading: 'off' },
    createBibleEntry: entry,
    updateBibleEntry: entry,
    mergeBibleEntries: { intoId: 'entry-2' },
    createBibleFact: fact,
    updateBibleFact: fact,
    createBibleRelation: relation,
    updateBibleRelation: relation,
    decideBible: { items: [{ id: 'entry-1', decision: 'accept' }] },
    updateFinding: { status: 'ignored' },
    decideContradiction: { decision: 'first-is-right' },
    checkBook: { groups: ['continuity'] },
  };
  it.each(
    routesOf('books')
      .filter(({ path }) => path.startsWith('/api'))
      .map((route): [string, Route] => [route.id, route]),
  )('refuse signed-out users and other users on %s', async (id, route) => {
    const { bookId, chapterId } = await books.authorWithBook();
    const target = route.path.includes('/chapters/') ? chapterId : bookId;
    const input = {
      params: { ...partIds, id: target, rev: '1', index: '0' } as never,
      ...(bodies[id] ? { body: bodies[id] } : {}),
      headers: { 'if-match': '"1"' },
    };
    expect((await call(route, { ...input, as: 'nobody' })).status).toBe(401);
    if (!route.path.includes(':')) return;
    const answer = await call(route, { ...input, as: await books.author() });
    expect([answer.status, ['Book Not Found', 'Chapter Not Found', 'Not Found']]).toEqual([
      404,
      expect.arrayContaining([answer.body['message']]),
    ]);
  });
});
