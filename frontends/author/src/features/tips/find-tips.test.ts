import { expect, it } from '@jest/globals';
import { countTips, findTips } from './find-tips.ts';

const library = [
  {
    id: 'plot',
    label: 'Plot',
    tips: [
      { type: 'tip', text: 'Don’t end on the explanation.' },
      { type: 'fact', text: 'Hardy left a man on a cliff.' },
    ],
  },
  { id: 'habit', label: 'Habit', tips: [{ type: 'tip', text: 'Leave the draft open at the END of the day.' }] },
];
const found = (query: string, category = '') =>
  findTips(library, query, category).map(({ id, tips }) => [id, tips.length]);

it('finds tips by all words, ignoring case, order and apostrophes, and by type', () => {
  expect([
    found(''),
    found('end'),
    found('explanation END'),
    found("don't"),
    found('fact'),
    found('end cliff'),
  ]).toEqual([
    [
      ['plot', 2],
      ['habit', 1],
    ],
    [
      ['plot', 1],
      ['habit', 1],
    ],
    [['plot', 1]],
    [['plot', 1]],
    [['plot', 1]],
    [],
  ]);
});

it('limits the result to a category', () => {
  expect([found('end', 'habit'), found('cliff', 'habit'), countTips(library)]).toEqual([[['habit', 1]], [], 3]);
});
