/** A calendar month in UTC; `end` is now for the current month. */
export interface Month {
  readonly month: string;
  readonly start: Date;
  readonly end: Date;
}

export const monthOf = (time: Date): string => time.toISOString().slice(0, 7);
export const startOfMonth = (time: Date): Date => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1));

/** The last `count` months, oldest first, ending with the current one. */
export function lastMonths(now: Date, count: number): Month[] {
  const at = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
  return Array.from({ length: count }, (_, index) => count - 1 - index).map((back) => ({
    month: monthOf(at(back)),
    start: at(back),
    end: back === 0 ? now : at(back - 1),
  }));
}
