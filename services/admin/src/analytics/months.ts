/** A calendar month in UTC; `cut` is its end, or now for the present one. */
export interface Month {
  readonly month: string;
  readonly start: Date;
  readonly cut: Date;
}

export const monthOf = (time: Date): string => time.toISOString().slice(0, 7);
export const startOfMonth = (time: Date): Date => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1));

/** The last so many months, oldest first, the present one last. */
export function lastMonths(now: Date, count: number): Month[] {
  const at = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
  return Array.from({ length: count }, (_, index) => count - 1 - index).map((back) => ({
    month: monthOf(at(back)),
    start: at(back),
    cut: back === 0 ? now : at(back - 1),
  }));
}
