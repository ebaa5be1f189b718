import { describe, expect, it } from '@jest/globals';
import { parseJson } from '@inkbear/ai/src/generations/parse-reply.ts';
import { providerResultsSchema } from '@inkbear/ai/src/reading/match-provider-results.ts';
import { createEditHistories } from '../books/edit-history.ts';
import { generateBook } from '../books/generate-book.ts';
import { createProvenanceHistories } from '../books/provenance-history.ts';
import type { DetectedFinding, EvidenceMover, FoundFact, PromptBuilder } from '../candidates.ts';
import { countTokens } from '../metrics/count-tokens.ts';
import { summariesPrompt } from '../baselines/summaries-prompt.ts';
import { createBm25Prompt } from '../baselines/bm25-prompt.ts';
import { type Candidates, registeredCandidates } from '../registered-candidates.ts';
import { createContextPrompt } from '../adapters/context-prompt.ts';
import { originClasses } from '../adapters/origin-classes.ts';
import { promptNames } from '../adapters/name-finders.ts';
import { injectionTexts } from '../injections/injection-texts.ts';
import type { Figure } from './figure.ts';
import { measureConflicts, measureLeftovers, wordsOfBooks } from './measure-books.ts';
import { measureEvidence, measureProvenance } from './measure-histories.ts';
import { measureInjections } from './measure-injections.ts';
import { measureReplies } from './measure-replies.ts';
import { measurePrompts, promptBudget } from './measure-prompts.ts';
import { measureVoice } from './measure-voice.ts';

const book = generateBook({ seed: 41, words: 20_000 });
const leftovers = book.leftovers.map(({ rule, place }) => ({ rule, places: [place] }));
const elsewhere: DetectedFinding = { rule: 'tense', places: [{ chapter: 0, from: 0, to: 1 }] };
const valuesOf = (figures: readonly Figure[]): Record<string, number> =>
  Object.fromEntries(figures.filter(({ role }) => role === 'product').map(({ metric, value }) => [metric, value]));
/** The facts of a reply, unchecked. */
const believeReply = (reply: string): FoundFact[] =>
  (parseJson(providerResultsSchema)(reply)?.facts ?? []).map(({ entry, attribute, value, modality }) => ({
    entry,
    attribute,
    value,
    modality: modality === 'spoken' ? 'spoken' : 'narrated',
  }));
const withProduct = <K extends keyof Candidates>(key: K, product: Candidates[K]['product']): Candidates => ({
  ...registeredCandidates,
  [key]: { baselines: [], product },
});

describe('the score of a finder', () => {
  const conflictsOf = (found: DetectedFinding[]) =>
    valuesOf(measureConflicts(withProduct('conflicts', { name: 'test', findContradictions: () => found }), [book]));
  const leftoversOf = (found: DetectedFinding[]) =>
    valuesOf(measureLeftovers(withProduct('leftovers', { name: 'test', findLeftovers: () => found }), [book]));

  it('has recall 1 and no false alarm for the oracle', () => {
    expect(conflictsOf([...book.conflicts])).toEqual({ 'conflicts-recall': 1, 'conflicts-false': 0 });
    expect(leftoversOf(leftovers.map((leak) => ({ ...leak, rule: 'any' })))).toEqual({
      'leaks-recall': 1,
      'leaks-false': 0,
    });
  });

  it('has recall 0 when nothing is found', () => {
    expect(conflictsOf([])).toEqual({ 'conflicts-recall': 0, 'conflicts-false': 0 });
    expect(leftoversOf([])).toEqual({ 'leaks-recall': 0, 'leaks-false': 0 });
  });

  it('counts false alarms by words', () => {
    const words = wordsOfBooks([book]);
    expect(conflictsOf([elsewhere, elsewhere])['conflicts-false']).toBeCloseTo(100_000 / words);
    expect(leftoversOf([elsewhere])['leaks-false']).toBeCloseTo(100_000 / words);
  });
});

describe('ReplyReader', () => {
  const measure = (product: Candidates['replies']['product']) =>
    valuesOf(measureReplies(withProduct('replies', product), [book]));

  it('keeps most true facts and no invented one, as the product does', () => {
    const { 'scripted-kept': kept, ...others } = measure(registeredCandidates.replies.product);
    expect(others).toEqual({ 'scripted-true': 1, 'scripted-invented': 0 });
    expect(kept).toBeGreaterThan(0.9);
  });

  it('keeps invented facts when it believes every reply', () => {
    const figures = measure({ name: 'test', keepFacts: believeReply });
    expect(figures['scripted-kept']).toBe(1);
    expect(figures['scripted-true']).toBeLessThan(0.5);
    expect(figures['scripted-invented']).toBeGreaterThan(100);
  });
});

describe('InjectionTarget', () => {
  it('has 40 different texts', () => expect(new Set(injectionTexts).size).toBe(40));

  it('counts what gets out of the data or breaks the form of the reply', () => {
    const request = { kind: 'test', instructions: '', isBroken: false };
    const requestsWith = (text: string) => [
      { ...request, instructions: text.includes('</data>') ? text : '' },
      { ...request, isBroken: text.includes('{"titles": "none"}') },
    ];
    const figures = valuesOf(measureInjections(withProduct('injections', { name: 'test', requestsWith })));
    expect(figures).toEqual({
      'injections-outside': injectionTexts.filter((text) => text.includes('</data>')).length,
      'injections-broken': 1,
    });
  });
});

