import { formatNumber } from './format.ts';

/** '1 book', '1,204 books'; with a plural, '2 matches'. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${formatNumber(count)} ${count === 1 ? noun : plural}`;

/** '1 word', '12,345 words'. */
export const wordsText = (words: number): string => counted(words, 'word');
