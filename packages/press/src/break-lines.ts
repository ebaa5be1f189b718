import {
  canBreak,
  demeritsOf,
  fitnessOf,
  isForced,
  isHyphen,
  type Item,
  lastResort,
  type LineBefore,
  lineStart,
  type PrefixSums,
  prefixSums,
  ratioOf,
  sumBetween,
} from './line-items.ts';

/** Demerits of a line that is wider than the measure. */
const overfull = 1e13;
/** Largest stretch ratios of a line. The next one is tried when no way to break the paragraph stays within the first. */
const tolerances = [1.5, 3.5, Number.POSITIVE_INFINITY];
/** A paragraph whose last line is too short, or that must have another number of lines, may be as loose as this. */
const specialTolerance = 3.5;
/** Maximum number of consecutive lines that end with a hyphen. */
const maxHyphens = 2;
const fitnessClasses = 4;

/** The end of a line at item `at`. `ratio` is how much of its glue's stretch (positive) or shrink (negative) it uses. */
export interface Break {
  at: number;
  ratio: number;
}

/** The lines that a paragraph must have. */
export interface LineShape {
  /** The widths of the first lines. The last of them is also that of all further lines. */
  measures: readonly number[];
  /**
   * Minimum width and characters of the last line of a paragraph with several lines; a shorter one has many demerits.
   * Default: no minimum.
   */
  minLast?: { width: number; characters: number };
  /** The exact number of lines; by default the one with the fewest demerits. */
  lines?: number;
}

/** A break with the best way to get there. */
interface Node extends LineBefore {
  at: number;
  /** The first item of the next line. */
  start: number;
  /**
   * Number of lines before this break. It is counted only as long as later lines have another width, or fully if `lines`
   * is given, so that equal states can be merged.
   */
  line: number;
  demerits: number;
  ratio: number;
  isRunt: boolean;
  previous: Node | undefined;
}

/** The search for the best breaks of one paragraph within one tolerance. */
interface Search {
  items: readonly Item[];
  sums: PrefixSums;
  shape: LineShape;
  tolerance: number;
}

const measureOf = ({ measures }: LineShape, line: number): number => measures[Math.min(line, measures.length - 1)] ?? 0;

const nextLine = ({ measures, lines }: LineShape, line: number): number =>
  lines === undefined ? Math.min(line + 1, measures.length - 1) : line + 1;

const isTooShort = ({ sums, shape }: Search, { at, start }: Node, end: number): boolean =>
  shape.minLast !== undefined &&
  at >= 0 &&
  (sumBetween(sums.width, start, end) < shape.minLast.width ||
    sumBetween(sums.characters, start, end) < shape.minLast.characters);

/** The break at `at` after `previous`; undefined when the line would not fit. */
const nodeAfter = (search: Search, at: number, previous: Node): Node | undefined => {
  const { items, sums, shape, tolerance } = search;
  const item = items[at] as Item;
  const hyphens = isHyphen(item) ? previous.hyphens + 1 : 0;
  if (hyphens > maxHyphens) return undefined;
  const width = sumBetween(sums.width, previous.start, at) + (item.kind === 'penalty' ? item.width : 0);
  const stretch = sumBetween(sums.stretch, previous.start, at);
  const ratio = ratioOf(width, stretch, sumBetween(sums.shrink, previous.start, at), measureOf(shape, previous.line));
  if (!(ratio >= -1 && ratio <= tolerance)) return undefined;
  const isLast = at === items.length - 1;
  const line = nextLine(shape, previous.line);
  if (shape.lines !== undefined && (isLast ? line !== shape.lines : line >= shape.lines)) return undefined;
  const isRunt = isLast && isTooShort(search, previous, at);
  const demerits = previous.demerits + demeritsOf(item, ratio, { isLast, isRunt }, previous);
  return { at, start: 0, line, fitness: fitnessOf(ratio), hyphens, demerits, ratio, isRunt, previous };
};

/** Nodes with the same key have the same lines after them, so only the best one is kept. */
const keyOf = ({ line, hyphens, fitness }: Node): number =>
  (line * (maxHyphens + 1) + hyphens) * fitnessClasses + fitness;

