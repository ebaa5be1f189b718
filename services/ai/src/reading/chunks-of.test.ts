import { expect, it } from '@jest/globals';
import { chunksOf } from './chunks-of.ts';

it.each([
  ['that fit together', ['aa', 'bb'], [['aa', 'bb']]],
  [
    'that do not fit together',
    ['aa', 'bb', 'c', 'd'],
    [
      ['aa', 'bb'],
      ['c', 'd'],
    ],
  ],
  ['one of which is too large', ['a', 'bbbbbb', 'c'], [['a'], ['bbbbbb'], ['c']]],
  ['none', [], []],
])('divides items %s', (_what, items: string[], chunks: string[][]) => {
  expect(chunksOf(items, ({ length }) => length, 4)).toEqual(chunks);
});
