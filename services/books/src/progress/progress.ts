import type { OriginDelta } from '@inkbear/prose/origins';

export interface WordsOfDay {
  /** The author's own date, e.g. `2026-11-21`. */
  localDate: string;
  typedWords: number;
  otherWords: number;
}

/** What of a chapter's written words has been reported. Only reporting writes it, so it and saving never wait for each other. */
export interface Reported {
  /** Reports so far; part of the next report's natural key. */
  sent: number;
  lastAt: Date | null;
  words: WordsOfDay[];
}

export const nothingReported: Reported = { sent: 0, lastAt: null, words: [] };
export const reportEveryMs = 5000;

/**
 * Net words. Removed words that had been pasted or made by AI count against such words alone, so undoing an AI insertion leaves what was
 * typed; removed typed words count first against what was pasted or made by AI in the same save, the rest against typing.
 */
export function netWords({ typed, pasted, ai, imported, removed, removedOther }: OriginDelta): {
  typedWords: number;
  otherWords: number;
} {
  const other = pasted + ai + imported;
  const removedTyped = removed - removedOther;
  const againstOther = Math.min(Math.max(0, other - removedOther), removedTyped);
  return { typedWords: typed - (removedTyped - againstOther), otherWords: other - againstOther - removedOther };
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

/** The words that were written and not yet reported, by day, oldest first. */
export function unreported(written: readonly WordsOfDay[], reported: readonly WordsOfDay[]): WordsOfDay[] {
  const left = written.map(({ localDate, typedWords, otherWords }) => {
    const known = reported.find((entry) => entry.localDate === localDate);
    return {
      localDate,
      typedWords: typedWords - (known?.typedWords ?? 0),
      otherWords: otherWords - (known?.otherWords ?? 0),
    };
  });
  return left.filter(({ typedWords, otherWords }) => typedWords !== 0 || otherWords !== 0);
}

/** The oldest day's words when 5 s have passed since the last report, and what has been reported then. */
export function takeDue(
  written: readonly WordsOfDay[],
  reported: Reported,
  now: Date,
): { reported: Reported; report: WordsOfDay | null } {
  const [report] = unreported(written, reported.words);
  const waited = reported.lastAt === null ? reportEveryMs : Math.abs(now.getTime() - reported.lastAt.getTime());
  if (!report || waited < reportEveryMs) return { reported, report: null };
  return { reported: { sent: reported.sent + 1, lastAt: now, words: addWords(reported.words, report) }, report };
}

const formats = new Map<string, Intl.DateTimeFormat>();
const latest = new Map<string, { quarter: number; localDate: string }>();
const quarterMs = 15 * 60_000;

/** `2026-11-21` in the zone. Every zone is some quarters of an hour away from UTC, so within a quarter the date is asked for once. Zones are canonical names: there are only some hundred to keep. */
export function localDateIn(timeZone: string, now: Date): string {
  const quarter = Math.floor(now.getTime() / quarterMs);
  const known = latest.get(timeZone);
  if (known?.quarter === quarter) return known.localDate;
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, format);
  const localDate = format.format(now);
  latest.set(timeZone, { quarter, localDate });
  return localDate;
}
