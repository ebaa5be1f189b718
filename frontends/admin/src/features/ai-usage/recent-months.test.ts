import { expect, it } from '@jest/globals';
import { recentMonths } from './recent-months.ts';

it('counts back over the new year, in UTC', () => {
  expect(recentMonths(new Date('2026-02-01T00:30:00+01:00'), 3)).toEqual(['2026-01', '2025-12', '2025-11']);
});
