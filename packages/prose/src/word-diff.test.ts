import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyText, editedPair } from './testing/texts.ts';
import { diffWords, splitSentences } from './word-diff.ts';

describe('word diff', () => {
  it('shows whole words, removed before added', () => {
    expect(diffWords('The old bear wrote slowly.', 'The old she-bear typed fast.')).toEqual([
      { kind: 'same', text: 'The old ' },
      { kind: 'added', text: 'she-' },
      { kind: 'same', text: 'bear ' },
      { kind: 'removed', text: 'wrote slowly' },
      { kind: 'added', text: 'typed fast' },
      { kind: 'same', text: '.' },
    ]);
    expect(diffWords('colour', 'color')).toEqual([
      { kind: 'removed', text: 'colour' },
      { kind: 'added', text: 'color' },
    ]);
    expect(diffWords('same', 'same')).toEqual([{ kind: 'same', text: 'same' }]);
    expect(diffWords('', '')).toEqual([]);
  });

  it('contains both texts completely', () => {
    fc.assert(
      fc.property(fc.oneof(editedPair, fc.tuple(anyText, anyText)), ([before, after]) => {
        const parts = diffWords(before, after);
        const side = (kind: string): string =>
          parts
            .filter((part) => part.kind === 'same' || part.kind === kind)
            .map(({ text }) => text)
            .join('');
        expect(side('removed')).toBe(before);
        expect(side('added')).toBe(after);
        expect(parts.every(({ text }) => text !== '')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('sentences', () => {
  it('are split by language and join to the original text', () => {
    expect(splitSentences('She wrote. “Did you?” he asked. Yes!')).toEqual([
      'She wrote. ',
      '“Did you?” ',
      'he asked. ',
      'Yes!',
    ]);
    fc.assert(
      fc.property(anyText, fc.constantFrom('en-GB', 'de', 'not a language!'), (text, language) => {
        expect(splitSentences(text, language).join('')).toBe(text);
      }),
    );
  });
});
