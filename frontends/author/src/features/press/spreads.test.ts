import { describe, expect, it } from '@jest/globals';
import { listSpreads, pagesToDraw, spreadName, spreadOfPage } from './spreads.ts';

describe('spreads', () => {
  it('begin with a right-hand page alone and end with a left-hand one', () => {
    expect(listSpreads(6, false)).toEqual([[0], [1, 2], [3, 4], [5]]);
    expect(listSpreads(1, false)).toEqual([[0]]);
    expect(listSpreads(0, false)).toEqual([]);
  });

  it('are single pages in narrow windows', () => {
    expect(listSpreads(3, true)).toEqual([[0], [1], [2]]);
  });

  it('are found by a page', () => {
    expect([0, 2, 5, 99].map((page) => spreadOfPage(listSpreads(6, false), page))).toEqual([0, 1, 3, 0]);
  });

  it('are named by their pages', () => {
    expect(spreadName([11, 12], 248)).toBe('Pages 12 and 13 of 248');
    expect(spreadName([0], 248)).toBe('Page 1 of 248');
  });

  it('are drawn with their neighbours, the shown one first', () => {
    const spreads = listSpreads(20, false);
    expect(pagesToDraw(spreads, 4)).toEqual([7, 8, 9, 10, 5, 6, 11, 12, 3, 4]);
    expect(pagesToDraw(spreads, 0)).toEqual([0, 1, 2, 3, 4]);
  });
});
