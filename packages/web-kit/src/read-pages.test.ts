import { defineRoute } from '@inkbear/contracts/route';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { callAllPages, nextQuery, readAll, readPages } from './read-pages.ts';
import { fakeApi, problemBody } from './testing/fake-api.ts';

const listNotes = defineRoute({
  id: 'listNotes',
  owner: 'books',
  summary: '',
  access: 'user',
  rate: 'read',
  method: 'GET',
  path: '/api/books/:id/notes',
  params: z.object({ id: z.string() }),
  query: z.object({ kind: z.string().optional(), before: z.string().optional() }).optional(),
  responses: { 200: z.array(z.object({ rev: z.int() })) },
});
const input = { params: { id: 'b1' } };
let api: ReturnType<typeof fakeApi>;
afterEach(() => api.restore());

/** Ten rows in pages of three, newest first; each page links to the one before it. */
function serve(link: (before: number) => string = (before) => `</api/books/b1/notes?before=${before}>; rel="next"`) {
  api = fakeApi({
    'GET /api/books/b1/notes': ({ query }) => {
      const before = Number(query.get('before') ?? 11);
      const rows = [before - 1, before - 2, before - 3].filter((rev) => rev > 0).map((rev) => ({ rev }));
      const last = rows.at(-1)?.rev ?? 1;
      return { body: rows, headers: last > 1 ? { Link: link(last) } : {} };
    },
  });
}
const sentQueries = () => api.requests.map(({ query }) => query.toString());

describe('a paged list', () => {
  it('is read to its last page by following the links', async () => {
    serve();
    expect((await callAllPages(listNotes, input, { maxPages: 20 })).map(({ rev }) => rev)).toEqual([
      10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ]);
    expect(sentQueries()).toEqual(['', 'before=8', 'before=5', 'before=2']);
  });

  it('is read up to `maxPages` pages', async () => {
    serve();
    expect(await callAllPages(listNotes, input, { maxPages: 2 })).toHaveLength(6);
    expect(sentQueries()).toHaveLength(2);
  });

  it('ends at a link to a page that was already read', async () => {
    serve(() => '</api/books/b1/notes?before=8>; rel="next"');
    expect(await callAllPages(listNotes, input, { maxPages: 20 })).toHaveLength(6);
    expect(sentQueries()).toEqual(['', 'before=8']);
  });

  it.each([
    'https://evil.example/api/books/b1/notes?before=8',
    '//evil.example/api/books/b1/notes',
    '/api/books/b2/notes?before=8',
    '/api/auth/logout',
  ])('never follows a link to %s', async (target) => {
    serve(() => `<${target}>; rel="next"`);
    await expect(callAllPages(listNotes, input, { maxPages: 20 })).rejects.toThrow('at the address of the list');
    expect(sentQueries()).toEqual(['']);
  });

  it('fails as a whole when one of its pages fails', async () => {
    serve();
    let pages = 0;
    const { restore } = api;
    restore();
    const first = { body: [{ rev: 2 }], headers: { Link: '</api/books/b1/notes?before=2>; rel="next"' } };
    const busy = { status: 503, body: problemBody(503, 'server.unavailable', 'busy') };
    api = fakeApi({ 'GET /api/books/b1/notes': () => ((pages += 1) === 1 ? first : busy) });
    await expect(callAllPages(listNotes, input, { maxPages: 20 })).rejects.toMatchObject({ status: 503 });
  });

  it('is one query with all rows, or an infinite query', async () => {
    serve();
    const client = new QueryClient();
    expect(
      await client.fetchQuery(readAll(listNotes, { ...input, query: { kind: 'a' } }, { maxPages: 2 })),
    ).toHaveLength(6);
    expect(sentQueries()).toEqual(['kind=a', 'before=8']);
    const { pages } = await client.fetchInfiniteQuery({ ...readPages(listNotes, input, { maxPages: 3 }), pages: 5 });
    expect(pages.map(({ rows }) => rows.length)).toEqual([3, 3, 3]);
    client.clear();
  });
});

describe('nextQuery', () => {
  it.each([
    [null, null],
    ['', null],
    ['</a?x=1>; rel="prev"', null],
    ['</a?x=1>; rel="next"', { x: '1' }],
    ['</a?x=1>; rel=next', { x: '1' }],
    ['</a?x=0>; rel="prev", </a?x=a%2Cb&y=2>; title="n"; rel="next"', { x: 'a,b', y: '2' }],
    ['</a?x=1,2>; rel="next"', { x: '1,2' }],
    ['nonsense', null],
  ])('%s leads to %j', (link, query) => {
    expect(nextQuery(link, '/a')).toEqual(query);
  });
});
