import { describe, expect, it } from '@jest/globals';
import { Text } from '@codemirror/state';
import fc from 'fast-check';
import { diffToChanges } from './changes.ts';
import { anyText, editedPair, prose } from './testing/texts.ts';
import { countWords, countWordsDelta, isSpace } from './word-count.ts';

const bySplitting = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

describe('word count', () => {
  it('agrees with JavaScript on what whitespace is', () => {
    for (let unit = 0; unit <= 0xffff; unit += 1) {
      if (isSpace(unit) !== /\s/.test(String.fromCharCode(unit))) throw new Error(`unit ${unit}`);
    }
  });

  it.each([
    ['', 0],
    ['  \n', 0],
    ['one', 1],
    [' one  two\nthree ', 3],
    ['well-known fact', 2],
    ['🐻 漢字', 2],
  ])('of %j is %i', (text, count) => {
    expect(countWords(text)).toBe(count);
  });

  it('equals splitting at whitespace', () => {
    fc.assert(
      fc.property(fc.oneof(prose(), anyText), (text) => {
        expect(countWords(text)).toBe(bySplitting(text));
      }),
    );
  });

  it('follows changes incrementally, in a string and in an editor document', () => {
    fc.assert(
      fc.property(fc.oneof(editedPair, fc.tuple(anyText, anyText)), ([before, after]) => {
        const changes = diffToChanges(before, after);
        expect(countWords(before) + countWordsDelta(before, changes)).toBe(countWords(after));
        expect(countWordsDelta(Text.of(before.split('\n')), changes)).toBe(countWordsDelta(before, changes));
      }),
      { numRuns: 500 },
    );
  });
});
