import { describe, expect, it } from '@jest/globals';
import { currencies, insideMarginFor, kdpPrint, printFiguresOf } from './kdp-print.ts';

const trade = { widthIn: 6, heightIn: 9 };

describe('the rules of KDP for paperbacks', () => {
  it('are dated, and say with what they were compared', () => {
    expect(kdpPrint).toMatchObject({ id: 'kdp-print', comparedWith: 'guides' });
    expect(Date.parse(kdpPrint.comparedOn)).toBeLessThan(Date.parse('2100-01-01'));
  });

  it.each([
    [24, 0.375],
    [150, 0.375],
    [151, 0.5],
    [300, 0.5],
    [301, 0.625],
    [500, 0.625],
    [501, 0.75],
    [700, 0.75],
    [701, 0.875],
    [828, 0.875],
    [900, 0.875],
  ])('require for %i pages an inside margin of %d inches', (pages, inches) => {
    expect(insideMarginFor(pages)).toBe(inches);
  });
});

describe('the figures of a printed book', () => {
  it('have the width of the spine by paper', () => {
    const spineOf = (paper: 'white' | 'cream' | 'groundwood') => printFiguresOf(300, trade, paper).spineIn;
    expect([spineOf('white'), spineOf('cream'), spineOf('groundwood')].map((inches) => inches.toFixed(4))).toEqual([
      '0.6756',
      '0.7500',
      '0.7050',
    ]);
    expect([78, 79].map((pages) => printFiguresOf(pages, trade, 'cream').hasSpineText)).toEqual([false, true]);
  });

  it('have the cost of printing: fixed for short books, by the page for longer ones, more for large pages', () => {
    const costOf = (pages: number, trim = trade) => printFiguresOf(pages, trim, 'cream').cost;
    expect(costOf(108)).toEqual({ USD: 2.3, GBP: 1.93, EUR: 2.05 });
    expect(costOf(300)).toEqual({ USD: 4.6, GBP: 3.85, EUR: 4.35 });
    expect(costOf(300, { widthIn: 7, heightIn: 10 })).toEqual({ USD: 6.1, GBP: 4.45, EUR: 5.55 });
    expect(costOf(100, { widthIn: 6, heightIn: 9.1 }).USD).toBe(2.84);
  });

  it('have the lowest price, at which the share of the author is at least the cost', () => {
    const figures = printFiguresOf(300, trade, 'cream');
    expect(figures.lowestPrice).toEqual({ USD: 9.2, GBP: 7.7, EUR: 8.7 });
    // From 9.99 on the share is larger, so the price need not be double the cost.
    expect(printFiguresOf(400, trade, 'cream').lowestPrice.USD).toBe(9.99);
    expect(printFiguresOf(700, trade, 'cream').lowestPrice.USD).toBe(15.67);
    for (let pages = 24; pages <= 828; pages += 7) {
      const { cost, lowestPrice } = printFiguresOf(pages, trade, 'cream');
      for (const currency of currencies) {
        const price = lowestPrice[currency];
        const { below, shareBelow, shareFrom } = kdpPrint.values.royalty;
        const share = price < below[currency] ? shareBelow : shareFrom;
        expect(price * share + 0.005).toBeGreaterThanOrEqual(cost[currency]);
      }
    }
  });
});
