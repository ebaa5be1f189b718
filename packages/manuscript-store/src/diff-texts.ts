import { diffToChanges, replaceRanges, type TextChanges } from '@inkbear/prose/changes';

/**
 * The longest text, in UTF-16 units, that is compared by words, which takes at most 50 ms. Usual chapters are much
 * shorter.
 */
const maxDiffUnits = 150_000;

const canDiffWords = (before: string, after: string): boolean => Math.max(before.length, after.length) <= maxDiffUnits;

/**
 * The changes between two texts, by words. In long texts, everything between the first and the last difference is
 * replaced, which is as fast as copying the text.
 */
export const diffTexts = (before: string, after: string): TextChanges =>
  canDiffWords(before, after)
    ? diffToChanges(before, after)
    : replaceRanges(before.length, [findChangedRange(before, after)]);

/** The range between the first and the last difference and its replacement. Never splits a surrogate pair. */
function findChangedRange(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  if (start > 0 && isHighSurrogate(before.charCodeAt(start - 1))) start -= 1;
  let end = 0;
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end += 1;
  if (end > 0 && isLowSurrogate(before.charCodeAt(before.length - end))) end -= 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
