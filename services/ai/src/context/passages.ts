import { LRUCache } from 'lru-cache';
import MiniSearch from 'minisearch';
import { type ParsedChapter, frequencyIn } from './parsed-chapter.ts';
import { contentWords } from './content-words.ts';

export interface RetrievedPassage {
  /** The index of the chapter. */
  readonly chapter: number;
  readonly text: string;
}

interface Indexed {
  readonly passages: readonly RetrievedPassage[];
  readonly search: MiniSearch<{ id: number; text: string }>;
}

/** The size of the cache of indexes, in characters of their chapters: about four long books. */
const maxCachedCharacters = 5_000_000;
/** The maximum number of words of a query. The rarest words are used, because they are the most specific. */
const maxQueryWords = 64;
/** Paragraphs with fewer content words are not indexed, because they say too little on their own. */
const minWords = 12;

const indexes = new LRUCache<string, Indexed>({
  maxSize: maxCachedCharacters,
  sizeCalculation: ({ passages }) => 1 + passages.reduce((sum, { text }) => sum + text.length, 0),
});

/** The paragraphs of earlier chapters that share most with a query, best first, found by BM25. */
export function findPassages(chapters: readonly ParsedChapter[], query: string, count: number): RetrievedPassage[] {
  const { search, passages } = indexOf(chapters);
  const words = rarestWords(chapters, query);
  if (words.length === 0) return [];
  return search
    .search({ queries: words })
    .slice(0, count)
    .flatMap(({ id }) => passages[Number(id)] ?? []);
}

/** The words of a query that the fewest sentences contain. Words that no sentence contains are left out. */
function rarestWords(chapters: readonly ParsedChapter[], query: string): string[] {
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

function indexOf(chapters: readonly ParsedChapter[]): Indexed {
  const key = chapters.map((parsed) => parsed.key).join(' ');
  const known = indexes.get(key);
  if (known) return known;
  const search = new MiniSearch<{ id: number; text: string }>({ fields: ['text'], tokenize: contentWords });
  const passages = chapters.flatMap(({ paragraphs }, chapter) =>
    paragraphs.filter((text) => contentWords(text).length >= minWords).map((text) => ({ chapter, text })),
  );
  search.addAll(passages.map(({ text }, id) => ({ id, text })));
  const indexed = { passages, search };
  indexes.set(key, indexed);
  return indexed;
}
