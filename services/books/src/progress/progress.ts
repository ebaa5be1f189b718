import type { OriginDelta } from '@inkbear/prose/origins';

export interface WordsOfDay {
  /** The date in the author's time zone, e.g. `2026-11-21`. */
  localDate: string;
  typedWords: number;
  otherWords: number;
}

/**
 * Which of a chapter's written words have been reported. Only the report job writes it, so it never conflicts with
 * saves.
 */
export interface Reported {
  /** Number of reports so far; part of a report's natural key. */
  sent: number;
  lastAt: Date | null;
  words: WordsOfDay[];
}

export const neverReported: Reported = { sent: 0, lastAt: null, words: [] };
export const reportIntervalMs = 5000;

/**
 * Net words of a save. Removed words that were pasted or generated reduce only `otherWords`, so undoing an AI insertion
 * does not reduce typed words. Removed typed words are subtracted first from what was pasted or generated in the same
 * save, then from typed words.
 */
export function netWords({ typed, pasted, ai, imported, removed, removedNotTyped }: OriginDelta): {
  typedWords: number;
  otherWords: number;
} {
  const other = pasted + ai + imported;
  const removedTyped = removed - removedNotTyped;
  const againstOther = Math.min(Math.max(0, other - removedNotTyped), removedTyped);
  return { typedWords: typed - (removedTyped - againstOther), otherWords: other - againstOther - removedNotTyped };
}

export function addWords(written: WordsOfDay[], words: WordsOfDay): WordsOfDay[] {
  if (words.typedWords === 0 && words.otherWords === 0) return written;
  const known = written.find(({ localDate }) => localDate === words.localDate);
  if (!known) return [...written, words];
  const sum = {
    localDate: words.localDate,
    typedWords: known.typedWords + words.typedWords,
    otherWords: known.otherWords + words.otherWords,
  };
  return written.map((entry) => (entry === known ? sum : entry));
}

/** The words that are not reported yet, by day, oldest first. */
export function unreported(written: readonly WordsOfDay[], reported: readonly WordsOfDay[]): WordsOfDay[] {
  const remaining = written.map(({ localDate, typedWords, otherWords }) => {
    const known = reported.find((entry) => entry.localDate === localDate);
    return {
      localDate,
      typedWords: typedWords - (known?.typedWords ?? 0),
      otherWords: otherWords - (known?.otherWords ?? 0),
    };
  });
  return remaining.filter(({ typedWords, otherWords }) => typedWords !== 0 || otherWords !== 0);
}

/** The next report (the oldest unreported day), if 5 s have passed since the last one, and `reported` after it. */
export function nextReport(
  written: readonly WordsOfDay[],
  reported: Reported,
  now: Date,
): { reported: Reported; report: WordsOfDay | null } {
  const [report] = unreported(written, reported.words);
  const sinceLastMs = reported.lastAt === null ? reportIntervalMs : Math.abs(now.getTime() - reported.lastAt.getTime());
  if (!report || sinceLastMs < reportIntervalMs) return { reported, report: null };
  return { reported: { sent: reported.sent + 1, lastAt: now, words: addWords(reported.words, report) }, report };
}
