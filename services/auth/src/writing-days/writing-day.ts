/** Words an author typed on one local date. */
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
const shift = (date: string, days: number): string => new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
/** Monday is the first day of a week. */
const startOfWeek = (date: string): string => shift(date, -((new Date(date).getUTCDay() + 6) % 7));

export const localDate = (now: Date, timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

/** The run of writing days that reaches today or yesterday, and the words of today and of this week. Days may come in any order. */
export function writingStats(days: readonly WritingDay[], today: string): WritingStats {
  const typed = new Map(days.filter((day) => day.typedWords > 0).map((day) => [day.date, day.typedWords]));
  let streakDays = 0;
  for (let date = typed.has(today) ? today : shift(today, -1); typed.has(date); date = shift(date, -1)) streakDays += 1;
  const monday = startOfWeek(today);
  const wordsThisWeek = [...typed].filter(([date]) => date >= monday && date <= today).reduce((sum, [, words]) => sum + words, 0);
  return { streakDays, wordsToday: typed.get(today) ?? 0, wordsThisWeek };
}
