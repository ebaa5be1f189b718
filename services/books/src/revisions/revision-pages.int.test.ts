import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { saveChapter } from '@inkbear/contracts/books/chapter';
import { deleteRevisions, listRevisions } from '@inkbear/contracts/books/revision';
import { limits } from '@inkbear/contracts/plans';
import { buildPath } from '@inkbear/contracts/route';
import { identityHeader } from '@inkbear/service-kit/identity';
import { type Author, BooksService } from '../testing/books-service.ts';

/** The numbers from `first` down to `last`. */
const range = (first: number, last: number): number[] =>
  Array.from({ length: first - last + 1 }, (_one, index) => first - index);

describe('the list of a chapter’s revisions', () => {
  let books: BooksService;
  let author: Author;
  let chapterId: string;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());
  beforeEach(async () => ({ author, chapterId } = await books.authorWithBook()));
  /** Saves texts until the chapter has this revision. */
  const saveUntil = async (rev: number) => {
    for (let next = 2; next <= rev; next += 1)
      await books.call(saveChapter, { as: author, params: { id: chapterId }, body: { content: `Text ${next}` } });
  };
  /** The revisions of each page, from the first page along the `Link` headers to the last one. */
  const followPages = async (query: string): Promise<number[][]> => {
    const pages: number[][] = [];
    const headers = { [identityHeader]: books.service.sign(author) };
    const listPath = buildPath(listRevisions, { id: chapterId });
    for (let path: string | undefined = `${listPath}${query}`; path !== undefined && pages.length < 10;) {
      const reply: Response = await fetch(new URL(path, books.service.url), { headers });
      pages.push(((await reply.json()) as { rev: number }[]).map(({ rev }) => rev));
      const link = reply.headers.get('link');
      path = link === null ? undefined : /^<([^>]+)>; rel="next"$/.exec(link)?.[1];
      if (link !== null) expect(path).toMatch(new RegExp(`^${listPath}[?]`));
    }
    return pages;
  };

  it('is complete when a client follows `Link: rel="next"`, and the last page has no link', async () => {
    await saveUntil(8);
    expect(await followPages('?limit=3')).toEqual([
      [8, 7, 6],
      [5, 4, 3],
      [2, 1],
    ]);
    expect(await followPages('?limit=4')).toEqual([
      [8, 7, 6, 5],
      [4, 3, 2, 1],
    ]);
    expect(await followPages('?limit=8')).toEqual([range(8, 1)]);
  });

  it('links only to further deleted revisions when those are listed', async () => {
    await saveUntil(8);
    await books.call(deleteRevisions, { as: author, params: { id: chapterId }, body: { revs: range(7, 3) } });
    expect(await followPages('?limit=2&deleted=true')).toEqual([[7, 6], [5, 4], [3]]);
    expect(await followPages('?limit=2')).toEqual([[8, 2], [1]]);
  });

  it('has 500 on a page by default', async () => {
    await saveUntil(2);
    const row = (await books.rows('chapter_changes').findOne({ _id: `${chapterId}:2` })) as Record<string, unknown>;
    const newest = limits.revisionsPerPage + 3;
    await books
      .rows('chapter_changes')
      .insertMany(range(newest, 3).map((rev) => ({ ...row, _id: `${chapterId}:${rev}`, rev, changeId: randomUUID() })));
    const pages = await followPages('');
    expect([limits.revisionsPerPage, pages]).toEqual([500, [range(newest, newest - 499), [3, 2, 1]]]);
  });
});
