/** The months up to `now`, newest first, as `YYYY-MM` (UTC). */
export function recentMonths(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, back) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7));
}
