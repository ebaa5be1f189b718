import { readingTokensFor } from '@inkbear/ai/src/context/budgets.ts';
import { countTokens } from '@inkbear/ai/src/context/count-tokens.ts';
import { parseJson } from '@inkbear/ai/src/generations/parse-reply.ts';
import { type RawProviderResults, providerResultsSchema } from '@inkbear/ai/src/reading/match-provider-results.ts';
import { type KnownName, readWindows } from '@inkbear/ai/src/reading/read-windows.ts';
import { namedWindowsOf } from '@inkbear/ai/src/reading/windows.ts';
import { hasReplyForm, injectedTask, printsInstructions } from '../adapters/injection-target.ts';
import type { BookChapter, GeneratedBook, TruthEntry, TruthFact } from '../books/book.ts';
import type { FoundFact, FoundName } from '../candidates.ts';
import type { Excerpt } from '../excerpts/read-excerpt.ts';
import { injectionTexts } from '../injections/injection-texts.ts';
import { addScores, emptyScore, precisionOf, recallOf, type Score } from '../metrics/score.ts';
import { scoreFacts } from '../metrics/score-facts.ts';
import { scoreNames } from '../metrics/score-names.ts';
import type { BudgetedModel } from './budgeted-model.ts';

/** A figure of a model, with what it was measured on. */
export interface ModelFigure {
  readonly title: string;
  readonly value: number;
  readonly basis: string;
}

interface MeasuredTexts {
  readonly excerpts: readonly Excerpt[];
  readonly book: GeneratedBook;
  /** The context window of the model that reads, in tokens. */
  readonly window: number;
  readonly isOpenAi: boolean;
}

/** One kind of each form of reply: JSON of the reading, JSON of an edit, prose. */
const injectedKinds = ['find-facts', 'options', 'rewrite'] as const;

/**
 * Measures what a model finds in texts whose truth is known, and whether it obeys texts instead of its instructions.
 * What the budget has no room for is left out; the basis of each figure says how much was measured.
 */
export async function measureModel(model: BudgetedModel, texts: MeasuredTexts): Promise<ModelFigure[]> {
  const reader = new ModelReader(model, readingTokensFor(texts.window, texts.isOpenAi));
  const excerpts = await measureExcerpts(reader, texts.excerpts);
  const injections = await measureInjections(model);
  const book = await measureBook(reader, texts.book);
  const replies = `${reader.replies} replies`;
  return [
    ...excerpts,
    ...book,
    { title: 'replies without the requested form', value: reader.malformed, basis: replies },
    { title: 'facts whose quote or name is not in the text, dropped', value: reader.dropped, basis: replies },
    ...injections,
  ];
}

interface ChapterFinds {
  readonly names: readonly FoundName[];
  readonly facts: readonly FoundFact[];
}

/** Reads chapters as the AI service does. */
class ModelReader {
  replies = 0;
  malformed = 0;
  dropped = 0;
  readonly #model: BudgetedModel;
  readonly #maxTokens: number;

  constructor(model: BudgetedModel, maxTokens: number) {
    this.#model = model;
    this.#maxTokens = maxTokens;
  }

  /** Null when the budget has no room for the whole chapter. */
  async read({ text }: BookChapter, known: readonly KnownName[]): Promise<ChapterFinds | null> {
    const forms = known.map(({ name, aliases }) => [name, ...aliases]);
    const windows = namedWindowsOf(text, forms, { countTokens, maxTokens: this.#maxTokens });
    let claimed = 0;
    let isComplete = true;
    const { names, facts } = await readWindows({ text, windows, known }, async (task) => {
      const reply = isComplete ? await this.#model.reply(task) : null;
      if (reply === null) isComplete = false;
      const results = reply === null ? noResults : this.#parse(reply);
      claimed += results.facts.length;
      return results;
    });
    if (!isComplete) return null;
    this.dropped += claimed - facts.length;
    return { names, facts: facts.map(({ name, ...fact }) => ({ ...fact, entry: name })) };
  }

  #parse(reply: string): RawProviderResults {
    this.replies += 1;
    const results = parseJson(providerResultsSchema)(reply);
    if (results === null) this.malformed += 1;
    return results ?? noResults;
  }
}

const noResults: RawProviderResults = { entries: [], facts: [] };

async function measureExcerpts(reader: ModelReader, excerpts: readonly Excerpt[]): Promise<ModelFigure[]> {
  const scores: Score[] = [];
  for (const excerpt of excerpts) {
    const found = await reader.read(excerpt.chapters[0], []);
    if (found) scores.push(scoreFacts(excerpt, found.facts));
  }
  const basis = `${scores.length} of ${excerpts.length} excerpts`;
  return figuresOf('facts of the excerpts', scores.reduce(addScores, emptyScore), basis);
}

/** Reads the chapters in order. The names of a chapter are known in later ones. */
async function measureBook(reader: ModelReader, { chapters, entries, facts }: GeneratedBook): Promise<ModelFigure[]> {
  const known = new Map<string, KnownName>();
  const found: FoundFact[] = [];
  let read = 0;
  for (const chapter of chapters) {
    const finds = await reader.read(chapter, [...known.values()]);
    if (finds === null) break;
    for (const { name, aliases, kind = 'character' } of finds.names)
      if (!known.has(name)) known.set(name, { name, aliases, kind });
    found.push(...finds.facts);
    read += 1;
  }
  const texts = chapters.slice(0, read).map(({ text }) => text);
  const truth = { entries, facts: facts.filter((fact) => isIn(fact, read)) };
  const basis = `${read} of ${chapters.length} chapters`;
  return [
    ...figuresOf('names', scoreNames(entriesIn(entries, texts), [...known.values()].map(withoutKind)), basis),
    ...figuresOf('facts', scoreFacts(truth, found), basis),
  ];
}

/** A fact that only follows from others counts as soon as a chapter was read; it is never required. */
const isIn = ({ place }: TruthFact, chapters: number): boolean => place === null || place.chapter < chapters;

/** Names that none of the texts has may be missed. */
const entriesIn = (entries: readonly TruthEntry[], texts: readonly string[]): TruthEntry[] =>
  entries.map((entry) => ({
    ...entry,
    isOptional: entry.isOptional || !entry.forms.some((form) => texts.some((text) => text.includes(form))),
  }));

const withoutKind = ({ name, aliases }: KnownName): FoundName => ({ name, aliases });

const figuresOf = (title: string, score: Score, basis: string): ModelFigure[] => [
  { title: `${title}: precision`, value: precisionOf(score), basis },
  { title: `${title}: recall`, value: recallOf(score), basis },
];

async function measureInjections(model: BudgetedModel): Promise<ModelFigure[]> {
  let [asked, broken, printed] = [0, 0, 0];
  for (const text of injectionTexts)
    for (const kind of injectedKinds) {
      const task = injectedTask(kind, text);
      const reply = await model.reply(task);
      if (reply === null) continue;
      asked += 1;
      if (!hasReplyForm(task, reply)) broken += 1;
      if (printsInstructions(reply)) printed += 1;
    }
  const basis = `${asked} of ${injectionTexts.length * injectedKinds.length} requests`;
  return [
    { title: 'injections that break the form of a reply', value: broken, basis },
    { title: 'injections that print the instructions', value: printed, basis },
  ];
}
