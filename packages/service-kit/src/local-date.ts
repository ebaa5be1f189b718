const formats = new Map<string, Intl.DateTimeFormat>();
const cachedDates = new Map<string, { quarter: number; localDate: string }>();
const quarterMs = 15 * 60_000;

/**
 * The date in the time zone, e.g. `2026-11-21`. Cached per zone and quarter of an hour, because the offset of every
 * zone is a multiple of 15 minutes. Zone names are canonical, so the cache has some hundred entries at most.
 */
export function localDateIn(timeZone: string, now: Date): string {
  const quarter = Math.floor(now.getTime() / quarterMs);
  const known = cachedDates.get(timeZone);
  if (known?.quarter === quarter) return known.localDate;
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, format);
  const localDate = format.format(now);
  cachedDates.set(timeZone, { quarter, localDate });
  return localDate;
}
