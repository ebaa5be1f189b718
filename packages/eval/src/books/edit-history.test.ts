import { describe, expect, it } from '@jest/globals';
import { createEditHistories } from './edit-history.ts';
import { generateBook } from './generate-book.ts';

const book = generateBook({ seed: 3, words: 20_000 });
const histories = createEditHistories(book, 1000);

describe('an edit history', () => {
  it('has 1,000 edits in all, which lead from the first text to the last one', () => {
    expect(histories.reduce((sum, { edits }) => sum + edits.length, 0)).toBe(1000);
    for (const { before, edits, after } of histories) {
      const text = edits.reduce((old, { from, to, insert }) => old.slice(0, from) + insert + old.slice(to), before);
      expect(text).toBe(after);
    }
  });

  it('says where quotes are: unchanged, changed or lost, many of each', () => {
    const counts = { found: 0, changed: 0, lost: 0 };
    for (const { after, quotes, oracle } of histories) {
      for (const [at, { state, from, to }] of oracle.entries()) {
        counts[state] += 1;
        const quote = quotes[at]?.quote ?? '';
        if (state === 'found') expect(after.slice(from, to)).toBe(quote);
        if (state === 'changed') {
          expect(after.slice(from, to)).not.toBe(quote);
          expect(to - from - quote.length).toBeLessThanOrEqual(4);
        }
      }
    }
    expect(counts.found).toBeGreaterThan(50);
    expect(counts.changed).toBeGreaterThan(5);
    expect(counts.lost).toBeGreaterThan(3);
  });

  it('moves quotes to other places of their chapters', () => {
    const moved = histories.flatMap(({ quotes, oracle }) =>
      oracle.filter(({ state, from }, at) => state === 'found' && Math.abs(from - (quotes[at]?.from ?? 0)) > 2000),
    );
    expect(moved.length).toBeGreaterThan(5);
  });

  it('is the same for the same book', () => {
    expect(createEditHistories(book, 1000)).toEqual(histories);
  });
});
