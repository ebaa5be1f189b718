import { describe, expect, it } from '@jest/globals';
import { toBusinessTime, toSystemTime } from './clock-moves.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const moves = [
  { at: day(10), offsetMs: 5 * 86_400_000 },
  { at: day(12), offsetMs: 40 * 86_400_000 },
];

describe('business time', () => {
  it('is the system’s while nobody moves it', () =>
    expect([toSystemTime([], day(7)), toBusinessTime([], day(7))]).toEqual([day(7), day(7)]));
  it('runs ahead from each move on', () =>
    expect([9, 10, 11, 12].map((number) => toBusinessTime(moves, day(number)))).toEqual([
      day(9),
      day(15),
      day(16),
      day(52),
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
  ])('reached day %i on day %i of the system', (business, system) =>
    expect(toSystemTime(moves, day(business))).toEqual(day(system)),
  );
});
