import { LRUCache } from 'lru-cache';
import MiniSearch from 'minisearch';
import { type ChapterDigest, frequencyIn } from './chapter-digest.ts';
import { contentWords } from './content-words.ts';

export interface Passage {
  /** The index of the chapter. */
  readonly chapter: number;
  readonly text: string;
}

interface Indexed {
  readonly passages: readonly Passage[];
  readonly search: MiniSearch<{ id: number; text: string }>;
}

/** Characters of the chapters whose indexes are kept: those of about four long books. */
const maxKeptCharacters = 5_000_000;
/** Words of a query that are looked for; the rarest say most. */
const maxQueryWords = 64;
/** Shorter paragraphs say too little alone. In content words. */
const fewestWords = 12;

const indexes = new LRUCache<string, Indexed>({
  maxSize: maxKeptCharacters,
  sizeCalculation: ({ passages }) => 1 + passages.reduce((sum, { text }) => sum + text.length, 0),
});

/** The paragraphs of earlier chapters that share most with a query, best first, found by BM25. */
export function findPassages(chapters: readonly ChapterDigest[], query: string, count: number): Passage[] {
  const { search, passages } = indexOf(chapters);
  const words = rarestWords(chapters, query);
  if (words.length === 0) return [];
  return search
    .search({ queries: words })
    .slice(0, count)
    .flatMap(({ id }) => passages[Number(id)] ?? []);
}

/** The words of a query that fewest sentences have, of those that any has. */
function rarestWords(chapters: readonly ChapterDigest[], query: string): string[] {
  const frequencies = new Map<string, number>();
  for (const word of new Set(contentWords(query))) {
    const frequency = frequencyIn(chapters, word);
    if (frequency > 0) frequencies.set(word, frequency);
  }
  return [...frequencies]
    .sort(([, a], [, b]) => a - b)
    .slice(0, maxQueryWords)
    .map(([word]) => word);
}

function indexOf(chapters: readonly ChapterDigest[]): Indexed {
  const key = chapters.map((digest) => digest.key).join(' ');
  const known = indexes.get(key);
  if (known) return known;
  const search = new MiniSearch<{ id: number; text: string }>({ fields: ['text'], tokenize: contentWords });
  const passages = chapters.flatMap(({ paragraphs }, chapter) =>
    paragraphs.filter((text) => contentWords(text).length >= fewestWords).map((text) => ({ chapter, text })),
  );
  search.addAll(passages.map(({ text }, id) => ({ id, text })));
  const indexed = { passages, search };
  indexes.set(key, indexed);
  return indexed;
}
