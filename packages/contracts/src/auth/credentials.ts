import { z } from 'zod';
import { body, email, line } from '../fields.ts';

const tooShort = 'Password must be at least 6 characters';
const hasNul = 'Password must not contain NUL characters';
const tooLong = 'Password must be at most 72 bytes long';
const utf8Bytes = (text: string) => new TextEncoder().encode(text).length;

/** A password at sign-in: only its length is validated (specification, part 1 section 5). */
const signInPassword = z.string(tooShort).min(6, tooShort).max(1024, tooLong);
/** A new password. The auth service also refuses the 3,000 most common ones. */
export const newPassword = z
  .string(tooShort)
  .min(6, tooShort)
  .refine((value) => utf8Bytes(value) <= 72, tooLong)
  .refine((value) => !value.includes('\0'), hasNul);
/** The message for a common password. */
export const commonPasswordText = 'This password is too easy to guess. Please choose another one';

export const firstName = z
  .string('First name is required')
  .trim()
  .min(1, 'First name is required')
  .max(100, 'Please use at most 100 characters');
export const lastName = z
  .string('Last name is required')
  .trim()
  .min(1, 'Last name is required')
  .max(100, 'Please use at most 100 characters');

export const loginBody = body({ email, password: signInPassword });
export const registerBody = body({
  email,
  password: newPassword,
  firstName,
  lastName,
  referralCode: line(64).optional(),
});
