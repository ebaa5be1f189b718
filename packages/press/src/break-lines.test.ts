import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { breakIntoLines, breakLines, type LineShape } from './break-lines.ts';
import {
  canBreak,
  demeritsOf,
  finishItems,
  fitnessOf,
  isHyphen,
  type Item,
  lastResort,
  type LineBefore,
  lineStart,
  ratioOf,
} from './line-items.ts';

/** A line from item `from` to the break at `at`. */
const measureLine = (items: readonly Item[], from: number, at: number, measure: number) => {
  let [width, stretch, shrink, characters] = [0, 0, 0, 0];
  for (const item of items.slice(from, at)) {
    if (item.kind !== 'penalty') width += item.width;
    if (item.kind === 'box') characters += item.characters ?? 0;
    if (item.kind === 'glue') {
      stretch += item.stretch;
      shrink += item.shrink;
    }
  }
  const end = items[at];
  const hyphen = end?.kind === 'penalty' ? end.width : 0;
  return { width, characters, ratio: ratioOf(width + hyphen, stretch, shrink, measure) };
};

const measureOf = ({ measures }: LineShape, line: number): number => measures[Math.min(line, measures.length - 1)] ?? 0;

interface Way {
  demerits: number;
  lines: number;
  isRunt: boolean;
}

/** Every way to break a paragraph, found by trying each combination. */
const listWays = (items: readonly Item[], shape: LineShape, tolerance: number): Way[] => {
  const last = items.length - 1;
  const search = (from: number, line: number, before: LineBefore): Way[] => {
    const ways: Way[] = [];
    for (let at = from; at <= last; at += 1) {
      const item = items[at] as Item;
      if (!canBreak(items, at)) continue;
      const { width, characters, ratio } = measureLine(items, from, at, measureOf(shape, line));
      const hyphens = isHyphen(item) ? before.hyphens + 1 : 0;
      if (ratio < -1 || ratio > tolerance || hyphens > 2) continue;
      const isLast = at === last;
      const { minLast = { width: 0, characters: 0 } } = shape;
      const isRunt = isLast && line > 0 && (width < minLast.width || characters < minLast.characters);
      const demerits = demeritsOf(item, ratio, { isLast, isRunt }, before);
      if (isLast) ways.push({ demerits, lines: line + 1, isRunt });
      else {
        const rest = search(lineStart(items, at + 1), line + 1, { fitness: fitnessOf(ratio), hyphens });
        for (const way of rest) ways.push({ ...way, demerits: way.demerits + demerits });
      }
    }
    return ways;
  };
  return search(lineStart(items, 0), 0, { fitness: 1, hyphens: 0 });
};

const best = (ways: readonly Way[]): Way | undefined =>
  ways.reduce<Way | undefined>((a, b) => (a && a.demerits <= b.demerits ? a : b), undefined);

/** The best way within the first tolerance that has one; a runt is avoided within the second one. */
const findBest = (items: readonly Item[], shape: LineShape): Way | undefined => {
  const [tight, loose] = [1.5, 3.5].map((tolerance) => best(listWays(items, shape, tolerance)));
  if (tight && !tight.isRunt) return tight;
  if (loose) return tight && loose.isRunt ? tight : loose;
  return best(listWays(items, shape, Number.POSITIVE_INFINITY));
};

/** The way that was taken, computed from its breaks. */
const measureBreaks = (items: readonly Item[], shape: LineShape, breaks: ReturnType<typeof breakLines>): Way => {
  let [from, demerits, isRunt] = [lineStart(items, 0), 0, false];
  let before: LineBefore = { fitness: 1, hyphens: 0 };
  breaks.forEach(({ at, ratio }, line) => {
    const item = items[at] as Item;
    const measured = measureLine(items, from, at, measureOf(shape, line));
    expect(ratio).toBeCloseTo(measured.ratio, 6);
    const isLast = at === items.length - 1;
    const { minLast = { width: 0, characters: 0 } } = shape;
    isRunt = isLast && line > 0 && (measured.width < minLast.width || measured.characters < minLast.characters);
    demerits += demeritsOf(item, ratio, { isLast, isRunt }, before);
    before = { fitness: fitnessOf(ratio), hyphens: isHyphen(item) ? before.hyphens + 1 : 0 };
    expect(before.hyphens).toBeLessThanOrEqual(2);
    from = lineStart(items, at + 1);
  });
  return { demerits, lines: breaks.length, isRunt };
};

