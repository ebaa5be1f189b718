import { describe, expect, it } from '@jest/globals';
import { fitPage, readPage } from './fit-page.ts';

const sizes = (...bytes: number[]) => bytes.map((size, index) => ({ id: index, bytes: size }));
const ids = (page: readonly { id: number }[]) => page.map(({ id }) => id);

describe('fitPage', () => {
  it('takes rows until the next one would exceed the bytes or the rows', () => {
    expect(ids(fitPage(sizes(4, 4, 4), { rows: 10, bytes: 8 }))).toEqual([0, 1]);
    expect(ids(fitPage(sizes(1, 1, 1), { rows: 2, bytes: 8 }))).toEqual([0, 1]);
  });

  it('returns an oversized row on a page of its own', () => {
    expect(ids(fitPage(sizes(20, 1), { rows: 10, bytes: 8 }))).toEqual([0]);
    expect(ids(fitPage(sizes(1, 20), { rows: 10, bytes: 8 }))).toEqual([0]);
    expect(fitPage([], { rows: 10, bytes: 8 })).toEqual([]);
  });
});

describe('readPage', () => {
  const read: number[] = [];
  async function* rowsOf(...bytes: number[]): AsyncGenerator<number> {
    for (const size of bytes) {
      read.push(size);
      yield await Promise.resolve(size);
    }
  }
  const fitting = async (rows: number, bytes: number, ...rowSizes: number[]) =>
    await readPage(rowsOf(...rowSizes), (size) => size, { rows, bytes });

  it('returns the same rows as fitPage, and reads at most one more from the cursor', async () => {
    expect(await fitting(10, 8, 4, 4, 1, 1)).toEqual({ page: [4, 4], hasMore: true });
    expect(read).toEqual([4, 4, 1]);
    expect(await fitting(2, 8, 1, 1, 1)).toEqual({ page: [1, 1], hasMore: true });
    expect(await fitting(10, 8, 20, 1)).toEqual({ page: [20], hasMore: true });
    expect(await fitting(10, 8, 4, 4)).toEqual({ page: [4, 4], hasMore: false });
    expect(await fitting(10, 8)).toEqual({ page: [], hasMore: false });
  });
});
