/** Words that an author typed on one local date, e.g. `2026-11-21`. */
export interface WritingDay {
  date: string;
  typedWords: number;
}
export interface WritingStats {
  streakDays: number;
  wordsToday: number;
  wordsThisWeek: number;
}

const dayMs = 86_400_000;
/** The date that is `days` later, or earlier if `days` is negative. */
export const shiftDate = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
/** Monday is the first day of a week. */
const startOfWeek = (date: string): string => shiftDate(date, -((new Date(date).getUTCDay() + 6) % 7));

/**
 * Streak and word totals, of the account and of one book. The streak is the run of writing days that ends today or
 * yesterday. Days may be in any order.
 */
export function writingStats(days: readonly WritingDay[], today: string): WritingStats {
  const typed = new Map(days.filter((day) => day.typedWords > 0).map((day) => [day.date, day.typedWords]));
  let streakDays = 0;
  for (let date = typed.has(today) ? today : shiftDate(today, -1); typed.has(date); date = shiftDate(date, -1))
    streakDays += 1;
  const monday = startOfWeek(today);
  const wordsThisWeek = [...typed]
    .filter(([date]) => date >= monday && date <= today)
    .reduce((sum, [, words]) => sum + words, 0);
  return { streakDays, wordsToday: typed.get(today) ?? 0, wordsThisWeek };
}
