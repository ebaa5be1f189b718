/** Tokens of a reading for each word of a chapter: the text, the instructions and the reply. */
const tokensPerWord = 2.2;

/** About how many tokens it takes to read this many words. */
export const estimateReadingTokens = (words: number): number => Math.ceil(words * tokensPerWord);
