import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { diffSentences } from './sentence-diff.ts';

const changed = (before: string, after: string) =>
  diffSentences(before, after)
    .filter(({ isChanged }) => isChanged)
    .map((part) => [part.before.trim(), part.after.trim()]);

describe('diffSentences', () => {
  it('returns one part per changed sentence', () => {
    expect(changed('She ran. He sat. It rained.', 'She walked. He sat. It poured.')).toEqual([
      ['She ran.', 'She walked.'],
      ['It rained.', 'It poured.'],
    ]);
  });
  it('pairs similar neighbouring sentences', () => {
    expect(
      changed('The old bear ran home. The lamp was out again.', 'The young bear ran home. The lamp was lit again.'),
    ).toEqual([
      ['The old bear ran home.', 'The young bear ran home.'],
      ['The lamp was out again.', 'The lamp was lit again.'],
    ]);
  });
  it('returns new sentences as separate parts', () => {
    expect(changed('She ran. He sat.', 'She ran. The wind rose. A door shut. He sat.')).toEqual([
      ['', 'The wind rose.'],
      ['', 'A door shut.'],
    ]);
  });
  it('never splits a sentence', () => {
    const before = 'It really hissed.\n\nShe climbed down. The street was very quiet.';
    expect(changed(before, 'It hissed.\n\n“Less,” he said.\n\nShe climbed down. The street was quiet.')).toEqual([
      ['It really hissed.', 'It hissed.'],
      ['', '“Less,” he said.'],
      ['The street was very quiet.', 'The street was quiet.'],
    ]);
  });
  it('returns all sentences when one text is empty', () => {
    expect(diffSentences('', 'One. Two.')).toEqual([
      { isChanged: true, before: '', after: 'One. ' },
      { isChanged: true, before: '', after: 'Two.' },
    ]);
    expect(diffSentences('', '')).toEqual([]);
  });
  it('reproduces both texts when its parts are joined', () => {
    const text = fc
      .array(
        fc.constantFrom('She ran.', 'He sat!', ' ', '\n\n', 'A dog', ' barked', '“Go,” she said.', ' She ran fast.'),
        { maxLength: 14 },
      )
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = diffSentences(before, after);
        expect([parts.map((part) => part.before).join(''), parts.map((part) => part.after).join('')]).toEqual([
          before,
          after,
        ]);
      }),
      { numRuns: 300 },
    );
  });
  it('terminates for two long texts with nothing in common', () => {
    const long = (word: string) => Array.from({ length: 1500 }, (_, index) => `${word} ${index} went on.`).join(' ');
    expect(diffSentences(long('Ida'), long('Otto')).length).toBeGreaterThan(0);
  });
});
