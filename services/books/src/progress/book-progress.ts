import type { BookProgress } from '@inkbear/contracts/books/progress';
import { shiftDate, writingStats } from '@inkbear/contracts/books/writing-days';
import type { WordsOfDay } from './progress.ts';

const maxListedDays = 60;
const paceDays = 14;
/** A longer forecast would be meaningless, so there is no finish date. */
const maxForecastDays = 3650;
const dayMs = 86_400_000;

/** Statistics of a book's writing days, as of the author's local date `today`. */
export function bookProgressOf(
  written: readonly WordsOfDay[],
  { today, targetWords, writtenWords }: { today: string; targetWords: number; writtenWords: number },
): BookProgress {
  const days = written
    .filter(({ typedWords, otherWords }) => typedWords !== 0 || otherWords !== 0)
    .toSorted((a, b) => a.localDate.localeCompare(b.localDate));
  const stats = writingStats(
    days.map(({ localDate: date, typedWords }) => ({ date, typedWords })),
    today,
  );
  const wordsPerDay = paceOf(days, today);
  const remainingWords = Math.max(0, targetWords - writtenWords);
  return {
    days: days.filter(({ localDate }) => localDate > shiftDate(today, -maxListedDays)),
    ...stats,
    wordsPerDay,
    remainingWords,
    finishDate: finishDateOf(remainingWords, wordsPerDay, today),
  };
}

/** Words per day over 14 days. For a book that is younger, only the days since its first one count. */
function paceOf(days: readonly WordsOfDay[], today: string): number {
  const recent = days.filter(({ localDate }) => localDate > shiftDate(today, -paceDays) && localDate <= today);
  const isNew = recent.length === days.length;
  const [first] = recent;
  if (!first) return 0;
  const length = isNew ? (Date.parse(today) - Date.parse(first.localDate)) / dayMs + 1 : paceDays;
  return Math.max(0, Math.round(recent.reduce((sum, { typedWords }) => sum + typedWords, 0) / length));
}

function finishDateOf(remainingWords: number, wordsPerDay: number, today: string): string | null {
  if (remainingWords === 0 || wordsPerDay === 0) return null;
  const days = Math.ceil(remainingWords / wordsPerDay);
  return days > maxForecastDays ? null : shiftDate(today, days);
}