const paragraph = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.boolean()), { minLength: 1, maxLength: 10 })
  .map((words): Item[] => [
    ...words.flatMap(([width, hyphen], index): Item[] => [
      ...(index === 0 ? [] : [{ kind: 'glue', width: 2, stretch: 1, shrink: 0.6 } as const]),
      { kind: 'box', width, characters: width },
      ...(hyphen
        ? [
            { kind: 'penalty', width: 1, cost: 50, flagged: true } as const,
            { kind: 'box', width: 3, characters: 3 } as const,
          ]
        : []),
    ]),
    ...finishItems(1e6),
  ]);

describe('breakLines', () => {
  it.each<[string, (measure: number) => LineShape]>([
    ['lines of one width', (measure) => ({ measures: [measure] })],
    ['two shorter lines first', (measure) => ({ measures: [measure - 5, measure - 5, measure] })],
    ['a last line of a minimum width', (measure) => ({ measures: [measure], minLast: { width: 8, characters: 6 } })],
  ])('finds the optimal breaks of all possible ones: %s', (_name, shapeOf) => {
    let breakable = 0;
    fc.assert(
      fc.property(paragraph, fc.integer({ min: 19, max: 30 }), (items, measure) => {
        const shape = shapeOf(measure);
        const way = measureBreaks(items, shape, breakLines(items, shape));
        const expected = findBest(items, shape);
        if (way.lines > 1) breakable += 1;
        expect(way.isRunt).toBe(expected?.isRunt);
        expect(way.demerits).toBeCloseTo(expected?.demerits ?? Number.NaN, 3);
      }),
      { numRuns: 200 },
    );
    expect(breakable).toBeGreaterThan(50);
  });

  it('breaks a paragraph into a wanted number of lines, the best way there is', () => {
    let different = 0;
    fc.assert(
      fc.property(paragraph, fc.integer({ min: 14, max: 24 }), fc.constantFrom(-1, 1), (items, measure, more) => {
        const shape: LineShape = { measures: [measure], minLast: { width: 3, characters: 3 } };
        const lines = breakLines(items, shape).length + more;
        const ways = listWays(items, shape, 3.5).filter((way) => way.lines === lines);
        const expected = best(ways);
        const breaks = lines < 1 ? undefined : breakIntoLines(items, { ...shape, lines });
        if (!expected || expected.isRunt) return expect(breaks).toBeUndefined();
        different += 1;
        const way = measureBreaks(items, shape, breaks ?? []);
        expect([way.lines, way.isRunt]).toEqual([lines, false]);
        expect(way.demerits).toBeCloseTo(expected.demerits, 3);
      }),
      { numRuns: 800 },
    );
    expect(different).toBeGreaterThan(3);
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
    const breaks = breakLines(items, { measures: [20] });
    expect(breaks.at(-1)?.at).toBe(items.length - 1);
    expect(breaks.length).toBeLessThanOrEqual(3);
  });

  it('breaks between words that belong together only where no line would fit otherwise', () => {
    const glue: Item = { kind: 'glue', width: 2, stretch: 4, shrink: 0.5 };
    const items = (width: number): Item[] => [
      { kind: 'box', width: 6 },
      glue,
      { kind: 'box', width: 5 },
      glue,
      { kind: 'box', width: 3 },
      { kind: 'penalty', width: 0, cost: lastResort, flagged: false },
      glue,
      { kind: 'box', width },
      ...finishItems(1e6),
    ];
    const endsOf = (width: number) => breakLines(items(width), { measures: [20] }).map(({ at }) => at);
    expect(endsOf(10)).toEqual([3, 10]);
    expect(endsOf(19)).toEqual([5, 10]);
  });

  it('returns one line for a paragraph without boxes', () => {
    expect(breakLines(finishItems(1), { measures: [10] })).toHaveLength(1);
  });
});
