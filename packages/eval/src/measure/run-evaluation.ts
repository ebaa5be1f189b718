import { createEditHistories } from '../books/edit-history.ts';
import { generateBook } from '../books/generate-book.ts';
import { createProvenanceHistories } from '../books/provenance-history.ts';
import { excerptNames, readExcerpt } from '../excerpts/read-excerpt.ts';
import { injectionTexts } from '../injections/injection-texts.ts';
import type { Candidates } from '../registered-candidates.ts';
import type { Evaluation } from './figure.ts';
import {
  measureConflicts,
  measureExcerpts,
  measureFacts,
  measureLeftovers,
  measureNames,
  wordsOfBooks,
} from './measure-books.ts';
import { measureEvidence, measureProvenance } from './measure-histories.ts';
import { measureInjections } from './measure-injections.ts';
import { measureReplies } from './measure-replies.ts';
import { measurePrompts, promptBudget } from './measure-prompts.ts';
import { measureVoice, voiceBookWords } from './measure-voice.ts';

export interface EvaluationOptions {
  readonly seed: number;
  /** The lengths of the books; they take turns in the third and in the first person. */
  readonly words: readonly number[];
  /** The length of the book from which prompts are built. */
  readonly promptWords: number;
  readonly edits: number;
  readonly histories: number;
}

const plansOfBook = 60;

export function runEvaluation(candidates: Candidates, options: EvaluationOptions): Evaluation {
  const { seed, words, promptWords, edits, histories } = options;
  const books = words.map((length, at) =>
    generateBook({ seed: seed + at, words: length, person: at % 2 === 0 ? 'third' : 'first' }),
  );
  const promptBook = generateBook({ seed: seed + 100, words: promptWords, person: 'third', plans: plansOfBook });
  const excerpts = excerptNames.map(readExcerpt);
  const firstBook = books[0];
  if (!firstBook) throw new Error('An evaluation needs at least one book.');
  const edited = createEditHistories(firstBook, edits);
  return {
    figures: [
      ...measureNames(candidates, books),
      ...measureFacts(candidates, books),
      ...measureExcerpts(candidates, excerpts),
      ...measureReplies(candidates, books),
      ...measureInjections(candidates),
      ...measureConflicts(candidates, books),
      ...measureLeftovers(candidates, books),
      ...measureVoice(candidates, seed),
      ...measureEvidence(candidates, edited),
      ...measureProvenance(candidates, createProvenanceHistories(seed, histories)),
      ...measurePrompts(candidates, promptBook),
    ],
    datasets: [
      `${books.length} ${books.length === 1 ? 'book' : 'books'}, ${number(wordsOfBooks(books))} words (${books.map((book) => number(wordsOfBooks([book]))).join(', ')})`,
      `${excerpts.length} excerpts, ${number(wordsOfBooks(excerpts))} words`,
      `${injectionTexts.length} injections`,
      `prompts: ${promptBook.plans.length} plans, ${number(wordsOfBooks([promptBook]))} words, ${number(promptBudget)} tokens`,
      `${number(edits)} edits, ${number(edited.reduce((sum, { quotes }) => sum + quotes.length, 0))} quotes; ${number(histories)} histories; voices of ${number(voiceBookWords)} words`,
    ],
  };
}

const number = (value: number): string => value.toLocaleString('en-GB');
