const number = new Intl.NumberFormat('en-GB');
const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });
const dollarsOf = (digits: number) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
const dollars2 = dollarsOf(2);
const dollars4 = dollarsOf(4);
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortMonth = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });
const startOf = (text: string) => new Date(`${text}-01T00:00:00Z`);

export const formatNumber = (value: number): string => number.format(value);
/** Pounds, not pence. */
export const formatPounds = (value: number): string => pounds.format(value);
/** Minor units of any currency. */
export const formatMinor = (value: number, currency: string): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(value / 100);
export const formatDollars = (value: number): string => dollars2.format(value);
/** As AI costs are kept: 4 decimals. */
export const formatCost = (value: number): string => dollars4.format(value);
export const formatDate = (iso: string): string => date.format(new Date(iso));
export const formatMoment = (iso: string): string => moment.format(new Date(iso));
/** `2026-11` as November 2026. */
export const formatMonth = (text: string): string => month.format(startOf(text));
export const formatShortMonth = (text: string): string => shortMonth.format(startOf(text));
/** What stands where there is nothing. */
export const nothing = '–';
