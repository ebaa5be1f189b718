import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getBook } from '@inkbear/contracts/books/book';
import { patchChapter } from '@inkbear/contracts/books/chapter';
import { getRevision } from '@inkbear/contracts/books/revision';
import { loopDelayP99 } from '@inkbear/service-kit/testing/loop-delay';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { BooksService } from '../testing/books-service.ts';

const units = 50_000;
const letters = 'abcdefghijklmnop';

/** Replaces every second unit. A save may have at most 50,000 sections, unchanged ones included. */
const alternating = (letter: string) => Array.from({ length: units }, (_one, index) => (index % 2 ? 1 : [1, letter]));

describe('a history of the longest changes', () => {
  let books: BooksService;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());

  it('reads a revision after 16 saves of 50,000 sections (deep: without blocking another author)', async () => {
    const [{ author, chapterId }, other] = [await books.authorWithBook(), await books.authorWithBook()];
    const save = async (rev: number, changes: unknown) => {
      const { status } = await books.call(patchChapter, {
        as: author,
        params: { id: chapterId },
        body: { changeId: randomUUID(), changes, origins: [] },
        headers: { 'if-match': `"${rev}"` },
      });
      expect(status).toBe(200);
    };
    await save(1, [[0, '.'.repeat(units)]]);
    for (const [index, letter] of [...letters].entries()) await save(index + 2, alternating(letter));
    const secondLastRev = letters.length + 1;
    const p99 = await loopDelayP99(async () => {
      const revision = books.call(getRevision, { as: author, params: { id: chapterId, rev: String(secondLastRev) } });
      const reads = await Promise.all(
        Array.from({ length: 3 }, () => books.call(getBook, { as: other.author, params: { id: other.bookId } })),
      );
      expect(reads.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { status, body } = await revision;
      // It has the second-last letter at every second position.
      expect([status, body['content']]).toEqual([200, `${letters.at(-2) ?? ''}.`.repeat(units / 2)]);
    });
    if (isDeep) expect(p99).toBeLessThanOrEqual(100);
  });
});
