/**
 * Total-fit line breaking after Knuth and Plass: of all ways to break a paragraph into lines, it finds the one with the
 * fewest demerits. All widths have the same unit.
 */
export type Item =
  | { kind: 'box'; width: number }
  | { kind: 'glue'; width: number; stretch: number; shrink: number }
  | { kind: 'penalty'; width: number; cost: number; flagged: boolean };

/** A penalty of this cost forbids a break; its negative forces one. */
export const NEVER = 10_000;

/** Added to the badness of every line, so that fewer lines are better. */
const LINE_PENALTY = 10;
/** Demerits of two consecutive lines that end with a hyphen. */
const FLAGGED_PAIR = 10_000;
/** Demerits of a hyphen at the end of the last line but one. */
const FLAGGED_BEFORE_LAST = 6_000;
/** Demerits of a tight line next to a loose one. */
const UNEVEN_PAIR = 8_000;
const MAX_BADNESS = 1_000_000;
/** Demerits of a line that is wider than the measure. */
const OVERFULL = 1e13;
/** Largest stretch ratios of a line. The next one is tried when no way to break the paragraph stays within the first. */
const TOLERANCES = [1.5, 3.5, Number.POSITIVE_INFINITY];

/** The end of a line at item `at`. `ratio` is how much of its glue's stretch (positive) or shrink (negative) it uses. */
export interface Break {
  at: number;
  ratio: number;
}

/** A break with the best way to get there. */
interface Node {
  at: number;
  /** The first item of the next line. */
  start: number;
  fitness: number;
  flagged: boolean;
  demerits: number;
  ratio: number;
  previous: Node | undefined;
}

/** Entry `n` of each array is the sum over the first `n` items. */
interface PrefixSums {
  width: Float64Array;
  stretch: Float64Array;
  shrink: Float64Array;
}

const prefixSums = (items: readonly Item[]): PrefixSums => {
  const sums = {
    width: new Float64Array(items.length + 1),
    stretch: new Float64Array(items.length + 1),
    shrink: new Float64Array(items.length + 1),
  };
  items.forEach((item, at) => {
    const glue = item.kind === 'glue' ? item : undefined;
    sums.width[at + 1] = (sums.width[at] ?? 0) + (item.kind === 'penalty' ? 0 : item.width);
    sums.stretch[at + 1] = (sums.stretch[at] ?? 0) + (glue?.stretch ?? 0);
    sums.shrink[at + 1] = (sums.shrink[at] ?? 0) + (glue?.shrink ?? 0);
  });
  return sums;
};

const isForced = (item: Item): boolean => item.kind === 'penalty' && item.cost <= -NEVER;

/** Whether a line may end at this item: at glue after a box, or at a penalty that does not forbid it. */
export const canBreak = (items: readonly Item[], at: number): boolean => {
  const item = items[at];
  if (!item || item.kind === 'box') return false;
  return item.kind === 'penalty' ? item.cost < NEVER : items[at - 1]?.kind === 'box';
};

/** The first item of the line after a break: glue and penalties at its beginning are dropped. */
export const lineStart = (items: readonly Item[], afterBreak: number): number => {
  let at = afterBreak;
  for (let item = items[at]; item && item.kind !== 'box' && !isForced(item); item = items[at]) at += 1;
  return at;
};

/** How far the glue of a line must stretch (positive) or shrink (negative); below -1 the line is too long. */
export const ratioOf = (width: number, stretch: number, shrink: number, measure: number): number => {
  const gap = measure - width;
  if (Math.abs(gap) < 1e-6) return 0;
  if (gap > 0) return stretch > 0 ? gap / stretch : Number.POSITIVE_INFINITY;
  return shrink > 0 ? gap / shrink : Number.NEGATIVE_INFINITY;
};

/** The fitness class of a line: 0 tight, 1 normal, 2 loose, 3 very loose. */
export const fitnessOf = (ratio: number): number => (ratio < -0.5 ? 0 : ratio <= 0.5 ? 1 : ratio <= 1 ? 2 : 3);

/** Demerits of one line that ends at `item`, after a line with the fitness and flag of `before`. */
export const demeritsOf = (
  item: Item,
  ratio: number,
  isLast: boolean,
  before: { fitness: number; flagged: boolean },
): number => {
  const badness = Math.min(MAX_BADNESS, 100 * Math.abs(ratio) ** 3);
  const cost = item.kind === 'penalty' && !isForced(item) ? item.cost : 0;
  const flagged = item.kind === 'penalty' && item.flagged;
  let demerits = (LINE_PENALTY + badness + Math.max(0, cost)) ** 2 - Math.min(0, cost) ** 2;
  if (flagged && before.flagged) demerits += FLAGGED_PAIR;
  if (isLast && before.flagged) demerits += FLAGGED_BEFORE_LAST;
  if (Math.abs(fitnessOf(ratio) - before.fitness) > 1) demerits += UNEVEN_PAIR;
  return demerits;
};

