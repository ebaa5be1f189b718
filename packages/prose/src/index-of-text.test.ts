import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { indexesOfText, indexOfText } from './index-of-text.ts';

describe('indexOfText', () => {
  it('finds what indexOf finds', () => {
    const few = fc.string({ unit: fc.constantFrom('a', 'b', '🐻'), maxLength: 30 });
    fc.assert(
      fc.property(few, few, few, (before, part, after) => {
        for (const text of [`${before}${part}${after}`, before])
          expect(indexOfText(text, part)).toBe(text.indexOf(part));
      }),
    );
  });

  // `indexOf` would take more than an hour.
  it('searches for a million units in a text of twenty million, whatever they repeat', () => {
    const text = 'a'.repeat(20_000_000);
    const run = 'a'.repeat(1_000_000);
    for (const part of [`ab${run}`, `${run}b${run}`]) expect(indexOfText(text, part)).toBe(-1);
    expect(indexOfText(text, `${run}b`)).toBe(-1);
    expect(indexOfText(`${text}b${run}`, `b${run}`)).toBe(20_000_000);
  });
});

describe('indexesOfText', () => {
  it('finds all places, also those that overlap', () => {
    expect([...indexesOfText('no, no, no', 'no, no')]).toEqual([0, 4]);
    expect([...indexesOfText('aaaa', 'aa')]).toEqual([0, 1, 2]);
    expect([...indexesOfText('aaaa', '')]).toEqual([]);
  });
});
