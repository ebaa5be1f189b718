import { diffToChanges, replaceRange, type TextChanges } from '@inkbear/prose/changes';

/** UTF-16 units of the longer text up to which words are compared: within 50 ms. Longer than any chapter that one would want to read. */
const comparedUnits = 150_000;

const isCompared = (before: string, after: string): boolean => Math.max(before.length, after.length) <= comparedUnits;

/** The changes between two texts. In long ones everything between the first and the last difference counts as replaced, which takes no longer than copying. */
export const diffTexts = (before: string, after: string): TextChanges =>
  isCompared(before, after) ? diffToChanges(before, after) : replaceRange(before.length, findMiddle(before, after));

/** What stands between the first and the last difference, and what takes its place; no character is cut in half. */
function findMiddle(before: string, after: string): { from: number; to: number; insert: string } {
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
