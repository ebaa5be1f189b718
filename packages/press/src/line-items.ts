/** What a paragraph is made of, after Knuth and Plass, and what a line of it costs. All widths have the same unit. */
export type Item =
  /** `characters`: how many it shows; default none. */
  | { kind: 'box'; width: number; characters?: number }
  | { kind: 'glue'; width: number; stretch: number; shrink: number }
  | { kind: 'penalty'; width: number; cost: number; flagged: boolean };

/** A penalty of this cost forbids a break; its negative forces one. */
export const infinitePenalty = 10_000;
/** A break at a penalty of this cost is used only where no line fits without it. */
export const lastResort = infinitePenalty - 1;

/** Added to the badness of every line, so that fewer lines are better. */
const linePenalty = 10;
/** Demerits of two consecutive lines that end with a hyphen. */
const flaggedPair = 10_000;
/** Demerits of a hyphen at the end of the last line but one. */
const flaggedBeforeLast = 6_000;
/** Demerits of a tight line next to a loose one. */
const unevenPair = 8_000;
/** Demerits of a last line that is too short: as many as those of a line that uses 2.6 times its stretch. */
const runt = 3_000_000;
const maxBadness = 1_000_000;

/** Entry `n` of each array is the sum over the first `n` items. */
export interface PrefixSums {
  width: number[];
  stretch: number[];
  shrink: number[];
  characters: number[];
}

export const prefixSums = (items: readonly Item[]): PrefixSums => {
  const sums: PrefixSums = { width: [0], stretch: [0], shrink: [0], characters: [0] };
  let [width, stretch, shrink, characters] = [0, 0, 0, 0];
  for (const item of items) {
    if (item.kind !== 'penalty') width += item.width;
    if (item.kind === 'glue') {
      stretch += item.stretch;
      shrink += item.shrink;
    } else if (item.kind === 'box') {
      characters += item.characters ?? 0;
    }
    sums.width.push(width);
    sums.stretch.push(stretch);
    sums.shrink.push(shrink);
    sums.characters.push(characters);
  }
  return sums;
};

/** The sum over the items from `from` to `to`, which is not included. */
export const sumBetween = (sums: readonly number[], from: number, to: number): number =>
  (sums[to] ?? 0) - (sums[from] ?? 0);

export const isForced = (item: Item): boolean => item.kind === 'penalty' && item.cost <= -infinitePenalty;

/** Whether a line that ends at this item ends with a hyphen. */
export const isHyphen = (item: Item): boolean => item.kind === 'penalty' && item.flagged;

/** Whether a line may end at this item: at glue after a box, or at a penalty that does not forbid it. */
export const canBreak = (items: readonly Item[], at: number): boolean => {
  const item = items[at];
  if (!item || item.kind === 'box') return false;
  return item.kind === 'penalty' ? item.cost < infinitePenalty : items[at - 1]?.kind === 'box';
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

/** The line before another one. `hyphens` counts the lines up to it that end with a hyphen, one after the other. */
export interface LineBefore {
  fitness: number;
  hyphens: number;
}

/** Demerits of one line that ends at `item`. */
export const demeritsOf = (
  item: Item,
  ratio: number,
  line: { isLast: boolean; isRunt: boolean },
  before: LineBefore,
): number => {
  const badness = Math.min(maxBadness, 100 * Math.abs(ratio) ** 3);
  const cost = item.kind === 'penalty' && !isForced(item) ? item.cost : 0;
  let demerits = (linePenalty + badness + Math.max(0, cost)) ** 2 - Math.min(0, cost) ** 2;
  if (isHyphen(item) && before.hyphens > 0) demerits += flaggedPair;
  if (line.isLast && before.hyphens > 0) demerits += flaggedBeforeLast;
  if (line.isRunt) demerits += runt;
  if (Math.abs(fitnessOf(ratio) - before.fitness) > 1) demerits += unevenPair;
  return demerits;
};

/** The items that end every paragraph: no break, glue that fills the line, a forced break. */
export const finishItems = (stretch: number): Item[] => [
  { kind: 'penalty', width: 0, cost: infinitePenalty, flagged: false },
  { kind: 'glue', width: 0, stretch, shrink: 0 },
  { kind: 'penalty', width: 0, cost: -infinitePenalty, flagged: false },
];
