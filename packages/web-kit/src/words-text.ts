/** '1 book', '1,204 books'. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;

/** '1 word', '12,345 words'. */
export const wordsText = (words: number): string => counted(words, 'word');
