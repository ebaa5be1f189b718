import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { sentencesOf } from '../prompts/sentences.ts';
import { contentWords } from './content-words.ts';

export interface DigestSentence {
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

/** What is derived from the text of a chapter once, and used by every prompt of its book. */
export interface ChapterDigest {
  /** Identifies the text. */
  readonly key: string;
  readonly paragraphs: readonly string[];
  /** All sentences of the paragraphs, in order. */
  readonly sentences: readonly DigestSentence[];
  /** In how many sentences each word is. */
  readonly frequencies: ReadonlyMap<string, number>;
}

/** Characters of the texts whose digests are kept: about ten long books. */
const maxKeptCharacters = 12_000_000;

const digests = new LRUCache<string, ChapterDigest>({
  maxSize: maxKeptCharacters,
  sizeCalculation: ({ paragraphs }) => 1 + paragraphs.reduce((sum, { length }) => sum + length, 0),
});

/** Digests a text, unless that was done before. Takes time proportional to the text. */
export function digestChapter(text: string): ChapterDigest {
  const key = createHash('sha1').update(text).digest('base64');
  const known = digests.get(key);
  if (known) return known;
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '' && !paragraph.startsWith('#'));
  const sentences = paragraphs
    .flatMap(sentencesOf)
    .map((sentence) => ({ text: sentence, words: new Set(contentWords(sentence)) }));
  const digest = { key, paragraphs, sentences, frequencies: countWords(sentences) };
  digests.set(key, digest);
  return digest;
}

function countWords(sentences: readonly DigestSentence[]): ReadonlyMap<string, number> {
  const frequencies = new Map<string, number>();
  for (const { words } of sentences) for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  return frequencies;
}
