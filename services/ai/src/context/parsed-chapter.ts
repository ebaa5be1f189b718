import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { sentencesOf } from '../prompts/sentences.ts';
import { contentWords } from './content-words.ts';

export interface ParsedSentence {
  readonly text: string;
  /** The index of its paragraph. */
  readonly paragraph: number;
  readonly words: ReadonlySet<string>;
}

/** The parsed text of a chapter. It is computed once and cached, and every prompt about the book uses it. */
export interface ParsedChapter {
  /** A hash of the text. */
  readonly key: string;
  readonly paragraphs: readonly string[];
  /** All sentences of the paragraphs, in order. */
  readonly sentences: readonly ParsedSentence[];
  /** How many sentences contain each word. */
  readonly frequencies: ReadonlyMap<string, number>;
}

/** The size of the cache in bytes, estimated: about five long books. */
const maxCachedBytes = 100_000_000;
const bytesOfSentence = 600;

const parsedChapters = new LRUCache<string, ParsedChapter>({
  maxSize: maxCachedBytes,
  sizeCalculation: ({ paragraphs, sentences }) =>
    1 + sentences.length * bytesOfSentence + paragraphs.reduce((sum, { length }) => sum + 4 * length, 0),
});

/** Parses a text, or returns the cached result. Takes time proportional to the text. */
export function parseChapter(text: string): ParsedChapter {
  const key = createHash('sha256').update(text).digest('base64');
  const known = parsedChapters.get(key);
  if (known) return known;
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '' && !paragraph.startsWith('#'));
  const sentences = paragraphs.flatMap((written, paragraph) =>
    sentencesOf(written).map((sentence) => ({ text: sentence, paragraph, words: new Set(contentWords(sentence)) })),
  );
  const parsed = { key, paragraphs, sentences, frequencies: countWords(sentences) };
  parsedChapters.set(key, parsed);
  return parsed;
}

/** How many sentences of a story contain a word. */
export const frequencyIn = (chapters: readonly ParsedChapter[], word: string): number =>
  chapters.reduce((sum, { frequencies }) => sum + (frequencies.get(word) ?? 0), 0);

function countWords(sentences: readonly ParsedSentence[]): ReadonlyMap<string, number> {
  const frequencies = new Map<string, number>();
  for (const { words } of sentences) for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  return frequencies;
}
