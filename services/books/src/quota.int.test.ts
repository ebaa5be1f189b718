import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createBook,
  deleteBook,
  getBook,
  listBooks,
  listTrash,
  restoreTrash,
  updateBook,
} from '@inkbear/contracts/books/book';
import {
  createChapter,
  deleteChapter,
  listChapters,
  listedChaptersMax,
  orderChapters,
  saveChapter,
} from '@inkbear/contracts/books/chapter';
import {
  createSnapshot,
  deleteRevisions,
  getRevision,
  listRevisions,
  restoreRevision,
  undeleteRevisions,
} from '@inkbear/contracts/books/revision';
import { readBookForOwner, readChapterContext, readChapterPage } from '@inkbear/contracts/books/internal';
import { limits, quotas } from '@inkbear/contracts/plans';
import { findBooksStorage, getBooksStorage } from '@inkbear/contracts/storage';
import { type Author, BooksService } from './testing/books-service.ts';

const exportService = { role: 'service', service: 'export' } as const;
const allowed = quotas.books.free;

describe('book quota', () => {
  let books: BooksService;
  let author: Author;
  let bookId: string;
  let chapterId: string;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());
  beforeEach(async () => ({ author, bookId, chapterId } = await books.authorWithBook()));
  const storage = async () =>
    (await books.call(getBooksStorage, { as: author })).body as { used: number; allowed: number; deleted: number };
  const put = (content: string, headers: Record<string, string> = {}) =>
    books.call(saveChapter, { as: author, params: { id: chapterId }, body: { content }, headers });
  /** Sets the stored bytes of the author's books. */
  const fill = async (bytes: number) => {
    const { used } = await storage();
    await books.rows('chapters').updateOne({ _id: chapterId }, { $inc: { storedBytes: bytes - used } as never });
    expect((await storage()).used).toBe(bytes);
  };
  const problem = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
    status,
    body['code'],
    body['used'],
    body['allowed'],
  ];

  it('counts texts, descriptions, outlines and revisions, and reports used and allowed bytes', async () => {
    const before = await storage();
    await put('x'.repeat(10_000));
    await put('é'.repeat(10_000));
    await books.call(updateBook, {
      as: author,
      params: { id: bookId },
      body: { outline: 'o'.repeat(5000), synopsis: 's'.repeat(1000) },
    });
    const after = await storage();
    // Both texts in the history, and the second one in the head too, in UTF-8.
    expect(after.used - before.used).toBeGreaterThanOrEqual(10_000 + 20_000 + 20_000 + 6000);
    expect(after.used - before.used).toBeLessThan(57_000);
    expect([after.allowed, after.deleted]).toEqual([allowed, 0]);
    expect(
      (await books.call(findBooksStorage, { as: { role: 'service', service: 'admin' }, params: { id: author.userId } }))
        .body,
    ).toEqual(after);
  });

  it('stores a PUT without If-Match as the difference from the stored text', async () => {
    const text = Array.from({ length: 150_000 }, (_one, index) => `w${index}`).join(' ');
    expect(text.length).toBeGreaterThan(1_000_000);
    await put(text);
    const before = await storage();
    expect((await put(text.replace(' w75000 ', ' winter '))).status).toBe(200);
    const added = (await storage()).used - before.used;
    expect([added > 0, added < 1024]).toEqual([true, true]);
    const { body } = await books.call(getRevision, { as: author, params: { id: chapterId, rev: '2' } });
    expect(body['content'] === text).toBe(true);
  });

  it('refuses creating at 100 % and editing at 125 %', async () => {
    await fill(allowed);
    const refused = [
      await put('forced'),
      await books.call(createChapter, { as: author, params: { id: bookId }, body: { title: 'Next' } }),
      await books.call(createBook, { as: author, body: { title: 'Next' } }),
      await books.call(createSnapshot, { as: author, params: { id: chapterId }, body: { name: 'draft' } }),
    ];
    expect(refused.map(problem)).toEqual(refused.map(() => [403, 'books.quota_used', allowed, allowed]));
    expect(refused[0]?.body['message']).toContain('Delete old versions');
    const patched = await books.patch(author, chapterId, 1, [[0, 'still ']]);
    const seen = await put('still written', { 'if-match': '"2"' });
    const renamed = await books.call(saveChapter, {
      as: author,
      params: { id: chapterId },
      body: { title: 'Renamed' },
    });
    const restored = await books.call(restoreRevision, { as: author, params: { id: chapterId, rev: '2' } });
    expect([patched, seen, renamed, restored].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await fill(allowed * 1.25);
    expect(
      [await books.patch(author, chapterId, 4, [6, [0, 'more']]), await put('more', { 'if-match': '"4"' })].map(
        problem,
      ),
    ).toEqual(Array.from({ length: 2 }, () => [403, 'books.quota_used', allowed * 1.25, allowed]));
    expect((await put('', { 'if-match': '"4"' })).status).toBe(403);
  });

  it('treats a PUT that changes only fields as an edit, with or without If-Match', async () => {
    const saveFields = async (body: object, headers: Record<string, string> = {}) =>
      await books.call(saveChapter, { as: author, params: { id: chapterId }, body, headers });
    await fill(allowed);
    const first = [
      await saveFields({ title: 'Renamed' }),
      await saveFields({ description: 'Plan' }, { 'if-match': '"1"' }),
    ];
    expect(first.map(({ status }) => status)).toEqual([200, 200]);
    await fill(allowed * 1.25);
    const longer = [
      await saveFields({ title: 'Renamed again' }),
      await saveFields({ title: 'Longer title' }, { 'if-match': '"1"' }),
    ];
    expect(longer.map(problem)).toEqual(longer.map(() => [403, 'books.quota_used', allowed * 1.25, allowed]));
    const notLonger = [await saveFields({ title: 'Renames' }), await saveFields({ targetWordCount: 500 })];
    expect(notLonger.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('follows the Pro plan, and does not fall below the stored bytes when the plan ends', async () => {
    await books.setPlan(author, { plan: 'pro_monthly', isActive: true });
    await fill(allowed * 3);
    expect([(await storage()).allowed, (await put('forced')).status]).toEqual([quotas.books.pro, 200]);
    await books.setPlan(author, {});
    const { used, allowed: kept } = await storage();
    expect(kept).toBe(used);
    expect((await books.patch(author, chapterId, 2, [6, [0, ' and more']])).status).toBe(200);
    expect(problem(await put('forced again'))).toEqual([403, 'books.quota_used', expect.any(Number), kept]);
  });

  it('frees space when revisions are deleted, and lets the author recover them', async () => {
    await put('y'.repeat(200_000));
    await put('short');
    await fill(allowed);
    expect((await put('forced')).status).toBe(403);
    const deleted = await books.call(deleteRevisions, { as: author, params: { id: chapterId }, body: { revs: [2] } });
    expect(deleted.body).toEqual({ message: '1 version deleted. You can recover it for 30 days.', revs: [2] });
    expect([(await put('forced')).status, (await storage()).deleted]).toEqual([200, expect.any(Number)]);
    expect((await storage()).deleted).toBeGreaterThan(200_000);
    const listed = async (query = {}) =>
      (
        (await books.call(listRevisions, { as: author, params: { id: chapterId }, query })).body as unknown as {
          rev: number;
        }[]
      ).map(({ rev }) => rev);
    expect([await listed(), await listed({ deleted: 'true' })]).toEqual([[4, 3, 1], [2]]);
    expect(
      (await books.call(undeleteRevisions, { as: author, params: { id: chapterId }, body: { revs: [2] } })).body,
    ).toEqual({ message: '1 version recovered.', revs: [2] });
    expect(await listed()).toEqual([4, 3, 2, 1]);
    const current = await books.call(deleteRevisions, { as: author, params: { id: chapterId }, body: { revs: [4] } });
    expect([current.status, current.body['code']]).toEqual([409, 'books.revision_current']);
    const tooMany = Array.from({ length: 501 }, (_one, index) => index + 1);
    expect(
      (await books.call(deleteRevisions, { as: author, params: { id: chapterId }, body: { revs: tooMany } })).status,
    ).toBe(400);
    const stranger = await books.author();
    for (const route of [deleteRevisions, undeleteRevisions]) {
      expect(
        (await books.call(route, { as: stranger, params: { id: chapterId }, body: { revs: [2] } })).body['message'],
      ).toBe('Chapter Not Found');
    }
  });

  it('does not count the trash until live and trashed texts together reach twice the quota', async () => {
    await fill(allowed * 0.9);
    await books.call(deleteChapter, { as: author, params: { id: chapterId } });
    const { used, deleted } = await storage();
    expect([used < 2000, deleted > allowed * 0.89]).toEqual([true, true]);
    await books.rows('chapters').updateOne({ _id: chapterId }, { $inc: { storedBytes: allowed * 1.2 } as never });
    await storage();
    expect(
      problem(await books.call(createChapter, { as: author, params: { id: bookId }, body: { title: 'Next' } })),
    ).toEqual([403, 'books.quota_used', expect.any(Number), allowed]);
  });

  it('allows 1,000 chapters per book and says what to do then', async () => {
    const made = (await books.rows('chapters').findOne({ _id: chapterId })) as Record<string, unknown>;
    const more = Array.from({ length: limits.chaptersPerBook - 2 }, (_one, index) => ({
      ...made,
      _id: randomUUID(),
      chapterNumber: index + 2,
    }));
    await books.rows('chapters').insertMany(more);
    const add = () => books.call(createChapter, { as: author, params: { id: bookId }, body: { title: 'Next' } });
    const [last, refused] = [await add(), await add()];
    expect([last.status, ...problem(refused)]).toEqual([201, 403, 'books.quota_used', 1000, 1000]);
    expect(refused.body['message']).toContain('second volume');
    expect((await books.call(listChapters, { as: author, params: { id: bookId } })).body).toHaveLength(1000);
  });

  it('lists, orders and serves a book that has more chapters than today’s limit', async () => {
    const made = (await books.rows('chapters').findOne({ _id: chapterId })) as Record<string, unknown>;
    const insert = (from: number, to: number) =>
      books.rows('chapters').insertMany(
        Array.from({ length: to - from + 1 }, (_one, index) => ({
          ...made,
          _id: randomUUID(),
          chapterNumber: from + index,
        })),
      );
    const list = () => books.call(listChapters, { as: author, params: { id: bookId } });
    await insert(2, 1700);
    const ids = ((await list()).body as unknown as { id: string }[]).map(({ id }) => id);
    const ordered = await books.call(orderChapters, {
      as: author,
      params: { id: bookId },
      body: { chapterIds: ids.toReversed() },
    });
    const whole = await books.call(readBookForOwner, {
      as: exportService,
      params: { id: bookId },
      query: { userId: author.userId },
    });
    const before = await books.call(readChapterContext, {
      as: { role: 'service', service: 'ai' },
      params: { id: bookId },
      query: { userId: author.userId, chapterNumber: 1700 },
    });
    expect([
      ids.length,
      ordered.status,
      (whole.body['chapters'] as unknown[]).length,
      (before.body['before'] as unknown[]).length,
    ]).toEqual([1700, 200, 1700, 1699]);
    expect(
      (await books.call(createChapter, { as: author, params: { id: bookId }, body: { title: 'Next' } })).status,
    ).toBe(403);
    await insert(1701, listedChaptersMax + 1);
    expect((await list()).body).toHaveLength(listedChaptersMax);
  });

  it('counts beats as a list returns them', async () => {
    const before = await storage();
    const save = (beats: object[]) =>
      books.call(saveChapter, { as: author, params: { id: chapterId }, body: { beats } });
    const beat = { id: 'é', text: 'x'.repeat(1000), words: 400, povEntryId: null, entryIds: ['e1'] };
    await save([beat]);
    const row = (await books.rows('chapters').findOne({ _id: chapterId })) as Record<string, unknown>;
    const bytes = Buffer.byteLength(JSON.stringify(beat));
    expect([(await storage()).used - before.used, row['fieldBytes']]).toEqual([
      bytes,
      bytes + Buffer.byteLength(row['title'] as string),
    ]);
    await save([]);
    expect((await storage()).used).toBe(before.used);
  });

  it('limits the plans of all chapters of a book together, because one list returns them', async () => {
    await books
      .rows('chapters')
      .updateOne({ _id: chapterId }, { $inc: { fieldBytes: limits.listBytes - 100 } as never });
    const save = (body: object) => books.call(saveChapter, { as: author, params: { id: chapterId }, body });
    const beats = Array.from({ length: limits.chapterBeats }, (_one, index) => ({
      id: `${index}`,
      text: 'x',
      words: 400,
    }));
    for (const tooLong of [{ description: 'd'.repeat(5000) }, { beats }])
      expect(problem(await save(tooLong))).toEqual([403, 'books.quota_used', expect.any(Number), limits.listBytes]);
    expect((await save({ description: 'short' })).status).toBe(200);
    await books.rows('books').updateOne({ _id: bookId }, { $set: { fieldBytes: limits.listBytes } });
    expect(
      problem(await books.call(updateBook, { as: author, params: { id: bookId }, body: { introduction: 'i' } })),
    ).toEqual([403, 'books.quota_used', limits.listBytes, limits.listBytes]);
  });

  it('applies the list limits to restoring from the trash too', async () => {
    await books.call(deleteChapter, { as: author, params: { id: chapterId } });
    const restore = async () => {
      const [entry] = (await books.call(listTrash, { as: author })).body as unknown as { id: string }[];
      return await books.call(restoreTrash, { as: author, params: { id: entry?.id ?? '' } });
    };
    await books.rows('chapters').updateOne({ _id: chapterId }, { $set: { fieldBytes: limits.listBytes + 1 } });
    expect(problem(await restore())).toEqual([403, 'books.quota_used', expect.any(Number), limits.listBytes]);
    await books.rows('chapters').updateOne({ _id: chapterId }, { $set: { fieldBytes: 10 } });
    expect((await restore()).status).toBe(200);
    const made = (await books.rows('books').findOne({ _id: bookId })) as Record<string, unknown>;
    await books.call(deleteBook, { as: author, params: { id: bookId } });
    await books
      .rows('books')
      .insertMany(Array.from({ length: limits.booksPerUser }, () => ({ ...made, _id: randomUUID() })));
    expect(problem(await restore())).toEqual([403, 'books.quota_used', limits.booksPerUser, limits.booksPerUser]);
    await books.rows('books').deleteOne({ userId: author.userId, state: 'live' });
    expect((await restore()).status).toBe(200);
  });

  it('counts exactly when fields of a book are changed concurrently', async () => {
    const texts = [5, 50, 500, 1000, 3000, 7000, 20_000, 40_000].map((length) => 'é'.repeat(length));
    const changes = texts.flatMap((text) => [{ synopsis: text.slice(0, 3000) }, { introduction: text }]);
    const answers = await Promise.all(
      changes.map((body) => books.call(updateBook, { as: author, params: { id: bookId }, body })),
    );
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    const row = (await books.rows('books').findOne({ _id: bookId })) as unknown as Record<
      'title' | 'outline' | 'synopsis' | 'introduction' | 'dedication',
      string
    >;
    const { title, outline, synopsis, introduction, dedication } = row;
    const fieldBytes = Buffer.byteLength(title + synopsis + introduction + dedication);
    expect(row).toMatchObject({ fieldBytes, storedBytes: fieldBytes + Buffer.byteLength(outline) });
  });

  it('refuses deleting when the trash is full', async () => {
    const rows = Array.from({ length: limits.trashEntries }, () => ({
      _id: randomUUID(),
      userId: author.userId,
      kind: 'chapter',
      itemId: randomUUID(),
      bookId,
      title: 't',
      deletedAt: new Date(),
      purgeAt: new Date(Date.now() + 86_400_000),
      purging: false,
    }));
    await books.rows('trash').insertMany(rows);
    for (const refused of [
      await books.call(deleteChapter, { as: author, params: { id: chapterId } }),
      await books.call(deleteBook, { as: author, params: { id: bookId } }),
    ]) {
      expect(problem(refused)).toEqual([403, 'books.quota_used', limits.trashEntries, limits.trashEntries]);
    }
    expect((await books.call(getBook, { as: author, params: { id: bookId } })).status).toBe(200);
  });

  it('lists books without outlines and chapters without texts; a single one has them', async () => {
    await put('The text.');
    await books.call(updateBook, { as: author, params: { id: bookId }, body: { outline: 'The outline.' } });
    const [listed, chapters] = [
      await books.call(listBooks, { as: author }),
      await books.call(listChapters, { as: author, params: { id: bookId } }),
    ];
    expect([
      listed.text.includes('The outline.'),
      chapters.text.includes('The text.'),
      chapters.text.includes('"content"'),
    ]).toEqual([false, false, false]);
    expect((await books.call(getBook, { as: author, params: { id: bookId } })).body['outline']).toBe('The outline.');
    expect(
      (
        await books.call(readBookForOwner, {
          as: exportService,
          params: { id: bookId },
          query: { userId: author.userId },
        })
      ).text,
    ).not.toContain('The text.');
  });

  it('serves texts to other services in pages by chapter id, and the nearest ones before a chapter to ai', async () => {
    const { id, chapterIds } = await books.book(await pro(), {
      chapters: Array.from({ length: 5 }, (_one, index) => ({ number: index + 1, title: `${index + 1}` })),
    });
    const long = 1_900_000;
    for (const [index, chapter] of chapterIds.entries()) {
      await books.call(saveChapter, {
        as: author,
        params: { id: chapter },
        body: { content: `${index + 1}`.repeat(long) },
      });
    }
    const page = async (ids: readonly string[]) => {
      const { body } = await books.call(readChapterPage, {
        as: exportService,
        params: { id },
        query: { userId: author.userId, ids: ids.join(',') },
      });
      const { chapters, answered } = body as { chapters: { id: string }[]; answered: number };
      return { read: chapters.map((chapter) => chapterIds.indexOf(chapter.id) + 1), answered };
    };
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = chapterIds;
    expect(await page(chapterIds)).toEqual({ read: [1, 2], answered: 2 });
    // Chapter numbers change meanwhile; the reply follows the requested ids.
    await books.call(orderChapters, {
      as: author,
      params: { id },
      body: { chapterIds: [fifth, fourth, third, second, first] },
    });
    await books.call(deleteChapter, { as: author, params: { id: fourth } });
    expect(await page([third, fourth, fifth])).toEqual({ read: [3, 5], answered: 3 });
    expect(await page([fourth, chapterId, 'unknown'])).toEqual({ read: [], answered: 3 });
    const restored = (await books.call(listTrash, { as: author })).body as unknown as { id: string }[];
    await books.call(restoreTrash, { as: author, params: { id: restored[0]?.id ?? '' } });
    await books.call(orderChapters, { as: author, params: { id }, body: { chapterIds } });
    const context = await books.call(readChapterContext, {
      as: { role: 'service', service: 'ai' },
      params: { id },
      query: { userId: author.userId, chapterId: chapterIds[4] ?? '' },
    });
    const { chapter, before } = context.body as {
      chapter: { content: string };
      before: { chapterNumber: number; content: string }[];
    };
    expect([
      chapter.content.length,
      before.map(({ chapterNumber, content }) => [chapterNumber, content.length]),
    ]).toEqual([
      long,
      [
        [1, 0],
        [2, 0],
        [3, long],
        [4, long],
      ],
    ]);
    const [unknown, foreign] = [
      await books.call(readChapterContext, {
        as: { role: 'service', service: 'ai' },
        params: { id },
        query: { userId: author.userId, chapterNumber: 99 },
      }),
      await books.call(readChapterPage, {
        as: exportService,
        params: { id },
        query: { userId: 'another', ids: first },
      }),
    ];
    expect([unknown.body['code'], foreign.body['code']]).toEqual(['books.chapter_not_found', 'books.not_found']);
  });

  async function pro(): Promise<Author> {
    await books.setPlan(author, {
      plan: 'pro_monthly',
      isActive: true,
      periodStart: '2026-11-01T00:00:00.000Z',
      periodEnd: '2027-11-01T00:00:00.000Z',
    });
    return author;
  }
});
