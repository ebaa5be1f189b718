import { describe, expect, it } from '@jest/globals';
import { ActivePlanCount, type PlanChange } from './active-plans.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const change = (userId: string, at: number, isPro: boolean, endsAt: number | null = null): PlanChange => ({
  userId,
  at: day(at),
  isPro,
  endsAt: endsAt === null ? null : day(endsAt),
});
function countAt(
  days: readonly number[],
  changes: readonly PlanChange[],
  aheadDays = 0,
  removals: ReadonlyMap<string, Date> = new Map(),
): number[] {
  const count = new ActivePlanCount(
    days.map((number) => ({ business: day(number + aheadDays), system: day(number) })),
    removals,
  );
  for (const each of changes) count.add(each);
  return count.finish();
}

describe('ActivePlanCount', () => {
  it('counts each moment independently of later changes', () =>
    expect(countAt([1, 3, 5, 9], [change('a', 2, true, 8), change('b', 4, true), change('b', 6, false)])).toEqual([
      0, 1, 2, 0,
    ]));
  it('counts a plan without an end event until its end date', () =>
    expect(countAt([4, 5, 6], [change('a', 1, true, 5)])).toEqual([1, 0, 0]));
  it('counts a renewed plan once and stops at an end event', () =>
    expect(countAt([5, 9, 12], [change('a', 1, true, 7), change('a', 6, true, 30), change('a', 10, false)])).toEqual([
      1, 1, 0,
    ]));
  it('compares end dates in business time and events in system time', () =>
    expect(countAt([2, 3], [change('a', 1, true, 20)], 17)).toEqual([1, 0]));
  it('does not count users after their removal', () =>
    expect(countAt([3, 5], [change('a', 1, true), change('b', 2, true)], 0, new Map([['b', day(4)]]))).toEqual([2, 1]));
  it('returns zeros without changes', () => expect(countAt([1, 2], [])).toEqual([0, 0]));
});
