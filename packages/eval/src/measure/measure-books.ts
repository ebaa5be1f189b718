import { countWords } from '@inkbear/prose/word-count';
import type { GeneratedBook } from '../books/book.ts';
import type { AuthoredBook } from '../candidates.ts';
import type { Excerpt } from '../excerpts/read-excerpt.ts';
import { addScores, emptyScore, precisionOf, recallOf } from '../metrics/score.ts';
import { scoreFacts } from '../metrics/score-facts.ts';
import { scoreNames } from '../metrics/score-names.ts';
import { addProblems, emptyProblemScore, scoreProblems } from '../metrics/score-problems.ts';
import type { Candidates } from '../registered-candidates.ts';
import { type Figure, measureAll } from './figure.ts';

export const wordsOfBooks = (books: readonly Pick<GeneratedBook, 'chapters'>[]): number =>
  books.reduce((sum, { chapters }) => sum + chapters.reduce((words, { text }) => words + countWords(text), 0), 0);

export function measureNames({ names }: Candidates, books: readonly GeneratedBook[]): Figure[] {
  return measureAll(names, (finder) => {
    const score = books
      .map(({ entries, chapters }) => scoreNames(entries, finder.findNames(chapters)))
      .reduce(addScores, emptyScore);
    return { 'names-precision': precisionOf(score), 'names-recall': recallOf(score) };
  });
}

export function measureFacts({ facts }: Candidates, books: readonly GeneratedBook[]): Figure[] {
  return measureAll(facts, (finder) => {
    const score = books.map((book) => scoreFacts(book, finder.findFacts(book.chapters))).reduce(addScores, emptyScore);
    return { 'facts-precision': precisionOf(score), 'facts-recall': recallOf(score) };
  });
}

export function measureExcerpts({ facts }: Candidates, excerpts: readonly Excerpt[]): Figure[] {
  return measureAll(facts, (finder) => {
    const score = excerpts
      .map((excerpt) => scoreFacts(excerpt, finder.findFacts(excerpt.chapters)))
      .reduce(addScores, emptyScore);
    return { 'excerpt-facts-precision': precisionOf(score), 'excerpt-facts-recall': recallOf(score) };
  });
}

const perWords = (count: number, books: readonly GeneratedBook[], words: number): number =>
  (count * words) / wordsOfBooks(books);

export function measureConflicts({ conflicts }: Candidates, books: readonly GeneratedBook[]): Figure[] {
  return measureAll(conflicts, (finder) => {
    const score = books
      .map((book) => scoreProblems(book.conflicts, finder.findContradictions(authoredBookOf(book))))
      .reduce(addProblems, emptyProblemScore);
    return {
      'conflicts-recall': score.recalled / score.expected,
      'conflicts-false': perWords(score.falseAlarms, books, 50_000),
    };
  });
}

function authoredBookOf({ chapters, style, confirmed, entries }: GeneratedBook): AuthoredBook {
  const ids = new Set([
    ...style.povEntryIds,
    ...confirmed.flatMap(({ entryId, knownBy }) => [entryId, ...(knownBy ?? [])]),
  ]);
  const named = entries.filter(({ id }) => ids.has(id));
  return { chapters, style, confirmed, bibleNames: new Map(named.map(({ id, name }) => [id, name])) };
}

export function measureLeftovers({ leftovers }: Candidates, books: readonly GeneratedBook[]): Figure[] {
  return measureAll(leftovers, (finder) => {
    const score = books
      .map((book) => {
        const planted = book.leftovers.map(({ rule, place }) => ({ rule, places: [place] }));
        // A sentence of an assistant that is found as a fragment of a prompt is found.
        return scoreProblems(planted, finder.findLeftovers(book.chapters), { anyRule: true });
      })
      .reduce(addProblems, emptyProblemScore);
    return {
      'leaks-recall': score.recalled / score.expected,
      'leaks-false': perWords(score.falseAlarms, books, 100_000),
    };
  });
}
