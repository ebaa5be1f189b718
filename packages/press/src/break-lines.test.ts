import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  breakLines,
  canBreak,
  demeritsOf,
  finishItems,
  fitnessOf,
  type Item,
  lineStart,
  ratioOf,
} from './break-lines.ts';

const ratioOfLine = (items: readonly Item[], from: number, at: number, measure: number): number => {
  let [width, stretch, shrink] = [0, 0, 0];
  for (const item of items.slice(from, at)) {
    if (item.kind !== 'penalty') width += item.width;
    if (item.kind === 'glue') {
      stretch += item.stretch;
      shrink += item.shrink;
    }
  }
  const end = items[at];
  return ratioOf(width + (end?.kind === 'penalty' ? end.width : 0), stretch, shrink, measure);
};

/** The fewest demerits over all possible breaks, found by trying every combination. */
const fewestDemerits = (items: readonly Item[], measure: number, tolerance: number): number => {
  const last = items.length - 1;
  const search = (from: number, before: { fitness: number; flagged: boolean }): number => {
    let best = Number.POSITIVE_INFINITY;
    for (let at = from; at <= last; at += 1) {
      const item = items[at] as Item;
      if (!canBreak(items, at)) continue;
      const ratio = ratioOfLine(items, from, at, measure);
      if (ratio < -1 || ratio > tolerance) continue;
      const demerits = demeritsOf(item, ratio, at === last, before);
      const rest =
        at === last
          ? 0
          : search(lineStart(items, at + 1), {
              fitness: fitnessOf(ratio),
              flagged: item.kind === 'penalty' && item.flagged,
            });
      best = Math.min(best, demerits + rest);
    }
    return best;
  };
  return search(lineStart(items, 0), { fitness: 1, flagged: false });
};

/** The total demerits of the lines that `breakLines` returns, and their ratios. */
const measureResult = (items: readonly Item[], measure: number): { total: number; ratios: number[] } => {
  let [from, total] = [lineStart(items, 0), 0];
  let before = { fitness: 1, flagged: false };
  const ratios: number[] = [];
  for (const { at, ratio } of breakLines(items, measure)) {
    const item = items[at] as Item;
    expect(ratio).toBeCloseTo(ratioOfLine(items, from, at, measure), 6);
    total += demeritsOf(item, ratio, at === items.length - 1, before);
    before = { fitness: fitnessOf(ratio), flagged: item.kind === 'penalty' && item.flagged };
    from = lineStart(items, at + 1);
    ratios.push(ratio);
  }
  return { total, ratios };
};

const paragraph = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.boolean()), { minLength: 1, maxLength: 10 })
  .map((words): Item[] => [
    ...words.flatMap(([width, hyphen], index): Item[] => [
      ...(index === 0 ? [] : [{ kind: 'glue', width: 2, stretch: 1, shrink: 0.6 } as const]),
      { kind: 'box', width },
      ...(hyphen
        ? [{ kind: 'penalty', width: 1, cost: 50, flagged: true } as const, { kind: 'box', width: 3 } as const]
        : []),
    ]),
    ...finishItems(1e6),
  ]);

describe('breakLines', () => {
  it('finds the optimal breaks of all possible ones', () => {
    let breakable = 0;
    fc.assert(
      fc.property(paragraph, fc.integer({ min: 14, max: 30 }), (items, measure) => {
        const { total, ratios } = measureResult(items, measure);
        const tolerance = [1.5, 3.5, Number.POSITIVE_INFINITY].find(
          (limit) => fewestDemerits(items, measure, limit) < Number.POSITIVE_INFINITY,
        );
        if (tolerance === undefined || ratios.some((ratio) => ratio < -1))
          throw new Error('A generated paragraph could not be broken.');
        if (ratios.length > 1) breakable += 1;
        expect(total).toBeCloseTo(fewestDemerits(items, measure, tolerance), 3);
      }),
      { numRuns: 300 },
    );
    expect(breakable).toBeGreaterThan(50);
  });

  it('lets a box that is too wide overflow, and loses no text', () => {
    const items: Item[] = [
      { kind: 'box', width: 5 },
      { kind: 'glue', width: 1, stretch: 1, shrink: 0 },
      { kind: 'box', width: 50 },
      { kind: 'glue', width: 1, stretch: 1, shrink: 0 },
      { kind: 'box', width: 5 },
      ...finishItems(1e6),
    ];
    const breaks = breakLines(items, 20);
    expect(breaks.at(-1)?.at).toBe(items.length - 1);
    expect(breaks.length).toBeLessThanOrEqual(3);
  });

  it('returns one line for a paragraph without boxes', () => {
    expect(breakLines(finishItems(1), 10)).toHaveLength(1);
  });
});
