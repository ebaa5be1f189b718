import { formatNumber } from '@inkbear/web-kit/format.ts';

/** The number in a field: undefined when it is empty, NaN when its text is not a number. */
export const parseNumber = (text: string | null): number | undefined =>
  text === null || text.trim() === '' ? undefined : Number(text);

/** The error for a text that is not a whole number from 0 to `max`; undefined when it is one, or empty. */
export function countError(text: string | null, max: number): string | undefined {
  const value = parseNumber(text);
  if (value === undefined || (Number.isInteger(value) && value >= 0 && value <= max)) return undefined;
  return `Please enter a whole number from 0 to ${formatNumber(max)}`;
}
