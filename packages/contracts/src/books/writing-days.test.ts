import { describe, expect, it } from '@jest/globals';
import { writingStats } from './writing-days.ts';

const day = (date: string, typedWords = 100) => ({ date, typedWords });

describe('writing stats', () => {
  it('count consecutive days up to today as a streak', () => {
    expect(writingStats([day('2026-03-03'), day('2026-03-02'), day('2026-03-01')], '2026-03-03').streakDays).toBe(3);
  });
  it('keep a streak until the end of the next day', () => {
    expect(writingStats([day('2026-03-02'), day('2026-03-01')], '2026-03-03').streakDays).toBe(2);
    expect(writingStats([day('2026-03-01')], '2026-03-03').streakDays).toBe(0);
  });
  it('end a streak at a day without typed words', () => {
    expect(writingStats([day('2026-03-03'), day('2026-03-02', 0), day('2026-03-01')], '2026-03-03').streakDays).toBe(1);
  });
  it('sum the words of this week since Monday, and those of today', () => {
    const stats = writingStats([day('2026-03-01', 5), day('2026-03-02', 10), day('2026-03-04', 20)], '2026-03-04');
    expect(stats).toEqual({ streakDays: 1, wordsToday: 20, wordsThisWeek: 30 });
  });
  it('continue a streak across the end of a month and the start of daylight saving time', () => {
    expect(
      writingStats(
        [day('2026-03-28'), day('2026-03-29'), day('2026-03-30'), day('2026-03-31'), day('2026-04-01')],
        '2026-04-01',
      ).streakDays,
    ).toBe(5);
  });
});
