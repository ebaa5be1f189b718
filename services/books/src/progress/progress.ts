import type { OriginDelta } from '@inkbear/prose/origins';

/** Words of a chapter that were written and not yet reported; kept in the chapter's row, so one save writes both. */
export interface Progress {
  /** Reports so far; part of the next report's natural key. */
  sent: number;
  lastAt: Date | null;
  pending: WordsOfDay[];
}

export interface WordsOfDay {
  /** The author's own date, e.g. `2026-11-21`. */
  localDate: string;
  typedWords: number;
  otherWords: number;
}

export const noProgress: Progress = { sent: 0, lastAt: null, pending: [] };
const everyMs = 5000;

/** Net words: what was removed counts first against what was pasted or made by AI in the same save, the rest against typing. */
export function netWords({ typed, pasted, ai, imported, removed }: OriginDelta): { typedWords: number; otherWords: number } {
  const other = pasted + ai + imported;
  const againstOther = Math.min(other, removed);
  return { typedWords: typed - (removed - againstOther), otherWords: other - againstOther };
}

export function addWords(progress: Progress, words: WordsOfDay): Progress {
  if (words.typedWords === 0 && words.otherWords === 0) return progress;
  const known = progress.pending.find(({ localDate }) => localDate === words.localDate);
  if (!known) return { ...progress, pending: [...progress.pending, words] };
  const sum = { localDate: words.localDate, typedWords: known.typedWords + words.typedWords, otherWords: known.otherWords + words.otherWords };
  return { ...progress, pending: progress.pending.map((entry) => (entry === known ? sum : entry)) };
}

/** The oldest day's words when 5 s have passed since the last report, and what is left after reporting them. */
export function takeDue(progress: Progress, now: Date): { progress: Progress; report: WordsOfDay | null } {
  const [report, ...pending] = progress.pending;
  const waited = progress.lastAt === null ? everyMs : Math.abs(now.getTime() - progress.lastAt.getTime());
  if (!report || waited < everyMs) return { progress, report: null };
  return { progress: { sent: progress.sent + 1, lastAt: now, pending }, report };
}

/** When the pending words must be reported at the latest; null when there are none. */
export const dueAt = ({ pending, lastAt }: Progress): Date | null => (pending.length === 0 ? null : new Date((lastAt?.getTime() ?? 0) + everyMs));

const formats = new Map<string, Intl.DateTimeFormat>();
/** `2026-11-21` in the zone; zones are canonical names, so there are only some hundred formats to keep. */
export function localDateIn(timeZone: string, now: Date): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, format);
  return format.format(now);
}
