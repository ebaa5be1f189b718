import { LRUCache } from 'lru-cache';
import MiniSearch from 'minisearch';
import type { ChapterDigest } from './chapter-digest.ts';
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

const keptBooks = 4;
/** Shorter paragraphs say too little alone. In content words. */
const fewestWords = 12;

const indexes = new LRUCache<string, Indexed>({ max: keptBooks });

/** The paragraphs of earlier chapters that share most with a query, best first, found by BM25. */
export function findPassages(chapters: readonly ChapterDigest[], query: string, count: number): Passage[] {
  const { search, passages } = indexOf(chapters);
  return search
    .search({ queries: [query] })
    .slice(0, count)
    .flatMap(({ id }) => passages[Number(id)] ?? []);
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