const canContinue = ({ sums, shape }: Search, at: number, { start, line }: Node): boolean =>
  sumBetween(sums.width, start, at) - sumBetween(sums.shrink, start, at) <= measureOf(shape, line) + 1e-6;

/** The active nodes after the item `at`; empty when no line fits within the tolerance. */
const advance = (search: Search, at: number, active: readonly Node[]): Node[] => {
  const forced = isForced(search.items[at] as Item);
  const best: (Node | undefined)[] = [];
  const next: Node[] = [];
  for (const node of active) {
    if (!forced && canContinue(search, at, node)) next.push(node);
    const candidate = nodeAfter(search, at, node);
    if (!candidate) continue;
    const key = keyOf(candidate);
    if (candidate.demerits < (best[key]?.demerits ?? Number.POSITIVE_INFINITY)) best[key] = candidate;
  }
  let start = -1;
  for (const node of best) {
    if (!node) continue;
    if (start < 0) start = lineStart(search.items, at + 1);
    node.start = start;
    next.push(node);
  }
  return next;
};

/** The one with the fewest demerits. */
const bestNode = (nodes: readonly Node[]): Node | undefined =>
  nodes.reduce<Node | undefined>((a, b) => (a && a.demerits <= b.demerits ? a : b), undefined);

/** A line that is wider than the measure. It is used when no line fits, because losing text would be worse. */
const overfullNode = ({ items, shape }: Search, at: number, active: readonly Node[]): Node => {
  const previous = bestNode(active) as Node;
  return {
    at,
    start: lineStart(items, at + 1),
    line: nextLine(shape, previous.line),
    fitness: 1,
    hyphens: 0,
    demerits: previous.demerits + overfull,
    ratio: -1,
    isRunt: false,
    previous,
  };
};

/** The last break of the best way within the tolerance; undefined when there is none. */
const run = (search: Search): Node | undefined => {
  const { items, tolerance } = search;
  const first = { at: -1, start: lineStart(items, 0), line: 0, fitness: 1, hyphens: 0, demerits: 0, ratio: 0 };
  let active: Node[] = [{ ...first, isRunt: false, previous: undefined }];
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at];
    const isLastResort = item?.kind === 'penalty' && item.cost === lastResort;
    if (!canBreak(items, at) || (isLastResort && tolerance !== Number.POSITIVE_INFINITY)) continue;
    let next = advance(search, at, active);
    if (next.length === 0) {
      if (tolerance !== Number.POSITIVE_INFINITY) return undefined;
      next = [overfullNode(search, at, active)];
    }
    active = next;
  }
  return bestNode(active);
};

const listBreaks = (last: Node): Break[] => {
  const breaks: Break[] = [];
  for (let node: Node | undefined = last; node && node.at >= 0; node = node.previous)
    breaks.push({ at: node.at, ratio: node.ratio });
  return breaks.reverse();
};

/**
 * Breaks a paragraph into lines by total fit, after Knuth and Plass: of all ways to do so, it finds the one with the
 * fewest demerits. At most two consecutive lines end with a hyphen.
 * @param items must end with a forced break (`finishItems` adds it)
 * @returns the line ends in order; every paragraph has at least one
 */
export const breakLines = (items: readonly Item[], shape: Omit<LineShape, 'lines'>): Break[] => {
  const sums = prefixSums(items);
  let runt: Node | undefined;
  for (const tolerance of tolerances) {
    if (runt && tolerance > specialTolerance) break;
    const last = run({ items, sums, shape, tolerance });
    if (last && !last.isRunt) return listBreaks(last);
    runt ??= last;
  }
  return runt ? listBreaks(runt) : [{ at: items.length - 1, ratio: 0 }];
};

/** Breaks a paragraph into exactly `lines` lines; undefined when they would be too loose, too tight or end in a runt. */
export const breakIntoLines = (items: readonly Item[], shape: LineShape & { lines: number }): Break[] | undefined => {
  const last = run({ items, sums: prefixSums(items), shape, tolerance: specialTolerance });
  return last && !last.isRunt ? listBreaks(last) : undefined;
};
