import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getBook, getOutlineAnalysis, updateBook } from '@inkbear/contracts/books/book';
import { hostileTexts } from '@inkbear/prose/test-hostile-texts';
import { loopDelayP99 } from '@inkbear/service-kit/testing/loop-delay';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { BooksService } from '../testing/books-service.ts';

const longest = 500_000;

/** A pattern that backtracks takes minutes on these: then no request is answered before the test's own timeout. */
describe('the analysis of long outlines', () => {
  let books: BooksService;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());

  it.each(Object.entries(hostileTexts(longest)))(
    'answers for 500,000 characters of %s, and another author meanwhile',
    async (_name, text) => {
      // JSON writes half a surrogate pair with six bytes: all of them would not fit the body.
      const outline = text.isWellFormed() ? text : text.slice(0, longest / 2);
      const [{ author, bookId }, other] = [await books.desk(), await books.desk()];
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

  it('reads the same in a thread as beside the event loop', async () => {
    const { author, bookId } = await books.desk();
    const chapter = '## Chapter 2 - Noon\nThen Ida finds a small map, and Ida hides it.\n';
    const analyse = async (outline: string) => {
      await books.call(updateBook, { as: author, params: { id: bookId }, body: { outline } });
      return (await books.call(getOutlineAnalysis, { as: author, params: { id: bookId } })).body;
    };
    const [short, long] = [await analyse(chapter), await analyse(`${' '.repeat(40_000)}\n${chapter}`)];
    expect(long).toEqual(short);
    expect(short).toMatchObject({ chapterCount: 1, describedChapters: 1, characters: ['Ida'] });
  });

  it('answers 503 with Retry-After beyond one author’s share of the thread, and serves another author', async () => {
    const [{ author, bookId }, other] = [await books.desk(), await books.desk()];
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
    expect(new Set(refused.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['3']));
  });
});
