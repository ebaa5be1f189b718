import { expect, it } from '@jest/globals';
import { drawNames, drawPenName } from './draw.ts';

const list = Array.from({ length: 24 }, (_, at) => `Name ${at}`);

it('draws six different names, and six others next', () => {
  for (let round = 0; round < 50; round += 1) {
    const first = drawNames(list, 6, Math.random);
    const second = drawNames(list, 6, Math.random, first);
    expect(new Set([...first, ...second]).size).toBe(12);
  }
});

it('repeats names of a short list', () => {
  expect(drawNames(['A', 'B'], 6, () => 0.99, ['A', 'B']).toSorted()).toEqual(['A', 'B']);
});

it('combines any first and last name into a pen name', () => {
  expect([drawPenName(() => 0), drawPenName(() => 0.999_999)]).toEqual(['Ada Abernathy', 'Winifred Winterbourne']);
});
