import { describe, expect, it } from '@jest/globals';
import { stretchesOf, takeStretches } from './stretches.ts';

const changed = (before: string, after: string) => stretchesOf(before, after).filter(({ isChanged }) => isChanged).map((piece) => [piece.before, piece.after]);

describe('stretches', () => {
  it('are whole sentences, one for each that changed', () => {
    expect(changed('She ran. He sat. It rained.', 'She walked. He sat. It poured.')).toEqual([['She ran.', 'She walked.'], ['It rained.', 'It poured.']]);
  });
  it('of one sentence with two changed words are one', () => {
    expect(changed('The old bear ran home.', 'The young bear walked home.')).toEqual([['The old bear ran home.', 'The young bear walked home.']]);
  });
  it('of new sentences are one each, and take nothing of their neighbours along', () => {
    expect(changed('She ran. He sat.', 'She ran. The wind rose. A door shut. He sat.').map(([before, after]) => [before, after?.trim()])).toEqual([['', 'The wind rose.'], ['', 'A door shut.']]);
  });
  it('of an empty text are its sentences', () => {
    expect(changed('', 'One. Two.')).toEqual([['', 'One. '], ['', 'Two.']]);
  });
  it.each([
    ['She ran. He sat. It rained.', 'She walked fast. It poured.\n\nThen it stopped. He sat.'], ['A.', ''], ['', 'B. C.'], ['Same.', 'Same.'],
    ['“Go,” she said. They went.\n\nNight fell.', '“Stay,” she said. They stayed and ate.\n\nNight fell slowly. A dog barked.'], ['One. Two. Three.', 'Two! Three. Four.'],
  ])('joined give both texts back: %j → %j', (before, after) => {
    const pieces = stretchesOf(before, after);
    expect([takeStretches(pieces, () => false), takeStretches(pieces, () => true)]).toEqual([before, after]);
  });
  it('can be taken one by one', () => {
    const pieces = stretchesOf('She ran. He sat.', 'She walked. He stood.');
    expect(takeStretches(pieces, (index) => index === 0)).toBe('She walked. He sat.');
  });
});
