import { expect, it } from '@jest/globals';
import { isUsedUp, leftText } from './limits.ts';

const one = (used: number, max: number | null, resetsAt: string | null = null) => [{ limit: 'chapter.generate' as const, used, max, resetsAt }];

it('says what is left before a click', () => {
  expect(leftText(one(0, 1), 'chapter.generate', 'generation')).toBe('1 of 1 generation left for this chapter.');
  expect(leftText(one(1, 2, '2026-12-01T00:00:00.000Z'), 'chapter.generate', 'edit')).toBe('1 of 2 edits left for this chapter. Resets on 1 December.');
  expect(leftText(one(4, null), 'chapter.generate', 'generation')).toBe('Fair use: no fixed number of generations.');
  expect(leftText(undefined, 'chapter.generate', 'generation')).toBeNull();
});

it('knows when nothing is left', () => {
  expect([isUsedUp(one(1, 1), 'chapter.generate'), isUsedUp(one(0, 1), 'chapter.generate'), isUsedUp(one(9, null), 'chapter.generate'), isUsedUp([], 'chapter.generate')]).toEqual([true, false, false, false]);
});
