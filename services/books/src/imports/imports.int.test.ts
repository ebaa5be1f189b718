import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createBook, deleteBook, getBook, getBookAllowance, listBooks } from '@inkbear/contracts/books/book';
import { createChapter, getChapter, listChapters } from '@inkbear/contracts/books/chapter';
import * as contract from '@inkbear/contracts/books/import';
import { readBookForOwner } from '@inkbear/contracts/books/internal';
import { getMatter } from '@inkbear/contracts/books/matter';
import { listRevisions } from '@inkbear/contracts/books/revision';
import {
  billingCreditsAwarded,
  bookCreated,
  bookRemoved,
  chapterProgressed,
  creditBalanceChanged,
  userRemoved,
} from '@inkbear/contracts/events';
import { freeEntitlement, limits, quotas } from '@inkbear/contracts/plans';
import { getBooksStorage } from '@inkbear/contracts/storage';
import { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import { type Author, BooksService } from '../testing/books-service.ts';

const as = { role: 'service', service: 'export' } as const;
const monthly = {
  plan: 'pro_monthly',
  isActive: true,
  source: 'paid',
  periodStart: '2026-11-01T00:00:00.000Z',
  periodEnd: '2026-12-01T00:00:00.000Z',
} as const;

describe('imports', () => {
  let books: BooksService;
  let author: Author;
  let id: string;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());
  afterEach(() => void jest.restoreAllMocks());
  beforeEach(async () => {
    author = await books.author();
    id = randomUUID();
  });

  const begin = (more: Record<string, unknown> = {}, importId = id) =>
    books.call(contract.beginImport, {
      as,
      params: { id: importId },
      body: {
        userId: author.userId,
        bookId: null,
        title: 'Snow',
        authorName: 'Ada Byron',
        language: 'en-GB',
        chapters: 2,
        bytes: 100,
        ...more,
      },
    });
  const write = (index: number, content = `Words of chapter ${index}.`, userId = author.userId) =>
    books.call(contract.writeImportedChapter, {
      as,
      params: { id, index },
      body: { userId, title: `Part ${index + 1}`, content },
    });
  const finish = (more: Record<string, unknown> = {}) =>
    books.call(contract.finishImport, {
      as,
      params: { id },
      body: { userId: author.userId, chapters: 2, ...more },
    });
  const abandon = (importId = id, userId = author.userId) =>
    books.call(contract.abandonImport, { as, params: { id: importId }, query: { userId } });
  const beginAndWrite = async (more: Record<string, unknown> = {}) => {
    const { body } = await begin(more);
    await write(0);
    await write(1);
    return body['bookId'] as string;
  };
  const create = () => books.call(createBook, { as: author, body: { title: 'Another' } });
  const used = async () => (await books.call(getBooksStorage, { as: author })).body['used'] as number;
  const allowance = async () => (await books.call(getBookAllowance, { as: author })).body;
  const createdEvents = async (bookId: string) =>
    (await books.service.emitted(bookCreated)).filter(({ key }) => key === bookId).length;
  /** How many rows of the import and of what it has stored are left. */
  const leftovers = async (bookId: string, chapterIds: readonly string[]) => [
    await books.rows('books').countDocuments({ _id: bookId }),
    await books.rows('chapters').countDocuments({ _id: { $in: [...chapterIds] } }),
    await books.rows('chapter_changes').countDocuments({ itemId: { $in: [...chapterIds] } }),
  ];

  it('make a book that nobody sees before it is finished', async () => {
    const bookId = await beginAndWrite();
    const chapterId = (await write(0)).body['chapterId'] as string;
    const hidden = [
      await books.call(getBook, { as: author, params: { id: bookId } }),
      await books.call(listChapters, { as: author, params: { id: bookId } }),
      await books.call(getChapter, { as: author, params: { id: chapterId } }),
      await books.call(deleteBook, { as: author, params: { id: bookId } }),
      await books.call(readBookForOwner, { as, params: { id: bookId }, query: { userId: author.userId } }),
    ];
    expect(hidden.map(({ status }) => status)).toEqual(hidden.map(() => 404));
    expect([(await books.call(listBooks, { as: author })).body, await createdEvents(bookId)]).toEqual([[], 0]);

    const matter = [{ kind: 'notes', title: '', text: 'Notes.' }];
    const finished = await finish({ dedication: 'For M.', introduction: 'First.', matter });
    expect([finished.status, finished.body]).toMatchObject([
      200,
      {
        id: bookId,
        title: 'Snow',
        authorName: 'Ada Byron',
        language: 'en-GB',
        dedication: 'For M.',
        introduction: 'First.',
        totalChapters: 2,
        writtenWords: 8,
      },
    ]);
    const chapters = await books.chapters(author, bookId);
    expect(chapters.map(({ chapterNumber, title, content, rev }) => [chapterNumber, title, content, rev])).toEqual([
      [1, 'Part 1', 'Words of chapter 0.', 2],
      [2, 'Part 2', 'Words of chapter 1.', 2],
    ]);
    const saved = await books.call(getMatter, { as: author, params: { id: bookId } });
    expect(saved.body).toEqual({ rev: 1, pieces: matter });
    const revisions = await books.call(listRevisions, { as: author, params: { id: chapterId } });
    expect((revisions.body as unknown as { kind: string }[]).map(({ kind }) => kind)).toEqual(['put', 'created']);
    expect(await createdEvents(bookId)).toBe(1);
    expect((await books.patch(author, chapterId, 2, [19, [0, ' More.']])).status).toBe(200);
  });

  it('count their words as imported, not as typed, once the book is visible', async () => {
    const bookId = await beginAndWrite();
    const reports = async () =>
      (await books.service.emitted(chapterProgressed)).filter(({ data }) => data['bookId'] === bookId);
    await books.runJob('flush-progress');
    expect(await reports()).toEqual([]);
    await finish();
    await books.runJob('flush-progress');
    expect((await reports()).map(({ data }) => [data['typedWords'], data['otherWords']])).toEqual([
      [0, 4],
      [0, 4],
    ]);
  });

  it('repeat nothing: each request can be sent again', async () => {
    const first = await begin();
    const again = await begin();
    expect([again.status, again.body]).toEqual([200, first.body]);
    const [one, other] = [await write(0), await write(0)];
    expect(other.body).toEqual(one.body);
    await write(1);
    const results = [await finish(), await finish(), await begin(), await write(0)];
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const bookId = first.body['bookId'] as string;
    expect([await createdEvents(bookId), (await allowance())['used']]).toEqual([1, 1]);
    expect(await books.chapters(author, bookId)).toHaveLength(2);
  });

  it('begin one book when several requests arrive at once', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => begin()));
    expect(new Set(replies.map(({ body }) => body['bookId'])).size).toBe(1);
    expect((await allowance())['used']).toBe(1);
  });

  it('are not finished while a chapter is missing, and go on after that', async () => {
    await begin();
    await write(1);
    const incomplete = await finish();
    expect([incomplete.status, incomplete.body['code']]).toEqual([409, 'books.import_incomplete']);
    await write(0);
    expect((await finish()).body).toMatchObject({ totalChapters: 2 });
  });

  it('use the allowance, and are refused without one, after billing was asked', async () => {
    await create();
    const refused = await begin();
    expect([refused.status, refused.body['code'], refused.body['message']]).toEqual([
      403,
      'books.allowance_used',
      expect.stringContaining('The Free plan includes 1 book'),
    ]);
    books.billing.set(author.userId, { ...freeEntitlement(author.userId), ...monthly });
    expect((await begin()).status).toBe(200);
  });

  it('return the allowance to the period from which it was taken when they are abandoned', async () => {
    await books.setPlan(author, monthly);
    const bookId = await beginAndWrite();
    const chapterIds = [(await write(0)).body['chapterId'], (await write(1)).body['chapterId']] as string[];
    expect([(await allowance())['used'], await leftovers(bookId, chapterIds)]).toEqual([1, [1, 2, 4]]);
    await books.setPlan(author, { ...monthly, periodStart: '2026-12-01T00:00:00.000Z' });
    await create();
    expect([(await abandon()).body, (await abandon()).body]).toEqual([{ bookId: null }, { bookId: null }]);
    expect((await allowance())['used']).toBe(1);
    await books.setPlan(author, monthly);
    expect([(await allowance())['used'], await leftovers(bookId, chapterIds)]).toEqual([0, [0, 0, 0]]);
    const late = [await begin(), await write(0), await finish()];
    expect(late.map(({ status, body }) => [status, body['code']])).toEqual(late.map(() => [404, 'books.not_found']));
  });

  it('return a credit when they are abandoned', async () => {
    await create();
    const award = { userId: author.userId, awardKey: `promo:${author.userId}`, credits: 1 };
    await books.service.deliver(billingCreditsAwarded, 'award', award);
    await begin();
    expect((await allowance())['credits']).toBe(0);
    await abandon();
    const balances = (await books.service.emitted(creditBalanceChanged))
      .filter(({ key }) => key === author.userId)
      .map(({ data }) => data['balance']);
    expect([(await allowance())['credits'], balances]).toEqual([1, [1, 0, 1]]);
  });

  it('never begin after they were abandoned', async () => {
    expect((await abandon()).body).toEqual({ bookId: null });
    const late = await begin();
    expect([late.status, late.body['code'], (await allowance())['used']]).toEqual([404, 'books.not_found', 0]);
  });

  it('stay finished when they are abandoned later', async () => {
    const bookId = await beginAndWrite();
    await finish();
    expect((await abandon()).body).toEqual({ bookId });
    expect(await books.chapters(author, bookId)).toHaveLength(2);
  });

  it('are either finished or abandoned when both are requested at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      author = await books.author();
      id = randomUUID();
      const bookId = await beginAndWrite();
      const [finished, abandoned] = await Promise.all([finish(), abandon()]);
      const isFinished = finished.status === 200;
      expect([abandoned.status, abandoned.body]).toEqual([200, { bookId: isFinished ? bookId : null }]);
      const { status } = await books.call(getBook, { as: author, params: { id: bookId } });
      expect([status, (await allowance())['used'], await createdEvents(bookId)]).toEqual(
        isFinished ? [200, 1, 1] : [404, 0, 0],
      );
    }
  });

  it('delete what is left when abandoning them was interrupted', async () => {
    const bookId = await beginAndWrite();
    const chapterIds = [(await write(0)).body['chapterId'], (await write(1)).body['chapterId']] as string[];
    jest.spyOn(HistoryRepository.prototype, 'erase').mockRejectedValueOnce(new Error('the process dies'));
    expect((await abandon()).status).toBe(500);
    expect([(await allowance())['used'], (await leftovers(bookId, chapterIds))[1]]).toEqual([0, 2]);
    expect((await abandon()).status).toBe(200);
    expect([(await allowance())['used'], await leftovers(bookId, chapterIds)]).toEqual([0, [0, 0, 0]]);
  });

  describe('to an existing book', () => {
    let bookId: string;
    beforeEach(async () => ({ id: bookId } = await books.book(author)));

    it('append chapters after the last one, and take no allowance', async () => {
      await begin({ bookId });
      await write(0);
      await write(1);
      await books.call(createChapter, { as: author, params: { id: bookId }, body: { title: 'Chapter 2' } });
      expect(await books.chapters(author, bookId)).toHaveLength(2);
      expect((await finish()).body).toMatchObject({ id: bookId, title: 'The Lamplighter', totalChapters: 4 });
      const titles = (await books.chapters(author, bookId)).map(({ chapterNumber, title }) => [chapterNumber, title]);
      expect(titles).toEqual([
        [1, 'Chapter 1'],
        [2, 'Chapter 2'],
        [3, 'Part 1'],
        [4, 'Part 2'],
      ]);
      expect([(await allowance())['used'], await createdEvents(bookId)]).toEqual([1, 1]);
    });

    it('leave it as it was when they are abandoned', async () => {
      await begin({ bookId });
      await write(0);
      await abandon();
      expect([(await books.chapters(author, bookId)).length, (await allowance())['used']]).toEqual([1, 1]);
      expect(await books.rows('chapters').countDocuments({ bookId })).toBe(1);
    });

    it('are refused when it is read-only, someone else’s or has 1,000 chapters', async () => {
      await books.rows('books').updateOne({ _id: bookId }, { $set: { madeUnder: 'pro_oneoff' } });
      const readOnly = await begin({ bookId });
      await books.rows('books').updateOne({ _id: bookId }, { $set: { madeUnder: 'free' } });
      const stranger = await books.author();
      const foreign = await begin({ bookId, userId: stranger.userId });
      const tooMany = await begin({ bookId, chapters: limits.chaptersPerBook });
      expect([readOnly, foreign, tooMany].map(({ status, body }) => [status, body['code']])).toEqual([
        [403, 'plan.read_only'],
        [404, 'books.not_found'],
        [403, 'books.quota_used'],
      ]);
      expect((await begin({ bookId, chapters: limits.chaptersPerBook - 1 })).status).toBe(200);
    });

    it('fail when it is moved to the trash meanwhile, and leave nothing in it', async () => {
      await begin({ bookId });
      await write(0);
      await books.call(deleteBook, { as: author, params: { id: bookId } });
      const late = [await write(1), await finish({ chapters: 1 })];
      expect(late.map(({ status, body }) => [status, body['code']])).toEqual(late.map(() => [404, 'books.not_found']));
      await abandon();
      expect(await books.rows('chapters').countDocuments({ bookId })).toBe(1);
    });

    it('are deleted with it when it is purged', async () => {
      await begin({ bookId });
      const chapterId = (await write(0)).body['chapterId'] as string;
      await books.call(deleteBook, { as: author, params: { id: bookId } });
      await books.afterDays(31, async () => await books.runJob('purge-trash'));
      const purged = (await books.service.emitted(bookRemoved)).filter(({ key }) => key === bookId).at(-1);
      expect([purged?.data['stage'], await leftovers(bookId, [chapterId])]).toEqual(['purged', [0, 0, 0]]);
      expect((await abandon()).body).toEqual({ bookId: null });
    });
  });

  it('reserve the bytes of their chapters, and count them once', async () => {
    const bytes = 1_000_000;
    await begin({ bytes });
    const reserved = await used();
    expect(reserved).toBeGreaterThan(2 * bytes);
    await write(0, 'x'.repeat(bytes - 10));
    await write(1, 'x');
    expect(Math.abs((await used()) - reserved)).toBeLessThan(2000);
    await finish();
    expect(Math.abs((await used()) - reserved)).toBeLessThan(3000);
  });

  it('are refused when the storage of the plan is used up', async () => {
    await begin({ bytes: 60 * 1024 * 1024 });
    const refused = await begin({ bytes: 60 * 1024 * 1024 }, randomUUID());
    expect([refused.status, refused.body['code'], refused.body['allowed']]).toEqual([
      403,
      'books.quota_used',
      quotas.books.free,
    ]);
    await abandon();
    expect(await used()).toBe(0);
  });

  it('of another user are unknown', async () => {
    await begin();
    const stranger = await books.author();
    const foreign = [await write(0, 'x', stranger.userId), await abandon(id, stranger.userId)];
    expect([foreign.map(({ status }) => status), (await write(0)).status]).toEqual([[404, 200], 200]);
  });

  it('store nothing for a user who was erased', async () => {
    await beginAndWrite();
    await books.service.deliver(userRemoved, author.userId, { userId: author.userId, stage: 'erased' }, { seq: 9 });
    const replies = [await write(2), await finish(), await begin({}, randomUUID())];
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
    await books.service.runJob('erase-removed');
    expect((await abandon()).body).toEqual({ bookId: null });
    const { userId } = author;
    const counts = ['imports', 'allowances', 'books', 'chapters'].map((name) =>
      books.rows(name).countDocuments(name === 'allowances' ? { _id: userId } : { userId }),
    );
    expect(await Promise.all(counts)).toEqual([0, 0, 0, 0]);
  });

  it('are abandoned when nobody goes on with them for two days, and forgotten after 40', async () => {
    const bookId = await beginAndWrite();
    await books.afterDays(3, async () => await books.runJob('remove-old-imports'));
    expect([(await allowance())['used'], await leftovers(bookId, [])]).toEqual([0, [0, 0, 0]]);
    expect(await books.rows('imports').countDocuments({ _id: id })).toBe(1);
    await books.afterDays(41, async () => await books.runJob('remove-old-imports'));
    expect(await books.rows('imports').countDocuments({ _id: id })).toBe(0);
  });
});