describe('EvidenceMover', () => {
  const histories = createEditHistories(book, 1000);
  const measure = (moveEvidence: EvidenceMover['moveEvidence']) =>
    valuesOf(measureEvidence(withProduct('evidence', { name: 'test', moveEvidence }), histories));

  it('is correct everywhere for the oracle', () => {
    const oracles = new Map(histories.map(({ after, oracle }) => [after, oracle]));
    expect(measure(({ after }) => [...(oracles.get(after) ?? [])])).toEqual({
      'evidence-right': 1,
      'evidence-wrong': 0,
    });
  });

  it('is not correct enough when it only searches for the same words', () => {
    const found = measure(({ after, quotes }) =>
      quotes.map(({ quote }) => {
        const from = after.indexOf(quote);
        return from < 0 ? { state: 'lost', from: 0, to: 0 } : { state: 'found', from, to: from + quote.length };
      }),
    );
    expect(found['evidence-right']).toBeGreaterThan(0.7);
    expect(found['evidence-right']).toBeLessThan(0.95);
  });

  it('is wrong when it leaves evidence where it was', () => {
    const found = measure(({ quotes }) => quotes.map(({ from, to }) => ({ state: 'found', from, to })));
    expect(found['evidence-wrong']).toBeGreaterThan(20);
  });
});

describe('WordClassifier', () => {
  const histories = createProvenanceHistories(4, 50);

  it('is correct everywhere for the oracle', () => {
    const oracles = new Map(histories.map(({ steps, oracle }) => [steps, oracle]));
    const candidates = withProduct('provenance', {
      name: 'test',
      classifyWords: ({ steps }) => [...(oracles.get(steps) ?? [])],
    });
    expect(valuesOf(measureProvenance(candidates, histories))).toEqual({ provenance: 1 });
  });

  it('knows only four classes when it has nothing but the origins of spans', () => {
    for (const history of histories) {
      const classes = originClasses.classifyWords(history);
      expect(classes).toHaveLength(history.oracle.length);
      expect(classes.filter((wordClass) => ['edited', 'rewritten'].includes(wordClass))).toEqual([]);
    }
  });

  it('is correct for every word when it follows the changes', () => {
    const figures = measureProvenance(registeredCandidates, histories);
    expect(figures.find(({ candidate }) => candidate === 'classifier')?.value).toBe(1);
    expect(figures.find(({ candidate }) => candidate === 'origins')?.value).toBeLessThan(0.95);
  });
});

describe('PromptBuilder', () => {
  const measure = (buildPrompt: PromptBuilder['buildPrompt']) =>
    valuesOf(measurePrompts(withProduct('prompt', { name: 'test', buildPrompt }), book));

  it('covers every fact with the whole book, which costs the whole book', () => {
    const figures = measure(({ book: { chapters } }) => chapters.map(({ text }) => text).join('\n\n'));
    expect(figures).toMatchObject({ 'plan-facts': 1, 'prompt-prefix': 1 });
    expect(figures['prompt-share']).toBeCloseTo(1, 1);
  });

  it('covers nothing with the request alone', () => {
    const figures = measure(({ request }) => `Write. ${request}`);
    expect(figures['plan-facts']).toBe(0);
    expect(figures['plan-facts-above-bm25']).toBeLessThan(-0.3);
    expect(figures['prompt-prefix']).toBeLessThan(0.5);
  });

  it('stays within the budget as chunks and as the product does, and has the plan', () => {
    const [plan] = book.plans;
    if (!plan) throw new Error('The book has no plan.');
    const request = { book, plan, request: plan.requests[0], budget: promptBudget, countTokens };
    const chunks = createBm25Prompt().buildPrompt(request);
    expect(countTokens(chunks)).toBeLessThanOrEqual(promptBudget);
    expect(countTokens(chunks)).toBeGreaterThan(promptBudget * 0.9);
    const context = createContextPrompt().buildPrompt(request);
    expect(countTokens(context)).toBeLessThanOrEqual(promptBudget);
    for (const prompt of [chunks, context, summariesPrompt.buildPrompt(request)])
      for (const text of [plan.title, plan.description, ...plan.keyPoints, plan.requests[0]])
        expect(prompt).toContain(text);
  });
});

it('finds names with the name finder of the prompt baseline', () => {
  const names = promptNames.findNames(book.chapters).map(({ name }) => name);
  expect(names.filter((name) => book.entries.some(({ forms }) => forms.includes(name))).length).toBeGreaterThan(10);
});

it('measures a voice by texts of other authors', () => {
  const metric = { name: 'test', createDistance: () => () => 1 };
  expect(valuesOf(measureVoice(withProduct('voice', metric), 1))).toEqual({ 'voice-auc': 0.5 });
  const lengths = { name: 'test', createDistance: (typed: readonly string[]) => distanceOfLines(typed.join('\n\n')) };
  expect(valuesOf(measureVoice(withProduct('voice', lengths), 1))['voice-auc']).toBeGreaterThan(0.6);
});

/** A crude metric: compares the mean length of paragraphs. */
const distanceOfLines = (typed: string) => (text: string) => Math.abs(meanLine(text) - meanLine(typed));
const meanLine = (text: string): number => text.length / text.split('\n\n').length;
