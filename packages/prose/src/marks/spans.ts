import { isSpace } from '../word-count.ts';
import type { TextRange } from '../text-edit.ts';

/** A part of a paragraph in one style. Spans follow each other without gaps and never contain a line break. */
export interface Span extends TextRange {
  /** `mark`: the characters that make the style, and backslashes; they are not printed. */
  readonly kind: 'text' | 'mark';
  /** False inside an emphasis within an emphasis, which is printed upright again. */
  readonly emphasis: boolean;
  readonly strong: boolean;
}

type Mark = '*' | '_';
const isMark = (character: string): character is Mark => character === '*' || character === '_';
/** A backslash before one of them makes it an ordinary character. */
const escapable = '*_#\\~-';

/** A run of equal marks. `from` to `to` are those that are not paired yet. */
interface Run {
  readonly mark: Mark;
  /** Where the run began. */
  readonly start: number;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  from: number;
  to: number;
  previous: Run | null;
  next: Run | null;
}

/** The marks around a part of a text. */
interface Pair {
  readonly open: TextRange;
  readonly close: TextRange;
  readonly isStrong: boolean;
}

/**
 * Parses the emphasis in the lines of one paragraph, in time proportional to their length. `*x*` and `_x_` are an
 * emphasis, `**x**` and `__x__` are strong; they are paired as in CommonMark, except that a mark inside a word is text
 * (`5*3*2`), as it is there for `_` alone. Marks that have no partner are text.
 */
export function parseSpans(text: string, lines: readonly TextRange[]): Span[] {
  const runs: Run[] = [];
  const escapes: TextRange[] = [];
  for (const line of lines) scanLine(text, line, runs, escapes);
  for (const [index, run] of runs.entries()) {
    run.previous = runs[index - 1] ?? null;
    run.next = runs[index + 1] ?? null;
  }
  return toSpans(lines, pairRuns(runs[0] ?? null), escapes);
}

function scanLine(text: string, line: TextRange, runs: Run[], escapes: TextRange[]): void {
  for (let at = line.from; at < line.to; at += 1) {
    const character = text.charAt(at);
    if (character === '\\' && at + 1 < line.to && escapable.includes(text.charAt(at + 1))) {
      escapes.push({ from: at, to: at + 1 });
      at += 1;
    } else if (isMark(character)) {
      let to = at + 1;
      while (to < line.to && text.charAt(to) === character) to += 1;
      runs.push(createRun(text, line, character, { from: at, to }));
      at = to - 1;
    }
  }
}

function createRun(text: string, line: TextRange, mark: Mark, { from, to }: TextRange): Run {
  const before = from > line.from ? characterBefore(text, from) : ' ';
  const after = to < line.to ? String.fromCodePoint(text.codePointAt(to) ?? 0) : ' ';
  const [spaceBefore, spaceAfter] = [isSpace(before.charCodeAt(0)), isSpace(after.charCodeAt(0))];
  const [punctuationBefore, punctuationAfter] = [isPunctuation(before), isPunctuation(after)];
  const isLeftFlanking = !spaceAfter && (!punctuationAfter || spaceBefore || punctuationBefore);
  const isRightFlanking = !spaceBefore && (!punctuationBefore || spaceAfter || punctuationAfter);
  return {
    mark,
    start: from,
    length: to - from,
    canOpen: isLeftFlanking && (!isRightFlanking || punctuationBefore),
    canClose: isRightFlanking && (!isLeftFlanking || punctuationAfter),
    from,
    to,
    previous: null,
    next: null,
  };
}

const isPunctuation = (character: string): boolean => /^[\p{P}\p{S}]$/u.test(character);

/** The last character before a position, which may be a surrogate pair. */
const characterBefore = (text: string, position: number): string =>
  Array.from(text.slice(Math.max(0, position - 2), position)).at(-1) ?? ' ';

/** Pairs each closing run with the nearest opening run of its mark: the procedure of CommonMark, section 6.2. */
function pairRuns(first: Run | null): Pair[] {
  const pairs: Pair[] = [];
  // For each kind of closing run, where the search for its opening run may end, because it found none before. This keeps
  // the time proportional to the number of runs.
  const searchedFrom = new Map<string, number>();
  let closer = first;
  while (closer) {
    if (!closer.canClose) {
      closer = closer.next;
      continue;
    }
    const kind = `${closer.mark}${closer.canOpen}${closer.length % 3}`;
    const opener = findOpener(closer, searchedFrom.get(kind) ?? 0);
    if (opener) {
      pairs.push(pairUp(opener, closer));
      if (closer.from === closer.to) closer = remove(closer);
    } else {
      searchedFrom.set(kind, closer.start);
      closer = closer.canOpen ? closer.next : remove(closer);
    }
  }
  return pairs;
}

function findOpener(closer: Run, searchedFrom: number): Run | null {
  for (let run = closer.previous; run && run.start >= searchedFrom; run = run.previous)
    if (run.mark === closer.mark && run.canOpen && mayPair(run, closer)) return run;
  return null;
}

/** `*a**b*` is one emphasis, and not two that touch. */
const mayPair = (opener: Run, closer: Run): boolean =>
  !(closer.canOpen || opener.canClose) ||
  (opener.length + closer.length) % 3 !== 0 ||
  (opener.length % 3 === 0 && closer.length % 3 === 0);

/** Takes one or two marks of both runs, and drops the runs between them, which have found no partner. */
function pairUp(opener: Run, closer: Run): Pair {
  const isStrong = opener.to - opener.from >= 2 && closer.to - closer.from >= 2;
  const width = isStrong ? 2 : 1;
  const pair = {
    open: { from: opener.to - width, to: opener.to },
    close: { from: closer.from, to: closer.from + width },
    isStrong,
  };
  opener.to -= width;
  closer.from += width;
  opener.next = closer;
  closer.previous = opener;
  if (opener.from === opener.to) remove(opener);
  return pair;
}

/** Takes a run out of the list; returns the next one. */
function remove({ previous, next }: Run): Run | null {
  if (previous) previous.next = next;
  if (next) next.previous = previous;
  return next;
}

/** A mark, and by how much the depth of each style changes before or after it. */
interface Boundary extends TextRange {
  readonly opens: 'emphasis' | 'strong' | null;
  readonly closes: 'emphasis' | 'strong' | null;
}

function toSpans(lines: readonly TextRange[], pairs: readonly Pair[], escapes: readonly TextRange[]): Span[] {
  const boundaries: Boundary[] = [
    ...escapes.map((range) => ({ ...range, opens: null, closes: null })),
    ...pairs.flatMap(({ open, close, isStrong }) => {
      const style = isStrong ? ('strong' as const) : ('emphasis' as const);
      return [
        { ...open, opens: style, closes: null },
        { ...close, opens: null, closes: style },
      ];
    }),
  ].sort((a, b) => a.from - b.from);
  const spans: Span[] = [];
  const depth = { emphasis: 0, strong: 0 };
  const add = (kind: Span['kind'], from: number, to: number): void => {
    if (from < to) spans.push({ from, to, kind, emphasis: depth.emphasis % 2 === 1, strong: depth.strong > 0 });
  };
  let index = 0;
  for (const line of lines) {
    let at = line.from;
    for (let next = boundaries[index]; next && next.from < line.to; next = boundaries[(index += 1)]) {
      add('text', at, next.from);
      if (next.opens) depth[next.opens] += 1;
      add('mark', next.from, next.to);
      if (next.closes) depth[next.closes] -= 1;
      at = next.to;
    }
    add('text', at, line.to);
  }
  return spans;
}
