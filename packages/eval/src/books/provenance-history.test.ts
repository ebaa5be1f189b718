import { describe, expect, it } from '@jest/globals';
import {
  createProvenanceHistories,
  type ProvenanceStep,
  type ResultAction,
  type WordClass,
  wordClasses,
} from './provenance-history.ts';

const histories = createProvenanceHistories(5, 200);

describe('a history of origins', () => {
  it('has steps that lead to its text, with a class for every word', () => {
    for (const { steps, text, oracle } of histories) {
      const written = steps.reduce((old, { edit }) => old.slice(0, edit.from) + edit.insert + old.slice(edit.to), '');
      expect(written).toBe(text);
      expect(text.match(/\S+/g)).toHaveLength(oracle.length);
    }
  });

  it('contains every class, undone deletions and pasted results', () => {
    const classes = new Set(histories.flatMap(({ oracle }) => oracle));
    expect([...classes].sort()).toEqual([...wordClasses].sort());
    const steps = histories.flatMap((history) => history.steps);
    expect(new Set(steps.map(({ source }) => source))).toEqual(
      new Set(['typed', 'pasted', 'imported', 'result', 'undo']),
    );
    const pasted = histories.filter(({ steps: ofOne, results }) =>
      ofOne.some(({ source, edit }) => source === 'pasted' && results.some(({ text }) => text === edit.insert)),
    );
    expect(pasted.length).toBeGreaterThan(20);
  });

  it.each<[string, (step: ProvenanceStep, action?: ResultAction) => boolean, WordClass[]]>([
    ['imported', ({ source }) => source === 'imported', ['imported']],
    ['typed', ({ source, edit }) => source === 'typed' && edit.insert !== '', ['own', 'rewritten']],
    ['accepted as new text', (_step, action) => action === 'generate' || action === 'expand', ['generated']],
    ['accepted as an edit', (_step, action) => action === 'rewrite' || action === 'polish', ['edited', 'generated']],
    ['deleted and undone', ({ source }) => source === 'undo', [...wordClasses]],
  ])('gives words that were %s their classes', (_title, isOfKind, classes) => {
    const seen = new Set<WordClass>();
    for (const { steps, results, oracle } of histories) {
      const last = steps.at(-1);
      const action = results.find(({ id }) => id === last?.resultId)?.action;
      if (!last || !isOfKind(last, action)) continue;
      const text = steps
        .slice(0, -1)
        .reduce((old, { edit }) => old.slice(0, edit.from) + edit.insert + old.slice(edit.to), '');
      const first = text.slice(0, last.edit.from).match(/\S+/g)?.length ?? 0;
      const count = last.edit.insert.match(/\S+/g)?.length ?? 0;
      for (const wordClass of oracle.slice(first, first + count)) seen.add(wordClass);
    }
    expect(seen.size).toBeGreaterThan(0);
    expect([...seen].filter((wordClass) => !classes.includes(wordClass))).toEqual([]);
    // An undone deletion is more than typed text again, and an edit of generated words is new text.
    if (classes.length > 1) expect(seen.size).toBeGreaterThan(1);
  });

  it('is the same for the same seed only', () => {
    expect(createProvenanceHistories(5, 200)).toEqual(histories);
    expect(createProvenanceHistories(6, 200)).not.toEqual(histories);
  });
});
