import { describe, expect, it } from '@jest/globals';
import {
  addBeats,
  beatsError,
  describeBeats,
  moveBeat,
  newBeat,
  normaliseBeats,
  readBeats,
  writeBeats,
} from './beats.ts';

const beats = ['A', 'B', 'C'].map((text) => ({ ...newBeat(text), id: text }));
const textsOf = (text: string) => readBeats(text).map((beat) => beat.text);

describe('beats of a plan', () => {
  it.each<[number, -1 | 1, string]>([
    [0, 1, 'BAC'],
    [2, -1, 'ACB'],
    [1, 1, 'ACB'],
  ])('moves beat %d by %d', (index, by, order) => {
    expect(
      moveBeat(beats, index, by)
        .map(({ id }) => id)
        .join(''),
    ).toBe(order);
  });

  it('leaves out beats without a text', () => {
    expect(textsOf(normaliseBeats(writeBeats([...beats, newBeat(' \n')])))).toEqual(['A', 'B', 'C']);
  });

  it('adds beats of 400 words below the existing ones, without duplicates', () => {
    const added = addBeats(writeBeats([...beats, newBeat()]), ['B', 'D']);
    expect(textsOf(added)).toEqual(['A', 'B', 'C', 'D']);
    expect(readBeats(added).at(-1)).toEqual({
      id: expect.any(String),
      text: 'D',
      words: 400,
      povEntryId: null,
      entryIds: [],
    });
  });

  it('has at most 30 beats', () => {
    const full = Array.from({ length: 30 }, (_, index) => newBeat(`Beat ${index}`));
    expect(beatsError(writeBeats([...full, newBeat()]))).toBeUndefined();
    expect(beatsError(writeBeats([...full, newBeat('More')]))).toBe(
      'A plan holds at most 30 beats; there are 31. Please remove some.',
    );
  });

  it('shows conflicting beats as a numbered list', () => {
    expect(describeBeats(writeBeats([newBeat('She waits.'), { ...newBeat('He comes.'), words: 1500 }]))).toBe(
      '1. She waits. (400 words)\n2. He comes. (1,500 words)',
    );
  });
});
