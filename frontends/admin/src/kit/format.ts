const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });
const dollarFormat = (digits: number) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
const dollars = dollarFormat(2);
const dollarsToFourDecimals = dollarFormat(4);
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const dateTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortMonth = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });
const startOfMonth = (text: string) => new Date(`${text}-01T00:00:00Z`);

/** @param value pounds, not pence */
export const formatPounds = (value: number): string => pounds.format(value);
/** @param value minor units of the currency, e.g. pence */
export const formatMinor = (value: number, currency: string): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(value / 100);
export const formatDollars = (value: number): string => dollars.format(value);
/** AI costs are stored to 4 decimals, so they are shown to 4 decimals. */
export const formatCost = (value: number): string => dollarsToFourDecimals.format(value);
export const formatDate = (iso: string): string => date.format(new Date(iso));
export const formatDateTime = (iso: string): string => dateTime.format(new Date(iso));
/** `2026-11` as November 2026. */
export const formatMonth = (text: string): string => month.format(startOfMonth(text));
export const formatShortMonth = (text: string): string => shortMonth.format(startOfMonth(text));
/** Shown in place of a missing value. */
export const emptyValue = '–';
