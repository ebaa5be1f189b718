import type { VoiceComparison, VoiceDifference } from '@inkbear/contracts/books/voice';

/** Labels of the verdicts. */
export const verdictText: Readonly<Record<VoiceComparison['verdict'], string>> = {
  close: 'Close to your voice',
  'some-distance': 'Some distance',
  far: 'Far from your voice',
};

/** Labels of the features that are counted. */
const countedNames: Readonly<Record<string, string>> = {
  contractions: 'short forms such as “don’t”',
  adverbs: 'adverbs in -ly',
  commas: 'commas',
  semicolons: 'semicolons and colons',
  dashes: 'dashes',
  exclamations: 'exclamation marks',
  questions: 'question marks',
  ellipses: 'ellipses',
};

const rounded = (value: number): string => value.toLocaleString('en-GB', { maximumFractionDigits: value < 10 ? 1 : 0 });
const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** A difference as a sentence, first the chapter and then the author's own text. */
export function differenceText({ feature, here, own }: VoiceDifference): string {
  switch (feature) {
    case 'sentence-length':
      return `Sentences here average ${rounded(here)} words; in your own text ${rounded(own)}.`;
    case 'sentence-variation':
      return `The length of sentences varies by ${rounded(here)} words; in your own text by ${rounded(own)}.`;
    case 'paragraph-length':
      return `Paragraphs here average ${rounded(here)} words; in your own text ${rounded(own)}.`;
    case 'dialogue':
      return `${percent(here)} is dialogue; in your own text ${percent(own)}.`;
    case 'vocabulary':
      return `${rounded(here * 100)} of 100 words are distinct; in your own text ${rounded(own * 100)}.`;
    default: {
      const name = countedNames[feature] ?? `times “${feature.replace('word:', '')}”`;
      return `${rounded(here)} ${name} in 1,000 words; you use ${rounded(own)}.`;
    }
  }
}
