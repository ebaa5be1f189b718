import { expect, it } from '@jest/globals';
import { getBook, listBooks } from '@inkbear/contracts/books/book';
import { listChapters } from '@inkbear/contracts/books/chapter';
import type { Route } from '@inkbear/contracts/route';
import { read, readPath } from '@inkbear/web-kit/read.ts';
import manifest from './manifest.ts';
import remote from './remote.tsx';

it('has a route for each page of its manifest, and no other', () => {
  expect(remote.routes.map(({ path }) => path)).toEqual(manifest.pages.map(({ path }) => path));
});

it('prefetches routes that exist in the contracts, under the keys that the pages use', () => {
  const prefetched: Route[] = [listBooks, getBook, listChapters];
  expect(manifest.pages.flatMap((page) => page.reads ?? [])).toEqual(prefetched.map(({ path }) => path));
  expect(readPath(getBook.path, { id: '7' }).queryKey).toEqual(read(getBook, { params: { id: '7' } }).queryKey);
});
