import { expect, it } from '@jest/globals';
import { drawNames, drawPenName } from './draw.ts';

const list = Array.from({ length: 24 }, (_, at) => `Name ${at}`);

it('a draw is six different names, and the next one six others', () => {
  for (let round = 0; round < 50; round += 1) {
    const first = drawNames(list, 6, Math.random);
    const second = drawNames(list, 6, Math.random, first);
    expect(new Set([...first, ...second]).size).toBe(12);
  }
});

it('a short list gives what it has, again if need be', () => {
  expect(drawNames(['A', 'B'], 6, () => 0.99, ['A', 'B']).toSorted()).toEqual(['A', 'B']);
});

it('a pen name is a first and a last name, the ends of both lists included', () => {
  expect([drawPenName(() => 0), drawPenName(() => 0.999_999)]).toEqual(['Ada Abernathy', 'Winifred Winterbourne']);
});
