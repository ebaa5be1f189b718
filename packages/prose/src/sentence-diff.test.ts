import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { diffSentences } from './sentence-diff.ts';

const changed = (before: string, after: string) =>
  diffSentences(before, after)
    .filter(({ isChanged }) => isChanged)
    .map((part) => [part.before.trim(), part.after.trim()]);

describe('a comparison by sentences', () => {
  it('has one stretch for each sentence that changed', () => {
    expect(changed('She ran. He sat. It rained.', 'She walked. He sat. It poured.')).toEqual([
      ['She ran.', 'She walked.'],
      ['It rained.', 'It poured.'],
    ]);
  });
  it('pairs neighbours that are alike', () => {
    expect(
      changed('The old bear ran home. The lamp was out again.', 'The young bear ran home. The lamp was lit again.'),
    ).toEqual([
      ['The old bear ran home.', 'The young bear ran home.'],
      ['The lamp was out again.', 'The lamp was lit again.'],
    ]);
  });
  it('keeps new sentences apart from each other and from their neighbours', () => {
    expect(changed('She ran. He sat.', 'She ran. The wind rose. A door shut. He sat.')).toEqual([
      ['', 'The wind rose.'],
      ['', 'A door shut.'],
    ]);
  });
  it('never cuts a sentence of either side', () => {
    const before = 'It really hissed.\n\nShe climbed down. The street was very quiet.';
    expect(changed(before, 'It hissed.\n\n“Less,” he said.\n\nShe climbed down. The street was quiet.')).toEqual([
      ['It really hissed.', 'It hissed.'],
      ['', '“Less,” he said.'],
      ['The street was very quiet.', 'The street was quiet.'],
    ]);
  });
  it('of an empty text is all its sentences', () => {
    expect(diffSentences('', 'One. Two.')).toEqual([
      { isChanged: true, before: '', after: 'One. ' },
      { isChanged: true, before: '', after: 'Two.' },
    ]);
    expect(diffSentences('', '')).toEqual([]);
  });
  it('joined gives both texts back, whatever they are', () => {
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
  it('of two long texts with nothing in common ends', () => {
    const long = (word: string) => Array.from({ length: 1500 }, (_, index) => `${word} ${index} went on.`).join(' ');
    expect(diffSentences(long('Ida'), long('Otto')).length).toBeGreaterThan(0);
  });
});
