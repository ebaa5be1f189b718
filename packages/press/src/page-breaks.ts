import type { Row } from './rows.ts';

/** The side of a spread. Right-hand pages have odd page numbers. */
export type Side = 'left' | 'right';

/**
 * The rows of one page, and the paragraph that is a line longer or shorter there than by itself. Typesetters call the
 * difference its looseness.
 */
export interface PageChoice {
  from: number;
  /** Not included. */
  to: number;
  adjusted?: { at: number; looseness: 1 | -1 };
}

/**
 * Costs of deviations from two full facing pages. The costs of broken rules are so high that they are chosen only when no
 * choice keeps the rule.
 */
const costs = {
  /** The square of the lines that both pages of a spread lack: see `costOfShort`. */
  short: 100,
  looseness: 150,
  hyphenOnLeft: 200,
  /** A last page with fewer lines than `endLines.few`. */
  shortEnd: 300,
  unequal: 1_000,
  hyphenOnRight: 20_000,
  /** A last page with fewer lines than `endLines.min`. */
  lonelyEnd: 50_000,
  /** A page that ends after the first or before the last line of a paragraph, or after a heading. */
  forbidden: 100_000,
};
const endLines = { min: 2, few: 5 };

/** One missing line is hardly seen; pages that lack four look worse than facing pages of different heights. */
const costOfShort = (lines: number): number => costs.short * lines ** 2;

/**
 * Search efforts, the fastest first. A result that costs less than `enough` is final, because every choice that only the
 * next effort tries costs at least that much.
 */
const efforts = [
  { maxShort: 1, adjusts: false, enough: costs.looseness },
  { maxShort: 2, adjusts: true, enough: costs.short * 3 ** 2 },
  { maxShort: 5, adjusts: true, enough: Number.POSITIVE_INFINITY },
] as const;
type Effort = (typeof efforts)[number];

/** The best way to a page that begins with row `from`. */
interface Node {
  from: number;
  side: Side;
  /** The lines that the left page of the same spread lacks; undefined if the text does not have that page. */
  short: number | undefined;
  cost: number;
  choice: PageChoice | undefined;
  previous: Node | undefined;
}

/** Prefix sums over the rows, and for each row the next paragraph that can be a line longer or shorter. */
interface Measured {
  height: Float64Array;
  lines: Float64Array;
  nextAdjustable: Int32Array;
}

const measureRows = (rows: readonly Row[]): Measured => {
  const size = rows.length + 1;
  const [height, lines] = [new Float64Array(size), new Float64Array(size)];
  rows.forEach((row, index) => {
    height[index + 1] = (height[index] ?? 0) + row.height;
    lines[index + 1] = (lines[index] ?? 0) + (row.line ? 1 : 0);
  });
  const nextAdjustable = new Int32Array(size).fill(rows.length);
  for (let at = rows.length - 1; at >= 0; at -= 1)
    nextAdjustable[at] = rows[at]?.withLooseness ? at : (nextAdjustable[at + 1] ?? rows.length);
  return { height, lines, nextAdjustable };
};

const between = (sums: Float64Array, from: number, to: number): number => (sums[to] ?? 0) - (sums[from] ?? 0);

/** The first row of a page after `from`: white space at the top is dropped. The end, if only white space remains. */
const pageStart = (rows: readonly Row[], from: number): number => {
  let start = from;
  while (rows[start]?.blank) start += 1;
  return start;
};

class PageSearch {
  readonly #rows: readonly Row[];
  readonly #measured: Measured;
  readonly #capacity: number;
  readonly #effort: Effort;
  /** The nodes of each first row, by side and shortness. */
  readonly #nodes = new Map<number, Map<string, Node>>();

  constructor(rows: readonly Row[], measured: Measured, capacity: number, effort: Effort) {
    this.#rows = rows;
    this.#measured = measured;
    this.#capacity = capacity;
    this.#effort = effort;
  }

