import { describe, expect, it } from '@jest/globals';
import { fitPage } from './fit-page.ts';

const sizes = (...bytes: number[]) => bytes.map((size, index) => ({ id: index, bytes: size }));
const ids = (page: readonly { id: number }[]) => page.map(({ id }) => id);

describe('fitPage', () => {
  it('takes rows until the next one would exceed the bytes or the rows', () => {
    expect(ids(fitPage(sizes(4, 4, 4), { rows: 10, bytes: 8 }))).toEqual([0, 1]);
    expect(ids(fitPage(sizes(1, 1, 1), { rows: 2, bytes: 8 }))).toEqual([0, 1]);
  });

  it('takes a row that is too long for any page alone, and stops before one that follows', () => {
    expect(ids(fitPage(sizes(20, 1), { rows: 10, bytes: 8 }))).toEqual([0]);
    expect(ids(fitPage(sizes(1, 20), { rows: 10, bytes: 8 }))).toEqual([0]);
    expect(fitPage([], { rows: 10, bytes: 8 })).toEqual([]);
  });
});
