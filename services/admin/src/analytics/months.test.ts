import { describe, expect, it } from '@jest/globals';
import { lastMonths, monthOf, startOfMonth } from './months.ts';

describe('lastMonths', () => {
  it('returns UTC calendar months, of which the current one ends now', () => {
    const now = new Date('2026-02-28T23:59:59.999Z');
    expect(lastMonths(now, 3).map(({ month, start, end }) => [month, start.toISOString(), end.toISOString()])).toEqual([
      ['2025-12', '2025-12-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
      ['2026-01', '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'],
      ['2026-02', '2026-02-01T00:00:00.000Z', now.toISOString()],
    ]);
    expect([monthOf(now), startOfMonth(now).toISOString()]).toEqual(['2026-02', '2026-02-01T00:00:00.000Z']);
  });
});
