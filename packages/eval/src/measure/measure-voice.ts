import { countWords } from '@inkbear/prose/word-count';
import { generateBook } from '../books/generate-book.ts';
import { type Voice, voices } from '../books/voice.ts';
import { areaUnderCurve } from '../metrics/auc.ts';
import type { Candidates } from '../registered-candidates.ts';
import { type Figure, measureAll } from './figure.ts';

const blockWords = 1500;
/** Words of the book from which a profile is made, and of the one from which own blocks are taken. */
export const voiceBookWords = 12_000;

const textsOf = (voice: Voice, seed: number): string[] =>
  generateBook({ seed, words: voiceBookWords, person: 'third', voice, quotes: 'curly' }).chapters.map(
    ({ text }) => text,
  );

/** Whole paragraphs that make up about 1,500 words. */
export function cutIntoBlocks(texts: readonly string[]): string[] {
  const blocks: string[] = [];
  let [paragraphs, words]: [string[], number] = [[], 0];
  for (const paragraph of texts.join('\n\n').split('\n\n')) {
    paragraphs.push(paragraph);
    words += countWords(paragraph);
    if (words < blockWords) continue;
    blocks.push(paragraphs.join('\n\n'));
    [paragraphs, words] = [[], 0];
  }
  return blocks;
}

/** The mean over all voices of how well a metric tells new texts of an author from those of the other ones. */
export function measureVoice({ voice }: Candidates, seed: number): Figure[] {
  const authors = voices.map((style, at) => ({
    typed: textsOf(style, seed + at),
    blocks: cutIntoBlocks(textsOf(style, seed + 1000 + at)),
  }));
  return measureAll(voice, (voiceMetric) => {
    const areas = authors.map((author) => {
      const distance = voiceMetric.createDistance(author.typed);
      const others = authors.filter((other) => other !== author).flatMap(({ blocks }) => blocks);
      return areaUnderCurve(author.blocks.map(distance), others.map(distance));
    });
    return { 'voice-auc': areas.reduce((sum, area) => sum + area, 0) / areas.length };
  });
}
