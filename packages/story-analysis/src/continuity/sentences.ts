import { type FactPassage, maxQuoteLength } from '../extract/extract-facts.ts';
import type { TaggedSentence, TaggedWord } from '../extract/tagged-words.ts';
import { lowerAt, wordList } from '../extract/word-list.ts';
import type { StoryPoint } from './checked-story.ts';

/** A sentence with its place in the story. */
export interface PlacedSentence {
  readonly chapter: number;
  /** The index among the sentences of the chapter. */
  readonly index: number;
  readonly sentence: TaggedSentence;
}

export function* sentencesOf(chapters: readonly (readonly TaggedSentence[])[]): Generator<PlacedSentence> {
  for (const [chapter, sentences] of chapters.entries())
    for (const [index, sentence] of sentences.entries()) yield { chapter, index, sentence };
}

/** The place of a sentence; of a longer one than a quote may be, its beginning. */
export const placeOf = (chapter: number, { from, to }: Pick<TaggedSentence, 'from' | 'to'>): FactPassage => ({
  chapter,
  from,
  to: Math.min(to, from + maxQuoteLength),
});

/** The place of words of a sentence; `to` is exclusive. */
export const placeOfWords = (chapter: number, words: readonly TaggedWord[], from: number, to: number): FactPassage =>
  placeOf(chapter, { from: words[from]?.from ?? 0, to: words[to - 1]?.to ?? 0 });

/** The index of the sentence at a position of its chapter, or of the next one. */
export function indexAt(sentences: readonly TaggedSentence[], at: number): number {
  let [low, high] = [0, sentences.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sentences[middle]?.to ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The sentence at a position of the story, or the next one of the chapter. */
export const sentenceAt = (
  chapters: readonly (readonly TaggedSentence[])[],
  { chapter, at }: StoryPoint,
): TaggedSentence | undefined => chapters[chapter]?.[indexAt(chapters[chapter], at)];

export const isNarrated = ({ isSpoken }: TaggedWord): boolean => !isSpoken;

/** Whether words stand at a place, in lower case. */
export const hasWordsAt = (words: readonly TaggedWord[], at: number, wanted: readonly string[]): boolean =>
  wanted.every((word, index) => lowerAt(words, at + index) === word);

const otherTimes: readonly (readonly string[])[] = [
  'back then',
  'in those days',
  'used to',
  'as a child',
  'as a boy',
  'as a girl',
  'long before',
  'long ago',
].map((text) => text.split(' '));
const otherWorlds = wordList('dream nightmare hallucination remember recall reminisce imagine memory');
const timeWords = wordList(
  'minute hour day night week fortnight month season spring summer autumn winter year decade century',
);

/** Whether a sentence tells of an earlier time, a memory, a dream, or something imagined. */
export function isOtherTime({ words }: TaggedSentence): boolean {
  return words.some(
    ({ lemma, lower }, at) =>
      otherWorlds.has(lemma) ||
      lower === 'ago' ||
      (timeWords.has(lemma) && /^(?:before|earlier)$/.test(lowerAt(words, at + 1))) ||
      otherTimes.some((wanted) => hasWordsAt(words, at, wanted)),
  );
}

/** A memory or a dream ends after this many sentences, unless the text ends it before. */
const maxSentencesBefore = 6;

/** Whether a sentence, or one shortly before it in its paragraph, tells of another time or world. */
export function isInOtherTime(sentences: readonly TaggedSentence[], index: number): boolean {
  const paragraph = sentences[index]?.paragraph;
  const first = Math.max(0, index - maxSentencesBefore);
  for (let at = index; at >= first && sentences[at]?.paragraph === paragraph; at -= 1) {
    const sentence = sentences[at];
    if (sentence && isOtherTime(sentence)) return true;
  }
  return false;
}
