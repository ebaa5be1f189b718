/** A calendar month in UTC. The current month ends now. */
export interface Month {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly start: Date;
  readonly end: Date;
}

/** `YYYY-MM` in UTC. */
export const monthOf = (time: Date): string => time.toISOString().slice(0, 7);
export const startOfMonth = (time: Date): Date => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1));

/** The last `count` months, oldest first, ending with the current one. */
export function lastMonths(now: Date, count: number): Month[] {
  const monthStart = (monthsBack: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsBack, 1));
  return Array.from({ length: count }, (_, index) => count - 1 - index).map((monthsBack) => ({
    month: monthOf(monthStart(monthsBack)),
    start: monthStart(monthsBack),
    end: monthsBack === 0 ? now : monthStart(monthsBack - 1),
  }));
}