/** Adds the line from `previous` to `at` to `best`, which has the line with the fewest demerits of each fitness class. */
const addIfBetter = (
  best: (Node | undefined)[],
  item: Item,
  at: number,
  isLast: boolean,
  ratio: number,
  previous: Node,
): void => {
  const demerits = previous.demerits + demeritsOf(item, ratio, isLast, previous);
  const fitness = fitnessOf(ratio);
  if (demerits >= (best[fitness]?.demerits ?? Number.POSITIVE_INFINITY)) return;
  const flagged = item.kind === 'penalty' && item.flagged;
  best[fitness] = { at, start: 0, fitness, flagged, demerits, ratio, previous };
};

/** A line that is wider than the measure. It is used when no line fits, because losing text would be worse. */
const overfullNode = (items: readonly Item[], at: number, active: readonly Node[]): Node => {
  const previous = active.reduce((a, b) => (b.demerits < a.demerits ? b : a));
  return {
    at,
    start: lineStart(items, at + 1),
    fitness: 1,
    flagged: false,
    demerits: previous.demerits + OVERFULL,
    ratio: -1,
    previous,
  };
};

const widthBetween = (sums: Float64Array, from: number, to: number): number => (sums[to] ?? 0) - (sums[from] ?? 0);

/** The active nodes after the item `at`; empty when no line fits within `tolerance`. */
const advance = (
  items: readonly Item[],
  sums: PrefixSums,
  at: number,
  active: readonly Node[],
  measure: number,
  tolerance: number,
): Node[] => {
  const item = items[at] as Item;
  const forced = isForced(item);
  const isLast = at === items.length - 1;
  const penaltyWidth = item.kind === 'penalty' ? item.width : 0;
  const best: (Node | undefined)[] = [undefined, undefined, undefined, undefined];
  const next: Node[] = [];
  for (const node of active) {
    const width = widthBetween(sums.width, node.start, at);
    const stretch = widthBetween(sums.stretch, node.start, at);
    const shrink = widthBetween(sums.shrink, node.start, at);
    if (width - shrink <= measure + 1e-6 && !forced) next.push(node);
    const ratio = ratioOf(width + penaltyWidth, stretch, shrink, measure);
    if (ratio >= -1 && ratio <= tolerance) addIfBetter(best, item, at, isLast, ratio, node);
  }
  let start = -1;
  for (const node of best) {
    if (!node) continue;
    if (start < 0) start = lineStart(items, at + 1);
    node.start = start;
    next.push(node);
  }
  return next;
};

/** The last node of the best breaks within `tolerance`; undefined when there are none. */
const tryTolerance = (
  items: readonly Item[],
  sums: PrefixSums,
  measure: number,
  tolerance: number,
): Node | undefined => {
  let active: Node[] = [
    { at: -1, start: lineStart(items, 0), fitness: 1, flagged: false, demerits: 0, ratio: 0, previous: undefined },
  ];
  for (let at = 0; at < items.length; at += 1) {
    if (!canBreak(items, at)) continue;
    let next = advance(items, sums, at, active, measure, tolerance);
    if (next.length === 0) {
      if (tolerance !== Number.POSITIVE_INFINITY) return undefined;
      next = [overfullNode(items, at, active)];
    }
    active = next;
  }
  return active.reduce<Node | undefined>((a, b) => (a && a.demerits <= b.demerits ? a : b), undefined);
};

/**
 * Breaks a paragraph into lines of the width `measure`.
 * @param items must end with a forced break (`finishItems` adds it)
 * @returns the line ends in order; every paragraph has at least one
 */
export const breakLines = (items: readonly Item[], measure: number): Break[] => {
  const sums = prefixSums(items);
  for (const tolerance of TOLERANCES) {
    let node = tryTolerance(items, sums, measure, tolerance);
    if (!node) continue;
    const breaks: Break[] = [];
    for (; node && node.at >= 0; node = node.previous) breaks.push({ at: node.at, ratio: node.ratio });
    return breaks.reverse();
  }
  return [{ at: items.length - 1, ratio: 0 }];
};

/** The items that end every paragraph: no break, glue that fills the line, a forced break. */
export const finishItems = (stretch: number): Item[] => [
  { kind: 'penalty', width: 0, cost: NEVER, flagged: false },
  { kind: 'glue', width: 0, stretch, shrink: 0 },
  { kind: 'penalty', width: 0, cost: -NEVER, flagged: false },
];
