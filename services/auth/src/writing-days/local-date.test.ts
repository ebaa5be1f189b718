import { expect, it } from '@jest/globals';
import { localDate } from './local-date.ts';

it('localDate returns the date in the author’s time zone', () => {
  const now = new Date('2026-01-01T02:00:00Z');
  expect([localDate(now, 'America/New_York'), localDate(now, 'UTC')]).toEqual(['2025-12-31', '2026-01-01']);
});
