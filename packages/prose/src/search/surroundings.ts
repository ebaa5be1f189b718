import type { Hit } from './find-hits.ts';

/** A hit and the sentence around it. Long sentences are cut between words. */
export interface HitContext {
  readonly before: string;
  readonly hit: string;
  readonly after: string;
}

const endOfSentence = /[.!?…]["'’”)]*\s/g;

/** Finds the sentence around a hit. @param maxUnits maximum UTF-16 units on each side */
export function surroundingsOf(text: string, { from, to }: Hit, maxUnits = 70): HitContext {
  const left = text.slice(Math.max(0, from - maxUnits), from);
  const right = text.slice(to, to + maxUnits);
  const before = left.slice(Math.max(left.lastIndexOf('\n') + 1, lastEnd(left)));
  const stop = Math.min(...[right.indexOf('\n'), firstEnd(right)].filter((at) => at !== -1), right.length);
  const after = right.slice(0, stop);
  return {
    before: before.length === left.length && from > maxUnits ? `…${before.replace(/^\S*\s/, '')}` : before.trimStart(),
    hit: text.slice(from, to),
    after: stop === right.length && to + maxUnits < text.length ? `${after.replace(/\s\S*$/, '')}…` : after.trimEnd(),
  };
}

function lastEnd(text: string): number {
  let end = 0;
  for (const { 0: found, index } of text.matchAll(endOfSentence)) end = index + found.length;
  return end;
}

function firstEnd(text: string): number {
  const [first] = text.matchAll(endOfSentence);
  return first === undefined ? -1 : first.index + first[0].length;
}
