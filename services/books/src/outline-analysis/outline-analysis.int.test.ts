import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getBook, getOutlineAnalysis, updateBook } from '@inkbear/contracts/books/book';
import { saveChapter } from '@inkbear/contracts/books/chapter';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { loopDelayP99 } from '@inkbear/service-kit/testing/loop-delay';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { BooksService } from '../testing/books-service.ts';

const longest = 500_000;

/** A backtracking pattern takes minutes on these texts, so the test would time out. */
describe('analysis of long outlines', () => {
  let books: BooksService;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());

  it.each(Object.entries(hostileTexts(longest)))(
    'analyses 500,000 characters of %s without blocking another author',
    async (_name, text) => {
      // JSON escapes a lone surrogate with six bytes, so the whole text would not fit the body.
      const outline = text.isWellFormed() ? text : text.slice(0, longest / 2);
      const [{ author, bookId }, other] = [await books.authorWithBook(), await books.authorWithBook()];
      expect((await books.call(updateBook, { as: author, params: { id: bookId }, body: { outline } })).status).toBe(
        200,
      );
      const p99 = await loopDelayP99(async () => {
        const analysis = books.call(getOutlineAnalysis, { as: author, params: { id: bookId } });
        const reads = await Promise.all(
          Array.from({ length: 3 }, () => books.call(getBook, { as: other.author, params: { id: other.bookId } })),
        );
        expect(reads.map(({ status }) => status)).toEqual([200, 200, 200]);
        const { status, body } = await analysis;
        expect([status, body['chapterCount'], body['characters']]).toEqual([200, 1, []]);
      });
      if (isDeep) expect(p99).toBeLessThanOrEqual(100);
    },
  );

  it('returns the same result from the worker thread as inline', async () => {
    const { author, bookId } = await books.authorWithBook();
    const chapter = '## Chapter 2 - Noon\nThen Ida finds a small map, and Ida hides it.\n';
    const analyse = async (outline: string) => {
      await books.call(updateBook, { as: author, params: { id: bookId }, body: { outline } });
      return (await books.call(getOutlineAnalysis, { as: author, params: { id: bookId } })).body;
    };
    const [short, long] = [await analyse(chapter), await analyse(`${' '.repeat(40_000)}\n${chapter}`)];
    expect(long).toEqual(short);
    expect(short).toMatchObject({ chapterCount: 1, describedChapters: 1, characters: ['Ida'] });
  });

  it('counts a chapter that has beats as described', async () => {
    const { author, bookId, chapterId } = await books.authorWithBook();
    const describedChapters = async () =>
      (await books.call(getOutlineAnalysis, { as: author, params: { id: bookId } })).body['describedChapters'];
    const before = await describedChapters();
    const beats = [{ id: 'a', text: 'Ida finds a small map.', words: 400 }];
    await books.call(saveChapter, { as: author, params: { id: chapterId }, body: { beats } });
    expect([before, await describedChapters()]).toEqual([0, 1]);
  });

  it('refuses one author’s flood with 503 and Retry-After, and serves another author', async () => {
    const [{ author, bookId }, other] = [await books.authorWithBook(), await books.authorWithBook()];
    const outline = 'word '.repeat(longest / 5).trim();
    for (const { author: as, bookId: id } of [{ author, bookId }, other])
      await books.call(updateBook, { as, params: { id }, body: { outline } });
    const flood = Array.from({ length: 60 }, () =>
      books.call(getOutlineAnalysis, { as: author, params: { id: bookId } }),
    );
    await Promise.race(flood);
    const served = await books.call(getOutlineAnalysis, { as: other.author, params: { id: other.bookId } });
    const answers = await Promise.all(flood);
    const refused = answers.filter(({ status }) => status === 503);
    expect([served.status, answers.filter(({ status }) => status === 200).length + refused.length]).toEqual([
      200,
      answers.length,
    ]);
    expect(refused.length).toBeGreaterThan(0);
    const delays = new Set(refused.map(({ headers }) => Number(headers.get('retry-after'))));
    // 3 s when the queue is full. On a slow machine a request may also wait until its identity expires: 1 s.
    expect(delays).toContain(3);
    expect([...delays].filter((seconds) => ![1, 3].includes(seconds))).toEqual([]);
  });
});
