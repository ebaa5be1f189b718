import { expect, it } from '@jest/globals';
import { isUsedUp, remainingText, remainingWordsText } from './ai-limits.ts';

const one = (used: number, max: number | null, resetsAt: string | null = null) => [
  { limit: 'chapter.generate' as const, used, max, resetsAt },
];

it('remainingText names the remaining uses and when they reset', () => {
  expect(remainingText(one(0, 1), 'chapter.generate', 'generation')).toBe('1 of 1 generation left for this chapter.');
  expect(remainingText(one(1, 1), 'chapter.generate', 'generation')).toBe(
    '0 of 1 generation left for this chapter. This limit does not reset.',
  );
  expect(remainingText(one(1, 2, '2026-12-01T00:00:00.000Z'), 'chapter.generate', 'edit')).toBe(
    '1 of 2 edits left for this chapter. Resets on 1 December.',
  );
  expect(
    remainingText([{ limit: 'ideas', used: 2, max: 5, resetsAt: '2026-12-01T00:00:00.000Z' }], 'ideas', 'idea request'),
  ).toBe('3 of 5 idea requests left this month. Resets on 1 December.');
  expect(
    remainingText([{ limit: 'chapter.polish', used: 0, max: 2, resetsAt: null }], 'chapter.polish', 'polish'),
  ).toBe('2 of 2 polishes left for this chapter.');
  expect(remainingText(one(4, null), 'chapter.generate', 'generation')).toBe(
    'Fair use: no fixed number of generations.',
  );
  expect(remainingText(undefined, 'chapter.generate', 'generation')).toBeNull();
});

it('remainingWordsText names the words that AI may still write for the book', () => {
  expect(remainingWordsText([{ limit: 'book.words', used: 3500, max: 80_000, resetsAt: null }])).toBe(
    '76,500 of 80,000 AI words left for this book.',
  );
  expect(remainingWordsText([])).toBeNull();
});

it('isUsedUp is true at the limit', () => {
  expect([
    isUsedUp(one(1, 1), 'chapter.generate'),
    isUsedUp(one(0, 1), 'chapter.generate'),
    isUsedUp(one(9, null), 'chapter.generate'),
    isUsedUp([], 'chapter.generate'),
  ]).toEqual([true, false, false, false]);
});
