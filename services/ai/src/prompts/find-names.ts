import { extractNames } from '@inkbear/story-analysis/extract/extract-names';
import { readSentences } from '@inkbear/story-analysis/extract/story-tokens';

const maxNames = 20;

/** Names are detected without a dictionary, which would take 100 MB. */
const language = { isKnownWord: () => false, hasCapitalNouns: false };

/** Up to 20 names of a text, most frequent first. */
export const findNames = (text: string): string[] =>
  extractNames([readSentences(text)], language)
    .slice(0, maxNames)
    .map(({ name }) => name);
