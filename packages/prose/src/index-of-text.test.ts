import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { indexOfText } from './index-of-text.ts';

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

  it('finds a part of a hundred thousand units in a text of two million, whatever they repeat', () => {
    const text = 'a'.repeat(2_000_000);
    const run = 'a'.repeat(100_000);
    expect(indexOfText(text, `b${run}`)).toBe(-1);
    expect(indexOfText(text, `${run}b`)).toBe(-1);
    expect(indexOfText(`${text}b${run}`, `b${run}`)).toBe(2_000_000);
  });
});
