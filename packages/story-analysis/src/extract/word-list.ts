/** A set of words from one line of text. */
export const wordList = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '));

/** What words stand for. No object is used for this, because “constructor” and “valueOf” are keys of every object. */
export const wordMap = <T>(meanings: Readonly<Record<string, T>>): ReadonlyMap<string, T> =>
  new Map(Object.entries(meanings));

/** The word at a place in lower case; empty when there is none. */
export const lowerAt = (words: readonly { readonly lower: string }[], at: number): string => words[at]?.lower ?? '';
