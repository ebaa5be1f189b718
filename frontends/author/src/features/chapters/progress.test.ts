import { expect, it } from '@jest/globals';
import { isChapterDone, percentOf, progressState } from './progress.ts';

it.each([
  [0, 'not-started'],
  [1, 'started'],
  [1999, 'started'],
  [2000, 'near'],
  [2499, 'near'],
  [2500, 'complete'],
  [9000, 'complete'],
] as const)('%d of 2,500 words is %s', (words, state) => {
  expect(progressState(words, 2500)).toBe(state);
});

it('is done when the author says so or when it is long enough', () => {
  expect(isChapterDone({ isComplete: true, wordCount: 0, targetWordCount: 2500 })).toBe(true);
  expect(isChapterDone({ isComplete: false, wordCount: 2500, targetWordCount: 2500 })).toBe(true);
  expect(isChapterDone({ isComplete: false, wordCount: 2499, targetWordCount: 2500 })).toBe(false);
});

it('limits the percentage to 100 and handles a zero target', () => {
  expect([percentOf(1, 3), percentOf(9, 3), percentOf(5, 0)]).toEqual([33, 100, 0]);
});
