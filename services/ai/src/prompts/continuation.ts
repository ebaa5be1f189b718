import { countWords } from '@inkbear/prose/word-count';
import { data, outputTokensFor, type Prompt, withNonce, wordsFor } from './prompt.ts';

/** Enough for an ending, however long the reply is already. */
const minWords = 150;

/**
 * Builds the prompt that continues a reply which ended at its output limit.
 * @param prompt the prompt of that reply, without the reasoning tokens of the model
 * @param written the reply so far, up to the end of its last whole sentence
 */
export function buildContinuation(prompt: Prompt, written: string): Prompt {
  const words = Math.max(minWords, wordsFor(prompt.maxOutputTokens) - countWords(written));
  return {
    ...prompt,
    maxOutputTokens: outputTokensFor(words),
    volatile: [
      prompt.volatile,
      withNonce(data('written', written), prompt.nonce),
      'Your reply was cut off because it was too long. "written" is what you have written so far.',
      `Continue it with its next sentence and bring it to its end in at most ${words} words.`,
      'Do not repeat anything of "written".',
    ].join('\n'),
  };
}

const sentenceMarks = '.!?…';
const closingMarks = '"”’\')]*_';

/** The text up to the end of its last whole sentence, with the white space after it; all of it when no sentence ends. */
export function wholeSentences(text: string): string {
  for (let end = text.length; end > 0; end -= 1) {
    if (end < text.length && !isSpace(text.charAt(end))) continue;
    let mark = end;
    while (mark > 0 && closingMarks.includes(text.charAt(mark - 1))) mark -= 1;
    if (mark === 0 || !sentenceMarks.includes(text.charAt(mark - 1))) continue;
    while (isSpace(text.charAt(end))) end += 1;
    return text.slice(0, end);
  }
  return text;
}

/** The text with its continuation, with a space between them where neither has any. */
export const joinContinuation = (written: string, next: string): string =>
  written === '' || isSpace(written.at(-1) ?? '') || isSpace(next.charAt(0)) ? written + next : `${written} ${next}`;

const isSpace = (character: string): boolean => character !== '' && character.trim() === '';
