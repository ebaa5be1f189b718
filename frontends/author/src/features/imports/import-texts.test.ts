import { describe, expect, it } from '@jest/globals';
import { lossText, stateText, summaryText } from './import-texts.ts';

describe('texts of an import', () => {
  it('count losses', () => {
    expect([lossText({ kind: 'image', count: 1 }), lossText({ kind: 'tracked-change', count: 1200 })]).toEqual([
      '1 image',
      '1,200 tracked changes',
    ]);
  });

  it.each([
    [{ chapters: 1, pages: 0, excluded: 0 }, '1 chapter'],
    [{ chapters: 32, pages: 3, excluded: 1 }, '32 chapters · 3 pages before or after them · 1 left out'],
    [{ chapters: 2, pages: 0, excluded: 2 }, '2 chapters · 2 left out'],
  ])('sum up the plan %j', (summary, text) => {
    expect(summaryText(summary)).toBe(text);
  });

  it('show why an import failed', () => {
    const error = { code: 'imports.protected', message: 'This file has a password.' } as const;
    expect([stateText({ state: 'failed', error }), stateText({ state: 'failed', error: null })]).toEqual([
      'This file has a password.',
      'It could not be imported.',
    ]);
  });
});
