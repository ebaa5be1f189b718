// Numbers, money and times as every page writes them.

const locale = 'en-GB';

type Time = string | number | Date;
/**
 * The default is the author's time zone. UTC is for calendar days (`2026-11-12`), which have none, and for the resets of
 * limits, which are at midnight UTC.
 */
type Zone = 'UTC';

/** `12,345`. */
export const formatNumber = (value: number): string => value.toLocaleString(locale);

/** `1200` → `£12`, `1250` → `£12.50`; minor units. */
export const money = (minor: number): string =>
  `£${minor % 100 === 0 ? formatNumber(minor / 100) : (minor / 100).toFixed(2)}`;

/** `12 November 2026`. */
export const longDate = (time: Time, timeZone?: Zone): string =>
  new Date(time).toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone });

/** `12 November`. */
export const dayAndMonth = (time: Time, timeZone?: Zone): string =>
  new Date(time).toLocaleDateString(locale, { day: 'numeric', month: 'long', timeZone });

/** `12 Nov`. */
export const shortDate = (time: Time, timeZone?: Zone): string =>
  new Date(time).toLocaleDateString(locale, { day: 'numeric', month: 'short', timeZone });

/** `14:05`. */
export const clockTime = (time: Time): string =>
  new Date(time).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });

/** `12 Nov, 14:05`. */
export const shortDateTime = (time: Time): string =>
  new Date(time).toLocaleString(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
