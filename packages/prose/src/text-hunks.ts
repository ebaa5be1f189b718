import { diffArrays } from 'diff';

/** One replaced range: `[from, to)` of the old text becomes `[fromB, toB)` of the new one (UTF-16 units). */
export interface TextHunk {
  from: number;
  to: number;
  fromB: number;
  toB: number;
}

const paragraphTokens = /[^\n]+\n?|\n/g;
const wordTokens = /[\p{L}\p{N}\p{M}_'’]+|\n|[^\S\n]+|[^]/gu;
const maxEdits = 1000;
/** The maximum number of inner diff steps of one call, which take about 0.2 s. */
const stepBudget = 1_500_000;

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

const splitsPair = (text: string, at: number): boolean =>
  at > 0 && at < text.length && isHighSurrogate(text.charCodeAt(at - 1)) && isLowSurrogate(text.charCodeAt(at));

/** Removes the common prefix and suffix of a hunk, without splitting a surrogate pair. */
export const trimHunk = (before: string, after: string, hunk: TextHunk): TextHunk => {
  let { from, to, fromB, toB } = hunk;
  while (from < to && fromB < toB && before.charCodeAt(from) === after.charCodeAt(fromB)) {
    from += 1;
    fromB += 1;
  }
  while (from > hunk.from && (splitsPair(before, from) || splitsPair(after, fromB))) {
    from -= 1;
    fromB -= 1;
  }
  const [start, startB] = [from, fromB];
  while (to > start && toB > startB && before.charCodeAt(to - 1) === after.charCodeAt(toB - 1)) {
    to -= 1;
    toB -= 1;
  }
  while (to < hunk.to && (splitsPair(before, to) || splitsPair(after, toB))) {
    to += 1;
    toB += 1;
  }
  return { from, to, fromB, toB };
};

/** The diff steps that remain. */
interface Budget {
  steps: number;
}

/** Splits a hunk into smaller ones by comparing its tokens. Returns the hunk itself if the differences are too many. */
const diffTokens = (before: string, after: string, hunk: TextHunk, pattern: RegExp, budget: Budget): TextHunk[] => {
  const limit = Math.min(maxEdits, Math.floor(Math.sqrt(budget.steps)));
  const old = before.slice(hunk.from, hunk.to).match(pattern) ?? [];
  const fresh = after.slice(hunk.fromB, hunk.toB).match(pattern) ?? [];
  if (limit < 2 || old.length === 0 || fresh.length === 0) return [hunk];
  const parts = diffArrays(old, fresh, { maxEditLength: limit });
  if (!parts) {
    budget.steps -= limit * limit;
    return [hunk];
  }
  const hunks: TextHunk[] = [];
  let [from, fromB, edits] = [hunk.from, hunk.fromB, 0];
  let openHunk: TextHunk | undefined;
  for (const part of parts) {
    let length = 0;
    for (const token of part.value) length += token.length;
    if (!part.added && !part.removed) {
      from += length;
      fromB += length;
      openHunk = undefined;
      continue;
    }
    if (!openHunk) hunks.push((openHunk = { from, to: from, fromB, toB: fromB }));
    if (part.added) openHunk.toB = fromB += length;
    else openHunk.to = from += length;
    edits += part.value.length;
  }
  budget.steps -= edits * edits;
  return hunks;
};

const wordCharacter = /[\p{L}\p{N}\p{M}_'’\ud800-\udfff]/u;

/** Widens a trimmed hunk to word boundaries. The text around a trimmed hunk is equal on both sides. */
const widenToWords = (before: string, hunk: TextHunk, whole: TextHunk): TextHunk => {
  const inWord = (at: number): boolean => wordCharacter.test(before.charAt(at));
  let { from, to, fromB, toB } = hunk;
  while (from > whole.from && inWord(from - 1)) {
    from -= 1;
    fromB -= 1;
  }
  while (to < whole.to && inWord(to)) {
    to += 1;
    toB += 1;
  }
  return { from, to, fromB, toB };
};

/**
 * The differences of two texts as hunks in order, which are aligned at words. Paragraphs are compared first, then the
 * words in them. Ranges that differ too much become one hunk. The limit is a number of steps and not a time, so the result
 * is the same on every machine.
 */
export const findHunks = (before: string, after: string): TextHunk[] => {
  if (before === after) return [];
  const whole = { from: 0, to: before.length, fromB: 0, toB: after.length };
  const middle = widenToWords(before, trimHunk(before, after, whole), whole);
  const budget = { steps: stepBudget };
  const paragraphs = diffTokens(before, after, middle, paragraphTokens, budget);
  return paragraphs.flatMap((hunk) => diffTokens(before, after, hunk, wordTokens, budget));
};
