import { describe, expect, it } from '@jest/globals';
import { addPoints, pointsOf, targetFrom } from './plan.ts';

describe('chapter plan', () => {
  it('has one key point for each non-empty line', () => {
    expect(pointsOf(' Ida lights the lamp \n\n  \nThe ship is late')).toEqual([
      'Ida lights the lamp',
      'The ship is late',
    ]);
  });

  it('adds new points below the existing ones', () => {
    expect(addPoints({ description: 'Night.', keyPoints: 'One\n' }, ['Two', 'Three'])).toEqual({
      description: 'Night.',
      keyPoints: 'One\nTwo\nThree',
    });
  });
});

it.each([
  ['500', 500],
  ['10000', 10_000],
  ['2750', 2750],
  ['499', 2500],
  ['10250', 2500],
  ['600', 2500],
  ['', 2500],
  ['many', 2500],
  ['1e3', 1000],
  ['-500', 2500],
])('a target of %j words becomes %d', (typed, target) => {
  expect(targetFrom(typed)).toBe(target);
});
