import { extractNames } from '@inkbear/story-analysis/extract/extract-names';
import { readSentences } from '@inkbear/story-analysis/extract/story-tokens';

const maxNames = 20;

/** Names are detected without a dictionary, which would take 100 MB. */
const language = { isKnownWord: () => false, hasCapitalNouns: false };

/** Words of this length or less may be in lower case in a heading. */
const shortWord = 3;

/**
 * Whether a line is a heading such as “Chapter 2: The Storm”: it does not end like a sentence, and each longer word has a
 * capital. Its words are no evidence for names.
 */
function isHeading(line: string): boolean {
  const words = line.match(/\p{L}+/gu) ?? [];
  return !/[.!?…,;”"]\s*$/u.test(line) && words.every((word) => word.length <= shortWord || /^\p{Lu}/u.test(word));
}

/** Up to 20 names of people in the sentences of a text, most frequent first. */
export function findNames(text: string): string[] {
  const sentences = text
    .split('\n')
    .filter((line) => !isHeading(line))
    .join('\n');
  return extractNames([readSentences(sentences)], language)
    .filter(({ kind }) => kind === 'character')
    .slice(0, maxNames)
    .map(({ name }) => name);
}
