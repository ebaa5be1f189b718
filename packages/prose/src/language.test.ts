import { expect, it } from '@jest/globals';
import { isEnglish } from './language.ts';

it.each([
  ['EN', true],
  ['en', true],
  ['en-AU', true],
  ['enm', false],
  ['de', false],
  ['', false],
])('%s: isEnglish is %s', (language, expected) => {
  expect(isEnglish(language)).toBe(expected);
});
