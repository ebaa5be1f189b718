import { describe, expect, it } from '@jest/globals';
import { ornate, generateText } from '../testing/voices.ts';
import { RemovedTexts } from './removed-texts.ts';

const passage = generateText(ornate, 60, 1);
const generated = (from: number, to: number, resultId: string) =>
  ({ from, to, wordClass: 'generated', resultId }) as const;

describe('removed texts', () => {
  it('are found whole, and as a part with the classes of that part', () => {
    const removed = new RemovedTexts([{ text: passage, spans: [generated(10, 40, 'r')], at: 0 }]);
    expect(removed.findWhole(passage)).toEqual([generated(10, 40, 'r')]);
    expect(removed.findWhole(passage.slice(15, 45))).toEqual([generated(0, 25, 'r')]);
    expect(removed.findWhole(`${passage}!`)).toBeNull();
    expect(removed.findWhole(passage.slice(0, 19))).toBeNull();
  });

  it('are found at any position of a longer text', () => {
    const removed = new RemovedTexts([{ text: passage, spans: [generated(0, passage.length, 'r')], at: 0 }]);
    for (let from = 0; from < 12; from += 1) {
      const part = passage.slice(from, from + 20);
      expect(removed.findParts(`§§§${part}§§§`)).toEqual([{ from: 3, to: 23, spans: [generated(3, 23, 'r')] }]);
    }
  });

  it('have the classes that they had last', () => {
    const removed = new RemovedTexts([
      { text: passage, spans: [generated(0, 30, 'old')], at: 0 },
      { text: passage, spans: [generated(0, 30, 'new')], at: 1 },
    ]);
    expect(removed.findWhole(passage)).toEqual([generated(0, 30, 'new')]);
  });

  it('are dropped, the oldest first, and never exceed 400,000 characters', () => {
    const texts = Array.from({ length: 100 }, (_, seed) => generateText(ornate, 1500, seed));
    const removed = new RemovedTexts();
    for (const text of texts) {
      removed.add({ text, spans: [], at: 0 });
      expect(removed.texts.reduce((sum, each) => sum + each.text.length, 0)).toBeLessThanOrEqual(400_000);
    }
    expect(removed.findWhole(texts.at(-1) ?? '')).toEqual([]);
    expect(removed.findWhole(texts[0] ?? '')).toBeNull();
  });

  it('are not stored when longer than the limit, and a long one replaces the others', () => {
    const removed = new RemovedTexts([{ text: passage, spans: [], at: 0 }]);
    removed.add({ text: 'x'.repeat(400_001), spans: [], at: 0 });
    expect(removed.texts).toHaveLength(1);
    removed.add({ text: 'y'.repeat(400_000), spans: [], at: 0 });
    expect(removed.texts.map(({ text }) => text.length)).toEqual([400_000]);
  });
});
