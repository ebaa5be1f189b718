import { splitSentences } from '@inkbear/prose/word-diff';
import { parseBlocks } from '@inkbear/prose/marks/blocks';
import { type Word, wordsOf } from '../words.ts';

/** Frequent words of English that say nothing about the subject of a text. How often an author uses them hardly varies. */
const functionWords = (
  'the of and to a in that it was he i his her she with as for on at but had they you is not be from him my all this ' +
  'which so there were by them or when an what me if would one then out no who could into'
).split(' ');

/** A property of a style that is measured in a text. */
export interface StyleFeature {
  /** `word:the`, or the name of a property. */
  readonly id: string;
  readonly unit: 'per thousand words' | 'words' | 'share';
  /** Only meaningful in English texts. */
  readonly isEnglish: boolean;
  /** Lower bound of the standard deviation; without it a rare feature would get a huge z-score by chance. */
  readonly minDeviation: number;
  readonly measure: (text: PreparedText) => number;
}

/** A text prepared for measuring. */
interface PreparedText {
  readonly words: readonly Word[];
  readonly counts: ReadonlyMap<string, number>;
  readonly punctuation: ReadonlyMap<string, number>;
  /** Words in each sentence and in each paragraph. */
  readonly sentences: readonly number[];
  readonly paragraphs: readonly number[];
  /** The share of characters in double quotes. */
  readonly dialogue: number;
}

const perThousand = (count: number, { words }: PreparedText): number => (count * 1000) / Math.max(1, words.length);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const deviation = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};

const rate = (id: string, isEnglish: boolean, count: (text: PreparedText) => number): StyleFeature => ({
  id,
  unit: 'per thousand words',
  isEnglish,
  minDeviation: 1,
  measure: (text) => perThousand(count(text), text),
});
const punctuation = (id: string, characters: string): StyleFeature =>
  rate(id, false, (text) =>
    [...characters].reduce((sum, character) => sum + (text.punctuation.get(character) ?? 0), 0),
  );
const countWhere = ({ words }: PreparedText, test: (word: string) => boolean): number =>
  words.reduce((sum, { text }) => sum + (test(text) ? 1 : 0), 0);

/** Words that end in -ly and are not adverbs. */
const notAdverbs = new Set(
  'only family early likely lonely friendly lovely ugly holy silly reply supply belly jelly july'.split(' '),
);
const isAdverb = (word: string): boolean => word.length > 4 && word.endsWith('ly') && !notAdverbs.has(word);

/** Window, in words, of the type-token ratio, which would otherwise fall with the length of the text. */
const ratioWindow = 100;

function typeTokenRatio({ words }: PreparedText): number {
  const shares: number[] = [];
  for (let first = 0; first + ratioWindow <= words.length; first += ratioWindow)
    shares.push(new Set(words.slice(first, first + ratioWindow).map(({ text }) => text)).size / ratioWindow);
  return mean(shares);
}

export const styleFeatures: readonly StyleFeature[] = [
  ...functionWords.map((word) => rate(`word:${word}`, true, ({ counts }) => counts.get(word) ?? 0)),
  rate('contractions', true, (text) => countWhere(text, (word) => word.includes("'"))),
  rate('adverbs', true, (text) => countWhere(text, isAdverb)),
  punctuation('commas', ','),
  punctuation('semicolons', ';:'),
  punctuation('dashes', '–—'),
  punctuation('exclamations', '!'),
  punctuation('questions', '?'),
  punctuation('ellipses', '…'),
  {
    id: 'sentence-length',
    unit: 'words',
    isEnglish: false,
    minDeviation: 0.5,
    measure: (text) => mean(text.sentences),
  },
  {
    id: 'sentence-variation',
    unit: 'words',
    isEnglish: false,
    minDeviation: 0.5,
    measure: (text) => deviation(text.sentences),
  },
  {
    id: 'paragraph-length',
    unit: 'words',
    isEnglish: false,
    minDeviation: 2,
    measure: (text) => mean(text.paragraphs),
  },
  { id: 'dialogue', unit: 'share', isEnglish: false, minDeviation: 0.02, measure: ({ dialogue }) => dialogue },
  { id: 'vocabulary', unit: 'share', isEnglish: false, minDeviation: 0.01, measure: typeTokenRatio },
];

/** The values of all features of a text, in the order of `styleFeatures`. Takes time proportional to its length. */
export function measureStyle(text: string): number[] {
  const words = wordsOf(text);
  const measured: PreparedText = {
    words,
    counts: countOf(words.map((word) => word.text)),
    punctuation: countOf(
      text
        .replaceAll('...', '…')
        .replaceAll(' - ', '–')
        .match(/[,;:–—!?…]/g) ?? [],
    ),
    sentences: splitSentences(text)
      .map((sentence) => wordsOf(sentence).length)
      .filter((length) => length > 0),
    paragraphs: parseBlocks(text)
      .filter(({ kind }) => kind === 'paragraph')
      .map(({ range }) => wordsOf(text.slice(range.from, range.to)).length),
    dialogue: dialogueShare(text),
  };
  return styleFeatures.map(({ measure }) => measure(measured));
}

function countOf(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

const speech = /“[^”\n]*|"[^"\n]*"?/g;

const dialogueShare = (text: string): number =>
  text === '' ? 0 : (text.match(speech) ?? []).reduce((sum, { length }) => sum + length, 0) / text.length;
