import { describe, expect, it } from '@jest/globals';
import type { TruthFact } from '../books/book.ts';
import { generateBook } from '../books/generate-book.ts';
import type { FactFinder, NameFinder } from '../candidates.ts';
import { registeredCandidates } from '../registered-candidates.ts';
import { findMisses, formatReport } from '../report.ts';
import { reaches, targets } from '../targets.ts';
import { measureFacts, measureNames } from './measure-books.ts';
import { runEvaluation } from './run-evaluation.ts';

const options = { seed: 1, words: [20_000], promptWords: 20_000, edits: 200, histories: 100 };
const book = generateBook({ seed: 1, words: 20_000, person: 'third' });

describe('the evaluation of a book of 20,000 words', () => {
  const evaluation = runEvaluation(registeredCandidates, options);
  const report = formatReport(evaluation, 'seed 1');
  const reachedBy = (metric: string) =>
    evaluation.figures.find((figure) => figure.metric === metric && figure.role === 'product')?.value;

  it('reaches every required target', () => {
    process.stdout.write(`${report}\n`);
    const required = targets.filter((target) => target.required);
    expect(required.length).toBeGreaterThan(0);
    for (const target of required)
      expect([target.title, reaches(target, reachedBy(target.metric) ?? NaN)]).toEqual([target.title, true]);
  });

  it('reports a target without an implementation as not built, never as reached', () => {
    const figures = evaluation.figures.filter(({ candidate }) => candidate !== 'reading');
    const withoutReading = formatReport({ ...evaluation, figures }, 'seed 1');
    const line = withoutReading.split('\n').find((row) => row.startsWith('scripted provider: kept'));
    expect(line).toMatch(/not built *$/);
    expect(line).not.toContain('reached');
  });

  it('measures the baselines beside it', () => {
    const baselines = evaluation.figures.filter(({ role }) => role === 'baseline').map(({ candidate }) => candidate);
    expect(new Set(baselines)).toEqual(new Set(['prompt', 'ends of chapters', 'BM25 chunks', 'origins']));
  });
});

describe('a candidate', () => {
  const perfectNames: NameFinder = {
    name: 'oracle',
    findNames: () =>
      book.entries
        .filter(({ forms }) => forms.length > 0)
        .map(({ forms: [name = '', ...aliases] }) => ({ name, aliases })),
  };
  const factsOf = (change: (fact: TruthFact) => Partial<TruthFact>): FactFinder => ({
    name: 'oracle',
    findFacts: () =>
      book.facts.map((fact) => {
        const { entryId, attribute, value, modality } = { ...fact, ...change(fact) };
        return { entry: book.entries.find(({ id }) => id === entryId)?.forms[0] ?? '', attribute, value, modality };
      }),
  });
  const figure = (facts: FactFinder, metric: string): number | undefined => {
    const candidates = {
      ...registeredCandidates,
      names: { baselines: [], product: perfectNames },
      facts: { baselines: [], product: facts },
    };
    const figures = [...measureNames(candidates, [book]), ...measureFacts(candidates, [book])];
    return figures.find((found) => found.metric === metric)?.value;
  };

  it('has precision and recall 1 for the oracle', () => {
    const perfect = factsOf(() => ({}));
    for (const metric of ['names-precision', 'names-recall', 'facts-precision', 'facts-recall'])
      expect([metric, figure(perfect, metric)]).toEqual([metric, 1]);
  });

  it('has a precision below 1 when every lie counts as a fact', () => {
    expect(
      figure(
        factsOf(() => ({ modality: 'narrated' })),
        'facts-precision',
      ),
    ).toBeLessThan(1);
  });
});

describe('a report', () => {
  const evaluation = (value: number) => ({
    figures: [{ metric: 'leaks-recall', candidate: 'scan', role: 'product' as const, value }],
    datasets: [],
  });
  const leftovers = targets
    .filter(({ metric }) => metric === 'leaks-recall')
    .map((target) => ({ ...target, required: true }));

  it('lists a missed target only if the target is required', () => {
    expect(findMisses(evaluation(0.97), leftovers)).toEqual(leftovers);
    expect(findMisses(evaluation(0.98), leftovers)).toEqual([]);
    expect(
      findMisses(
        evaluation(0.97),
        leftovers.map((target) => ({ ...target, required: false })),
      ),
    ).toEqual([]);
    expect(findMisses({ figures: [], datasets: [] }, leftovers)).toEqual([]);
  });
});
