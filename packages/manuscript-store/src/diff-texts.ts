import { diffToChanges, replaceRange } from '@inkbear/prose/changes';
import type { Changes } from './change.ts';

/** UTF-16 units of the longer text up to which words are compared: within 50 ms. Longer than any chapter that one would want to read. */
const comparedUnits = 150_000;

const isCompared = (before: string, after: string): boolean => Math.max(before.length, after.length) <= comparedUnits;

/** The changes between two texts. In long ones everything between the first and the last difference counts as replaced, which takes no longer than copying. */
export const diffTexts = (before: string, after: string): Changes =>
  isCompared(before, after) ? diffToChanges(before, after) : replaceRange(before.length, findMiddle(before, after));

/** The same as it is stored, without a change set in between: that takes long when a text has very many lines. */
export function diffToStored(before: string, after: string): string {
  if (isCompared(before, after)) return JSON.stringify(diffToChanges(before, after));
  const { from, to, insert } = findMiddle(before, after);
  const kept = (length: number) => (length > 0 ? [length] : []);
  return JSON.stringify([...kept(from), [to - from, ...insert.split('\n')], ...kept(before.length - to)]);
}

/** What stands between the first and the last difference, and what takes its place; no character is cut in half. */
function findMiddle(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  if (start > 0 && isHighSurrogate(before.charCodeAt(start - 1))) start -= 1;
  let end = 0;
  while (end < shorter - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end += 1;
  if (end > 0 && isLowSurrogate(before.charCodeAt(before.length - end))) end -= 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
