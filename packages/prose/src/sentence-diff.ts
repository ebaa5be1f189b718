import { diffArrays } from 'diff';
import { splitSentences } from './word-diff.ts';

/** A piece of a comparison: the same on both sides, or a changed stretch. All `before`s joined are the old text, all `after`s the new one. */
export interface SentencePart {
  readonly isChanged: boolean;
  readonly before: string;
  readonly after: string;
}

const MAX_EDITS = 1000;
/** Sentences on one side times sentences on the other that are paired one by one; beyond it they are one stretch. */
const MAX_PAIRS = 40_000;
/** Shared words of two sentences that count as one sentence changed. */
const ALIKE = 0.3;

/**
 * Compares two texts by whole sentences, so that each change can be taken or left. Bounded time.
 * @param language BCP 47; an unknown one falls back to English
 */
export function diffSentences(before: string, after: string, language = 'en'): SentencePart[] {
  const parts: SentencePart[] = [];
  for (const { isChanged, old, fresh } of joinHunks(compare(tokens(before, language), tokens(after, language)))) {
    if (!isChanged) parts.push({ isChanged, before: old.join(''), after: old.join('') });
    else for (const part of pairSentences(toSentences(old), toSentences(fresh))) parts.push(part);
  }
  return parts;
}

interface Run {
  isChanged: boolean;
  old: string[];
  fresh: string[];
}

/** Each sentence, and the space after it for itself: the last sentence of a text has none. */
const tokens = (text: string, language: string): string[] =>
  splitSentences(text, language).flatMap((sentence) => {
    const words = sentence.trimEnd();
    return [words, sentence.slice(words.length)].filter((token) => token !== '');
  });

function compare(old: string[], fresh: string[]): Run[] {
  const found = diffArrays(old, fresh, { maxEditLength: MAX_EDITS });
  if (!found) return [{ isChanged: true, old, fresh }];
  return found.map(({ value, added, removed }) => ({
    isChanged: added || removed,
    old: added ? [] : value,
    fresh: removed ? [] : value,
  }));
}

/** Changes with nothing but space between them are one: what lies between says nothing. */
function joinHunks(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  runs.forEach((run, index) => {
    const last = joined.at(-1);
    const isSpace =
      !run.isChanged && run.old.every((token) => token.trim() === '') && runs[index + 1]?.isChanged === true;
    if (last?.isChanged === true && (run.isChanged || isSpace)) {
      for (const token of run.old) last.old.push(token);
      for (const token of run.fresh) last.fresh.push(token);
    } else joined.push({ ...run, old: [...run.old], fresh: [...run.fresh] });
  });
  return joined;
}

/** Sentences with the space around them. */
function toSentences(list: readonly string[]): string[] {
  const sentences: string[] = [];
  let lead = '';
  for (const token of list) {
    if (token.trim() !== '') {
      sentences.push(lead + token);
      lead = '';
    } else if (sentences.length === 0) lead += token;
    else sentences[sentences.length - 1] += token;
  }
  return lead === '' ? sentences : [lead];
}

/** Pairs sentences that are alike, in their order; the others come or go for themselves. */
function pairSentences(old: readonly string[], fresh: readonly string[]): SentencePart[] {
  if (old.length * fresh.length > MAX_PAIRS) return [{ isChanged: true, before: old.join(''), after: fresh.join('') }];
  const [oldWords, freshWords] = [old.map(wordsOf), fresh.map(wordsOf)];
  const score = (i: number, j: number) => alike(oldWords[i] ?? [], freshWords[j] ?? []);
  // best[i][j]: the most that the sentences from i and j on have in common.
  const best = Array.from({ length: old.length + 1 }, () => new Float64Array(fresh.length + 1));
  const at = (i: number, j: number): number => best[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1)
      (best[i] as Float64Array)[j] = Math.max(at(i + 1, j), at(i, j + 1), score(i, j) + at(i + 1, j + 1));
  const parts: SentencePart[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    const isPair =
      i < old.length &&
      j < fresh.length &&
      (score(i, j) > 0 || (old.length === 1 && fresh.length === 1)) &&
      at(i, j) === score(i, j) + at(i + 1, j + 1);
    const takesOld = isPair || (i < old.length && (j >= fresh.length || at(i, j) === at(i + 1, j)));
    const takesFresh = isPair || !takesOld;
    parts.push({ isChanged: true, before: takesOld ? (old[i] ?? '') : '', after: takesFresh ? (fresh[j] ?? '') : '' });
    if (takesOld) i += 1;
    if (takesFresh) j += 1;
  }
  return parts;
}

const wordsOf = (sentence: string): string[] => sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** 0 to 1: the share of words that both have; too few count as none. */
function alike(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const known = new Set(a);
  const share = (2 * b.filter((word) => known.has(word)).length) / (a.length + b.length);
  return share < ALIKE ? 0 : Math.min(1, share);
}