  /** The best node at the end of the text. */
  run(start: Side): Node {
    const end = this.#rows.length;
    this.#add({ from: 0, side: start, short: undefined, cost: 0, choice: undefined, previous: undefined });
    for (let from = 0; from < end; from += 1) {
      for (const node of this.#nodes.get(from)?.values() ?? []) this.#follow(node);
      this.#nodes.delete(from);
    }
    const last = [...(this.#nodes.get(end)?.values() ?? [])];
    return last.reduce((a, b) => (b.cost < a.cost ? b : a));
  }

  #add(node: Node): void {
    let nodes = this.#nodes.get(node.from);
    if (!nodes) this.#nodes.set(node.from, (nodes = new Map()));
    const key = `${node.side} ${node.short ?? ''}`;
    if (node.cost < (nodes.get(key)?.cost ?? Number.POSITIVE_INFINITY)) nodes.set(key, node);
  }

  /** Adds all pages that may follow a node; at least one. */
  #follow(node: Node): void {
    const limit = this.#capacity + (this.#effort.adjusts ? 1 : 0) + 1e-6;
    // A row that is higher than a page has a page of its own.
    let fallback = { to: node.from + 1, height: this.#capacity, isAllowed: this.#isTooHigh(node.from) };
    let hasPage = false;
    for (let to = node.from + 1; to <= this.#rows.length; to += 1) {
      const height = this.#heightOf(node.from, to);
      if (height > limit) break;
      const isAllowed = this.#mayEnd(to);
      const fits = height <= this.#capacity + 1e-6;
      if (fits && (isAllowed || !fallback.isAllowed)) fallback = { to, height, isAllowed };
      const isFull = to === this.#rows.length || height >= this.#capacity - this.#effort.maxShort - 1e-6;
      if (isAllowed && isFull && this.#addPages(node, to, height)) hasPage = true;
    }
    if (hasPage) return;
    const { to, height, isAllowed } = fallback;
    this.#addPage(node, { from: node.from, to }, height, isAllowed ? 0 : costs.forbidden);
  }

  #isTooHigh(row: number): boolean {
    return this.#heightOf(row, row + 1) > this.#capacity + 1e-6;
  }

  /** Adds the page as it is, and with a paragraph that is a line longer or shorter. Returns whether any fits. */
  #addPages(node: Node, to: number, height: number): boolean {
    let fits = height <= this.#capacity + 1e-6;
    if (fits) this.#addPage(node, { from: node.from, to }, height, 0);
    if (!this.#effort.adjusts) return fits;
    for (const looseness of [1, -1] as const) {
      if (height + looseness > this.#capacity + 1e-6) continue;
      const at = this.#findAdjustable(node.from, to, looseness);
      if (at === undefined) continue;
      this.#addPage(node, { from: node.from, to, adjusted: { at, looseness } }, height + looseness, costs.looseness);
      fits = true;
    }
    return fits;
  }

  #addPage(node: Node, choice: PageChoice, height: number, extra: number): void {
    const { side } = node;
    const isEnd = pageStart(this.#rows, choice.to) === this.#rows.length;
    const short = Math.max(0, Math.round((this.#capacity - height) * 100) / 100);
    const cost = isEnd ? this.#costOfEnd(node, choice.to) : this.#costOfPage(node, choice.to, short);
    this.#add({
      from: pageStart(this.#rows, choice.to),
      side: side === 'right' ? 'left' : 'right',
      short: side === 'left' ? short : undefined,
      cost: node.cost + cost + extra,
      choice,
      previous: node,
    });
  }

  #costOfPage({ side, short: shortOfLeft }: Node, to: number, short: number): number {
    const hasHyphen = this.#rows[to - 1]?.line?.endsWithHyphen === true;
    // The cost of the left page is known when its spread is complete.
    if (side === 'left') return hasHyphen ? costs.hyphenOnLeft : 0;
    const hyphen = hasHyphen ? costs.hyphenOnRight : 0;
    if (shortOfLeft === undefined || shortOfLeft === short) return hyphen + costOfShort(short);
    return hyphen + costs.unequal + costOfShort(Math.max(short, shortOfLeft));
  }

  #costOfEnd({ from, short }: Node, to: number): number {
    const lines = between(this.#measured.lines, from, to);
    const end = from === 0 || lines >= endLines.few ? 0 : lines < endLines.min ? costs.lonelyEnd : costs.shortEnd;
    return end + costOfShort(short ?? 0);
  }

  #heightOf(from: number, to: number): number {
    const top = this.#rows[from];
    const atTop = from > 0 && top?.atTop ? top.atTop.height - top.height : 0;
    return between(this.#measured.height, from, to) + atTop;
  }

  /** White space is not at the foot of a page: the page ends before it. */
  #mayEnd(to: number): boolean {
    if (to === this.#rows.length) return true;
    const last = this.#rows[to - 1];
    return last?.breakAfter === true && !last.blank;
  }

  /** The longest paragraph that is whole on a page and can be a line longer or shorter. */
  #findAdjustable(from: number, to: number, looseness: 1 | -1): number | undefined {
    const { nextAdjustable } = this.#measured;
    const next = (at: number): number => nextAdjustable[at] ?? to;
    let best: { at: number; length: number } | undefined;
    for (let at = next(from); at < to; at = next(at + 1)) {
      const { length = 0, withLooseness } = this.#rows[at] ?? {};
      if (length <= (best?.length ?? 0) || at + length > to || !withLooseness?.(looseness)) continue;
      best = { at, length };
    }
    return best?.at;
  }
}

const listChoices = (last: Node): PageChoice[] => {
  const choices: PageChoice[] = [];
  for (let node: Node | undefined = last; node; node = node.previous) if (node.choice) choices.push(node.choice);
  return choices.reverse();
};

/**
 * Chooses the rows of each page by the shortest path over spreads. Pages end where their rows allow it, facing pages have
 * the same height, no right-hand page ends with a hyphen, and the last page has at least two lines; where not all of it
 * is possible, the choice costs least.
 * @param start the side of the first page
 */
export const choosePages = (rows: readonly Row[], capacity: number, start: Side): PageChoice[] => {
  if (rows.length === 0) return [];
  const measured = measureRows(rows);
  let best: Node | undefined;
  for (const effort of efforts) {
    const last = new PageSearch(rows, measured, capacity, effort).run(start);
    if (!best || last.cost < best.cost) best = last;
    if (best.cost < effort.enough) break;
  }
  return best ? listChoices(best) : [];
};
