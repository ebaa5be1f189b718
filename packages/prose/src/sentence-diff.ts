import { diffArrays } from 'diff';
import { splitSentences } from './word-diff.ts';

/** A part of a comparison. The old text consists of `before` of all parts in order, the new text of `after`. */
export interface SentencePart {
  readonly isChanged: boolean;
  readonly before: string;
  readonly after: string;
}

const maxEdits = 1000;
/** The maximum size of the similarity table. The sentences of a larger change are not paired; it becomes one part. */
const maxPairs = 40_000;
/** The minimum share of common words at which two sentences are regarded as one changed sentence. */
const minSimilarity = 0.3;

/**
 * Compares two texts by whole sentences, so that each change can be accepted or rejected. Takes bounded time.
 * @param language a BCP 47 tag; English is used for an unknown one
 */
export function diffSentences(before: string, after: string, language = 'en'): SentencePart[] {
  const parts: SentencePart[] = [];
  for (const { isChanged, old, fresh } of mergeNearbyHunks(
    compare(tokens(before, language), tokens(after, language)),
  )) {
    if (!isChanged) parts.push({ isChanged, before: old.join(''), after: old.join('') });
    else for (const part of pairSentences(toSentences(old), toSentences(fresh))) parts.push(part);
  }
  return parts;
}

interface DiffRun {
  isChanged: boolean;
  old: string[];
  fresh: string[];
}

/**
 * Splits a text into sentences and the space between them. They are separate tokens, because the last sentence has no
 * space after it.
 */
const tokens = (text: string, language: string): string[] =>
  splitSentences(text, language).flatMap((sentence) => {
    const words = sentence.trimEnd();
    return [words, sentence.slice(words.length)].filter((token) => token !== '');
  });

function compare(old: string[], fresh: string[]): DiffRun[] {
  const runs = diffArrays(old, fresh, { maxEditLength: maxEdits });
  if (!runs) return [{ isChanged: true, old, fresh }];
  return runs.map(({ value, added, removed }) => ({
    isChanged: added || removed,
    old: added ? [] : value,
    fresh: removed ? [] : value,
  }));
}

/** Merges changes that have only space between them. */
function mergeNearbyHunks(runs: readonly DiffRun[]): DiffRun[] {
  const merged: DiffRun[] = [];
  runs.forEach((run, index) => {
    const last = merged.at(-1);
    const isSpace =
      !run.isChanged && run.old.every((token) => token.trim() === '') && runs[index + 1]?.isChanged === true;
    if (last?.isChanged === true && (run.isChanged || isSpace)) {
      for (const token of run.old) last.old.push(token);
      for (const token of run.fresh) last.fresh.push(token);
    } else merged.push({ ...run, old: [...run.old], fresh: [...run.fresh] });
  });
  return merged;
}

/** Joins tokens to sentences that include the space around them. */
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

/** Pairs similar sentences in their order; the others are additions or deletions. */
function pairSentences(old: readonly string[], fresh: readonly string[]): SentencePart[] {
  if (old.length * fresh.length > maxPairs) return [{ isChanged: true, before: old.join(''), after: fresh.join('') }];
  const table = new SimilarityTable(old, fresh);
  const parts: SentencePart[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    const isPair = table.isPair(i, j);
    const hasOld = isPair || table.isDeleted(i, j);
    const hasFresh = isPair || !hasOld;
    parts.push({ isChanged: true, before: hasOld ? (old[i] ?? '') : '', after: hasFresh ? (fresh[j] ?? '') : '' });
    if (hasOld) i += 1;
    if (hasFresh) j += 1;
  }
  return parts;
}

/** The best alignment of two lists of sentences, by dynamic programming over their similarities. */
class SimilarityTable {
  readonly #old: string[][];
  readonly #fresh: string[][];
  /** `#best[i][j]`: the greatest total similarity of the sentences from `i` and `j` on. */
  readonly #best: readonly Float64Array[];

  constructor(old: readonly string[], fresh: readonly string[]) {
    this.#old = old.map(wordsOf);
    this.#fresh = fresh.map(wordsOf);
    this.#best = Array.from({ length: old.length + 1 }, () => new Float64Array(fresh.length + 1));
    for (let i = old.length - 1; i >= 0; i -= 1)
      for (let j = fresh.length - 1; j >= 0; j -= 1)
        (this.#best[i] as Float64Array)[j] = Math.max(
          this.#at(i + 1, j),
          this.#at(i, j + 1),
          this.#score(i, j) + this.#at(i + 1, j + 1),
        );
  }

  /** Whether the sentences `i` and `j` are one changed sentence. A single sentence on each side always is. */
  isPair(i: number, j: number): boolean {
    if (i >= this.#old.length || j >= this.#fresh.length) return false;
    const score = this.#score(i, j);
    const isOnlyPair = this.#old.length === 1 && this.#fresh.length === 1;
    return (score > 0 || isOnlyPair) && this.#at(i, j) === score + this.#at(i + 1, j + 1);
  }

  /** Whether the old sentence `i` was deleted, provided that `i` and `j` are not a pair. */
  isDeleted(i: number, j: number): boolean {
    return i < this.#old.length && (j >= this.#fresh.length || this.#at(i, j) === this.#at(i + 1, j));
  }

  #score(i: number, j: number): number {
    return similarity(this.#old[i] ?? [], this.#fresh[j] ?? []);
  }

  #at(i: number, j: number): number {
    return this.#best[i]?.[j] ?? 0;
  }
}

const wordsOf = (sentence: string): string[] => sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The share of common words, 0 to 1; 0 when it is below `minSimilarity`. */
function similarity(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const wordsOfA = new Set(a);
  const share = (2 * b.filter((word) => wordsOfA.has(word)).length) / (a.length + b.length);
  return share < minSimilarity ? 0 : Math.min(1, share);
}
