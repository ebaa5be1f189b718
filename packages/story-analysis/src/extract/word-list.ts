/** A set of words from one line of text. */
export const wordList = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '));

/** The word at a place in lower case; empty when there is none. */
export const lowerAt = (words: readonly { readonly lower: string }[], at: number): string => words[at]?.lower ?? '';
