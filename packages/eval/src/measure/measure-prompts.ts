import type { GeneratedBook } from '../books/book.ts';
import type { PromptBuilder } from '../candidates.ts';
import { countTokens } from '../metrics/count-tokens.ts';
import { equalPrefix, isFactInPrompt } from '../metrics/prompt-coverage.ts';
import { createBm25Prompt } from '../baselines/bm25-prompt.ts';
import type { Candidates } from '../registered-candidates.ts';
import { type Figure, measureAll } from './figure.ts';

/** Input tokens of a call that writes. */
export const promptBudget = 12_000;

interface PromptFigures {
  readonly covered: number;
  readonly share: number;
  readonly prefix: number;
}

export function measurePrompts({ prompt }: Candidates, book: GeneratedBook): Figure[] {
  const bookTokens = book.chapters.reduce((sum, { text }) => sum + countTokens(text), 0);
  const bm25 = createBm25Prompt();
  const bm25Baseline = measureBuilder(bm25, book, bookTokens);
  const figuresOf = ({ covered, share, prefix }: PromptFigures) => ({
    'plan-facts': covered,
    'plan-facts-above-bm25': covered - bm25Baseline.covered,
    'prompt-share': share,
    'prompt-prefix': prefix,
  });
  return [
    ...measureAll(prompt, (builder) => figuresOf(measureBuilder(builder, book, bookTokens))),
    ...measureAll({ baselines: [bm25], product: null }, () => {
      const { 'plan-facts-above-bm25': _none, ...figures } = figuresOf(bm25Baseline);
      return figures;
    }),
  ];
}

function measureBuilder(builder: PromptBuilder, book: GeneratedBook, bookTokens: number): PromptFigures {
  const entries = new Map(book.entries.map((entry) => [entry.id, entry]));
  let [covered, tokens, prefix] = [0, 0, 0];
  for (const { needs, requests, ...plan } of book.plans) {
    const [first, second] = requests.map((request) =>
      builder.buildPrompt({ book, plan, request, budget: promptBudget, countTokens }),
    );
    const entry = entries.get(needs.entryId);
    if (first === undefined || second === undefined || !entry) throw new Error('A plan is incomplete.');
    if (isFactInPrompt(first, { fact: needs, quotes: quotesOf(book, needs), entry })) covered += 1;
    tokens += countTokens(first);
    prefix += equalPrefix(first, second);
  }
  const count = book.plans.length;
  return { covered: covered / count, share: tokens / count / bookTokens, prefix: prefix / count };
}

/** All passages of the book that state a fact. */
const quotesOf = ({ facts, chapters }: GeneratedBook, { entryId, attribute, value }: GeneratedBook['facts'][number]) =>
  facts.flatMap((fact) =>
    fact.place && fact.entryId === entryId && fact.attribute === attribute && fact.value === value
      ? [chapters[fact.place.chapter]?.text.slice(fact.place.from, fact.place.to) ?? '']
      : [],
  );
