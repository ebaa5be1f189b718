import { describe, expect, it } from '@jest/globals';
import { writingStats } from './writing-days.ts';

const day = (date: string, typedWords = 100) => ({ date, typedWords });

describe('writing stats', () => {
  it('counts a run of days up to today', () => {
    expect(writingStats([day('2026-03-03'), day('2026-03-02'), day('2026-03-01')], '2026-03-03').streakDays).toBe(3);
  });
  it('keeps the run alive until the end of the day after', () => {
    expect(writingStats([day('2026-03-02'), day('2026-03-01')], '2026-03-03').streakDays).toBe(2);
    expect(writingStats([day('2026-03-01')], '2026-03-03').streakDays).toBe(0);
  });
  it('breaks the run at a day without typed words', () => {
    expect(writingStats([day('2026-03-03'), day('2026-03-02', 0), day('2026-03-01')], '2026-03-03').streakDays).toBe(1);
  });
  it('sums this week from Monday and today alone', () => {
    const stats = writingStats([day('2026-03-01', 5), day('2026-03-02', 10), day('2026-03-04', 20)], '2026-03-04');
    expect(stats).toEqual({ streakDays: 1, wordsToday: 20, wordsThisWeek: 30 });
  });
  it('runs across the end of a month and of daylight saving', () => {
    expect(
      writingStats(
        [day('2026-03-28'), day('2026-03-29'), day('2026-03-30'), day('2026-03-31'), day('2026-04-01')],
        '2026-04-01',
      ).streakDays,
    ).toBe(5);
  });
});
