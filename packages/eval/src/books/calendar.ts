import type { Random } from '../random.ts';

const dayMs = 86_400_000;
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const months = 'January February March April May June July August September October November December'.split(' ');

/** The days on which a story happens: each chapter is one to three days after the one before. */
export class Calendar {
  readonly year: number;
  readonly #days: readonly number[];
  readonly #isAmerican: boolean;

  constructor(random: Random, chapterCount: number) {
    this.year = random.int(1850, 1935);
    this.#isAmerican = random.chance(0.4);
    const days: number[] = [];
    let day = Date.UTC(this.year, random.int(0, 5), random.int(1, 28));
    for (let at = 0; at < chapterCount; at += 1) {
      day += random.int(1, 3) * dayMs;
      days.push(day);
    }
    this.#days = days;
  }

  weekdayOf(chapter: number, later = 0): string {
    return weekdays[new Date((this.#days[chapter] ?? NaN) + later * dayMs).getUTCDay()] ?? '';
  }

  dateOf(chapter: number): string {
    const date = new Date(this.#days[chapter] ?? NaN);
    const [day, month, year] = [date.getUTCDate(), months[date.getUTCMonth()], date.getUTCFullYear()];
    return this.#isAmerican ? `${month} ${day}, ${year}` : `${day} ${month} ${year}`;
  }
}
