import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { limits } from '@inkbear/contracts/plans';
import { buildPath } from '@inkbear/contracts/route';
import { deleteStoryRevisions, listStoryRevisions } from '@inkbear/contracts/stories/story';
import { identityHeader } from '@inkbear/service-kit/identity';
import { type Author, StoriesService } from '../testing/stories-service.ts';

/** The numbers from `first` down to `last`. */
const range = (first: number, last: number): number[] =>
  Array.from({ length: first - last + 1 }, (_one, index) => first - index);

describe('the list of a story’s revisions', () => {
  let stories: StoriesService;
  let author: Author;
  let id: string;
  beforeAll(async () => (stories = await StoriesService.start()));
  afterAll(async () => await stories.stop());
  beforeEach(async () => ({ author, id } = await stories.authorWithStory()));
  /** Saves texts until the story has this revision. */
  const saveUntil = async (rev: number) => {
    for (let next = 2; next <= rev; next += 1) await stories.put(author, id, { content: `Text ${next}` });
  };
  /** The revisions of each page, from the first page along the `Link` headers to the last one. */
  const followPages = async (query: string): Promise<number[][]> => {
    const pages: number[][] = [];
    const headers = { [identityHeader]: stories.service.sign(author) };
    const listPath = buildPath(listStoryRevisions, { id });
    for (let path: string | undefined = `${listPath}${query}`; path !== undefined && pages.length < 10;) {
      const reply: Response = await fetch(new URL(path, stories.service.url), { headers });
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
    await stories.service.call(deleteStoryRevisions, { as: author, params: { id }, body: { revs: range(7, 3) } });
    expect(await followPages('?limit=2&deleted=true')).toEqual([[7, 6], [5, 4], [3]]);
    expect(await followPages('?limit=2')).toEqual([[8, 2], [1]]);
  });

  it('has 500 on a page by default', async () => {
    await saveUntil(2);
    const row = (await stories.rows('story_changes').findOne({ _id: `${id}:2` })) as Record<string, unknown>;
    const newest = limits.revisionsPerPage + 3;
    await stories
      .rows('story_changes')
      .insertMany(range(newest, 3).map((rev) => ({ ...row, _id: `${id}:${rev}`, rev, changeId: randomUUID() })));
    const pages = await followPages('');
    expect([limits.revisionsPerPage, pages]).toEqual([500, [range(newest, newest - 499), [3, 2, 1]]]);
  });
});
