import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createChapter, saveChapter } from '@inkbear/contracts/books/chapter';
import { limits, quotas } from '@inkbear/contracts/plans';
import { TestMetrics } from '@inkbear/service-kit/testing/test-metrics';
import { type Author, BooksService } from './testing/books-service.ts';

describe('the metrics of books', () => {
  let scrape: TestMetrics;
  let books: BooksService;
  beforeAll(async () => {
    scrape = await TestMetrics.start();
    books = await BooksService.start();
  });
  afterAll(async () => {
    await books.stop();
    await scrape.stop();
  });

  const saves = (outcome: string) => scrape.sum('inkbear_manuscript_saves_total', { manuscript: 'chapter', outcome });
  const refusals = (limit: string) => scrape.sum('inkbear_quota_refusals_total', { code: 'books.quota_used', limit });
  const put = (as: Author, id: string, content: string, rev: number) =>
    books.call(saveChapter, { as, params: { id }, body: { content }, headers: { 'if-match': `"${rev}"` } });

  it('count acknowledged saves and conflicts of chapters', async () => {
    const { author, chapterId } = await books.authorWithBook();
    await books.patch(author, chapterId, 1, [[0, 'one']]);
    await put(author, chapterId, 'one two', 2);
    expect([await saves('acknowledged'), await saves('conflict')]).toEqual([2, 0]);
    expect((await put(author, chapterId, 'other', 2)).status).toBe(412);
    expect((await books.patch(author, chapterId, 1, [[0, 'other']])).status).toBe(412);
    expect([await saves('acknowledged'), await saves('conflict')]).toEqual([2, 2]);
  });

  it('count neither for a save that fails otherwise', async () => {
    const { author } = await books.authorWithBook();
    const before = [await saves('acknowledged'), await saves('conflict')];
    expect((await put(author, 'unknown', 'text', 1)).status).toBe(404);
    expect([await saves('acknowledged'), await saves('conflict')]).toEqual(before);
  });

  it('count refusals by the quota that is used up', async () => {
    const { author, bookId, chapterId } = await books.authorWithBook();
    const next = { as: author, params: { id: bookId }, body: { title: 'Next' } };
    await books.rows('chapters').updateOne({ _id: chapterId }, { $set: { storedBytes: quotas.books.free } });
    // A measurement of the used bytes is cached for a second.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await books.call(createChapter, next)).status).toBe(403);
    expect(await refusals('bytes')).toBe(1);
    const tooMuch = { storedBytes: 0, fieldBytes: limits.listBytes };
    await books.rows('chapters').updateOne({ _id: chapterId }, { $set: tooMuch });
    const described = { as: author, params: { id: chapterId }, body: { description: 'A long night.' } };
    expect((await books.call(saveChapter, described)).status).toBe(403);
    expect(await refusals('list_bytes')).toBe(1);
  });
});
