import type { BookProgress } from '@inkbear/contracts/books/progress';
import { shiftDate } from '@inkbear/contracts/books/writing-days';
import { formatNumber, longDate, shortDate } from '@inkbear/web-kit/format.ts';

type Day = BookProgress['days'][number];

/** The days up to and including `today`; days without words are zero. */
export function lastDays(days: readonly Day[], today: string, count: number): Day[] {
  const known = new Map(days.map((day) => [day.localDate, day]));
  return Array.from({ length: count }, (_, at) => {
    const localDate = shiftDate(today, at - count + 1);
    return known.get(localDate) ?? { localDate, typedWords: 0, otherWords: 0 };
  });
}

/** The local date of the browser. */
export const todayIn = (now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

/** One sentence with the expected finish date. */
export function finishSentence({
  remainingWords,
  wordsPerDay,
  finishDate,
}: Pick<BookProgress, 'remainingWords' | 'wordsPerDay' | 'finishDate'>): string {
  if (remainingWords === 0) return 'The book has reached its target.';
  if (wordsPerDay === 0)
    return `${formatNumber(remainingWords)} words to go. Write a little on two or three days, and we will show a finish date here.`;
  if (finishDate === null)
    return `${formatNumber(remainingWords)} words to go, at about ${formatNumber(wordsPerDay)} a day.`;
  return `At your current pace of about ${formatNumber(wordsPerDay)} words a day, you will finish the remaining ${formatNumber(remainingWords)} by ${longDate(finishDate, 'UTC')}.`;
}

/** The chart as text, for screen readers. */
export function chartText(days: readonly Day[]): string {
  const best = days.reduce<Day | null>((most, day) => (day.typedWords > (most?.typedWords ?? 0) ? day : most), null);
  if (best === null) return `No words typed in the last ${days.length} days.`;
  const active = days.filter(({ typedWords }) => typedWords > 0).length;
  return `Typed on ${active} of the last ${days.length} days. Most on ${shortDate(best.localDate, 'UTC')}: ${formatNumber(best.typedWords)} words.`;
}
