import { describe, expect, it } from '@jest/globals';
import { completesEmailChange, decideEmailChange } from './user.ts';

const [first, second, third] = ['first@example.com', 'second@example.com', 'third@example.com'];

describe('a change of the address', () => {
  it.each([
    ['keeps the old address', { email: first }, second, { email: second, previousEmail: first, released: null }],
    [
      'keeps the old address of an account that was changed before',
      { email: first, previousEmail: null },
      second,
      { email: second, previousEmail: first, released: null },
    ],
    [
      'replaces an address that has not signed in yet, and keeps the one before it',
      { email: second, previousEmail: first },
      third,
      { email: third, previousEmail: first, released: second },
    ],
    [
      'back to the previous address releases the newest one',
      { email: second, previousEmail: first },
      first,
      { email: first, previousEmail: null, released: second },
    ],
    ['to the same address is none', { email: first }, first, null],
    ['to an address that has not signed in yet is none', { email: second, previousEmail: first }, second, null],
  ])('%s', (_what, emails, next, change) => {
    expect(decideEmailChange(emails, next)).toEqual(change);
  });

  it.each([
    ['the newest address', second, { email: second, previousEmail: first }, true],
    ['the previous address', first, { email: second, previousEmail: first }, false],
    ['the only address', first, { email: first, previousEmail: null }, false],
    ['the only address of an account of an earlier release', first, { email: first }, false],
  ])('and a sign-in with %s', (_what, signedInWith, emails, isCompleted) => {
    expect(completesEmailChange(emails, signedInWith)).toBe(isCompleted);
  });
});
