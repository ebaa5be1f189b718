/** '1 word', '12,345 words'. */
export const wordsText = (words: number): string => `${words.toLocaleString('en-GB')} ${words === 1 ? 'word' : 'words'}`;
