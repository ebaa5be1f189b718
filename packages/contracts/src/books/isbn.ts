import { z } from 'zod';

const refusal = 'Please enter the 13 digits of an ISBN, such as 978-0-306-40615-7';
/** 13 digits with a separator between any two of them. */
const maxLength = 25;

/** The digits of an ISBN without separators. */
export const isbnDigits = (value: string): string => value.replaceAll('-', '');

/**
 * An ISBN-13 as the author typed it, with hyphens; '' for none. Spaces and other dashes become hyphens. The prefix and
 * the check digit are validated.
 */
export const isbn = z
  .string()
  .trim()
  .max(maxLength, { error: refusal, abort: true })
  .overwrite((value) => value.replaceAll(/[\s\u2010-\u2015]/g, '-'))
  .refine((value) => value === '' || isIsbn(value), refusal);

function isIsbn(value: string): boolean {
  if (!/^\d(?:-?\d){12}$/.test(value)) return false;
  const digits = isbnDigits(value);
  if (!digits.startsWith('978') && !digits.startsWith('979')) return false;
  // Weights 1 and 3 alternate; with the check digit the sum is a multiple of 10.
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
