/**
 * A number field's text: undefined when it is empty; NaN, which the server refuses with its own text, when it is no
 * number.
 */
export const numberOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

/** Why a text is not a count, or undefined. Empty is none. */
export function countError(text: string, most: number): string | undefined {
  const value = numberOf(text);
  if (value === undefined || (Number.isInteger(value) && value >= 0 && value <= most)) return undefined;
  return `Please enter a whole number from 0 to ${most.toLocaleString('en-GB')}`;
}
