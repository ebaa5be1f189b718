import type { BookProgress } from '@inkbear/contracts/books/progress';
import { shiftDate, writingStats } from '@inkbear/contracts/books/writing-days';
import type { WordsOfDay } from './progress.ts';

const shownDays = 60;
const paceDays = 14;
/** A pace that needs longer says nothing about a date. */
const longestDays = 3650;
const dayMs = 86_400_000;

/** What the written days of a book say, on this date of the author's. Days in any order. */
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
    days: days.filter(({ localDate }) => localDate > shiftDate(today, -shownDays)),
    ...stats,
    wordsPerDay,
    remainingWords,
    finishDate: finishDateOf(remainingWords, wordsPerDay, today),
  };
}

/** A book begun four days ago is not slowed down by the ten days before it. */
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
  return days > longestDays ? null : shiftDate(today, days);
}
