import { describe, expect, it } from '@jest/globals';
import { toBusinessTime, toSystemTime } from './clock-moves.ts';

const january = (number: number) => new Date(Date.UTC(2026, 0, number));
const moves = [
  { at: january(10), offsetMs: 5 * 86_400_000 },
  { at: january(12), offsetMs: 40 * 86_400_000 },
];

describe('business time', () => {
  it('equals system time without moves', () =>
    expect([toSystemTime([], january(7)), toBusinessTime([], january(7))]).toEqual([january(7), january(7)]));
  it('is offset from each move on', () =>
    expect([9, 10, 11, 12].map((number) => toBusinessTime(moves, january(number)))).toEqual([
      january(9),
      january(15),
      january(16),
      january(52),
    ]));
  it.each([
    [9, 9],
    [10, 10],
    [12, 10],
    [15, 10],
    [16, 11],
    [17, 12],
    [30, 12],
    [52, 12],
    [53, 13],
  ])('reaches day %i on system day %i', (business, system) =>
    expect(toSystemTime(moves, january(business))).toEqual(january(system)),
  );
});
