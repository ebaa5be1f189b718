import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { choosePages } from './page-breaks.ts';
import { paginate } from './paginate.ts';
import { blankRow, paragraphRows, type Row } from './rows.ts';

const line = { words: [], size: 10, width: 0 };
const linesOf = (count: number) => Array.from({ length: count }, () => ({ ...line }));

/** A paragraph of `length` lines, which can also have the numbers of lines in `others`. */
const paragraph = (length: number, others: readonly number[] = []): Row[] =>
  paragraphRows(
    { lines: linesOf(length), withLines: (count) => (others.includes(count) ? linesOf(count) : undefined) },
    { role: 'P' },
  );
const heightsOf = (rows: readonly Row[], capacity: number, start: 'left' | 'right' = 'right') =>
  paginate(rows, capacity, start).map((page) => page.length);

describe('page breaks', () => {
  it('keep every row, without widows and orphans', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 6, max: 20 }),
        fc.constantFrom('left' as const, 'right' as const),
        (lengths, capacity, start) => {
          const paragraphs = lengths.map((length) => paragraph(length));
          const rows = paragraphs.flat();
          const pages = paginate(rows, capacity, start);
          expect(pages.flat().map(({ row }) => row)).toEqual(rows);
          const ends = new Set(pages.map((page) => page.at(-1)?.row));
          for (const each of paragraphs.filter(({ length }) => length > 1)) {
            expect(ends.has(each[0])).toBe(false);
            expect(ends.has(each.at(-2) as Row)).toBe(false);
          }
          for (const page of pages) expect((page.at(-1)?.at ?? 0) + 1).toBeLessThanOrEqual(capacity);
        },
      ),
    );
  });

  it('start no page with white space', () => {
    const rows: Row[] = [...paragraph(5), blankRow(2), ...paragraph(5)];
    expect(heightsOf(rows, 5)).toEqual([5, 5]);
    expect(heightsOf(rows, 12)).toEqual([11]);
  });

  it('give a row that is higher than a page its own page', () => {
    const rows: Row[] = [...paragraph(5), { height: 50, line, breakAfter: true }, ...paragraph(5)];
    expect(paginate(rows, 5).map((page) => page.map(({ row }) => row.height))).toEqual([
      [1, 1, 1, 1, 1],
      [50],
      [1, 1, 1, 1, 1],
    ]);
  });

  it('make both pages of a spread a line shorter where one of them must be', () => {
    // The left page cannot be full without an orphan, and neither can the right one.
    const rows = [10, 9, 9, 10, 6].flatMap((length) => paragraph(length));
    expect(heightsOf(rows, 10)).toEqual([10, 9, 9, 10, 6]);
  });

  it('make a paragraph a line longer or shorter where that keeps a spread full', () => {
    const rows = (others: number[]) => [10, 5, 4, 2, 8, 10].flatMap((length) => paragraph(length, others));
    expect(heightsOf(rows([]), 10)).not.toEqual([10, 10, 10, 10]);
    expect(heightsOf(rows([6]), 10)).toEqual([10, 10, 10, 10]);
  });

  it('end no right-hand page with a hyphen where another break is possible', () => {
    const rows = paragraph(30).map((row, index) => ({
      ...row,
      line: { ...line, endsWithHyphen: index === 9 },
    }));
    expect(choosePages(rows, 10, 'right')[0]?.to).not.toBe(10);
    expect(choosePages(rows, 10, 'left')[0]?.to).toBe(10);
  });

  it('leave at least two lines on the last page', () => {
    const rows = [...paragraph(5), ...paragraph(5), ...paragraph(1)];
    expect(heightsOf(rows, 10)).toEqual([8, 3]);
  });

  it('replace a row at the top of a page with its `atTop` line', () => {
    const mark = { height: 2, baseline: 0, line };
    const rows: Row[] = [...paragraph(5), { height: 1, atTop: mark, breakAfter: false }, ...paragraph(4)];
    expect(paginate(rows, 5)[1]?.[0]).toEqual({ row: mark, at: 0 });
    expect(paginate(rows, 20)[0]?.[5]?.row).toBe(rows[5]);
  });

  it('are those with the lowest cost of all possible ones', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 3, maxLength: 7 });
    fc.assert(
      fc.property(lengths, fc.constantFrom('left' as const, 'right' as const), (list, start) => {
        const rows = list.flatMap((length) => paragraph(length));
        const chosen = choosePages(rows, 5, start);
        expect(
          costOf(
            rows,
            chosen.map(({ to }) => to),
            start,
          ),
        ).toBe(lowestCost(rows, start));
      }),
      { numRuns: 200 },
    );
  });
});

const capacity = 5;

const costOfEnd = (height: number): number => (height < 2 ? 50_000 : height < 5 ? 300 : 0);
const costOfSpread = (left: number, right: number): number =>
  left === right ? 100 * right ** 2 : 1_000 + 100 * Math.max(left, right) ** 2;

/** The cost of pages that end at these rows, by the rules of the specification; infinite for a widow or an orphan. */
function costOf(rows: readonly Row[], ends: readonly number[], start: 'left' | 'right'): number {
  let cost = 0;
  let side = start;
  let left: number | undefined;
  let from = 0;
  for (const to of ends) {
    const short = capacity - (to - from);
    const isEnd = to === rows.length;
    if (short < 0 || (!isEnd && !rows[to - 1]?.breakAfter)) return Number.POSITIVE_INFINITY;
    if (isEnd) cost += 100 * (left ?? 0) ** 2 + (from > 0 ? costOfEnd(to - from) : 0);
    else if (side === 'right') cost += costOfSpread(left ?? short, short);
    left = side === 'left' ? short : undefined;
    side = side === 'left' ? 'right' : 'left';
    from = to;
  }
  return cost;
}

/** Tries every list of page ends. */
function lowestCost(rows: readonly Row[], start: 'left' | 'right'): number {
  let lowest = Number.POSITIVE_INFINITY;
  const search = (ends: readonly number[]): void => {
    const from = ends.at(-1) ?? 0;
    if (from === rows.length) {
      lowest = Math.min(lowest, costOf(rows, ends, start));
      return;
    }
    for (let to = from + 1; to <= Math.min(rows.length, from + capacity); to += 1)
      if (to === rows.length || rows[to - 1]?.breakAfter) search([...ends, to]);
  };
  search([]);
  return lowest;
}
