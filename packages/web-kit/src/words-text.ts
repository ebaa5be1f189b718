/** '1 book', '1,204 books'; with a plural, '2 matches'. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? noun : plural}`;

/** '1 word', '12,345 words'. */
export const wordsText = (words: number): string => counted(words, 'word');
