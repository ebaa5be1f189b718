import { expect, it } from '@jest/globals';
import { combineChoices } from './apply-context-choice.ts';

const stored = { exclude: ['synopsis', 'plan'], pin: ['chapter:c1'] };

it('excludes what either choice excludes, and pins what the request pins', () => {
  expect(combineChoices(stored, { exclude: ['plan', 'outline'], pin: ['chapter:c2'] })).toEqual({
    exclude: ['synopsis', 'plan', 'outline'],
    pin: ['chapter:c2'],
  });
  expect(combineChoices(stored, { exclude: [], pin: [] })).toEqual({ exclude: stored.exclude, pin: [] });
});

it('is the stored choice for a request without one', () => {
  expect(combineChoices(stored, undefined)).toBe(stored);
});
