import { describe, expect, it } from '@jest/globals';
import { localDateIn } from './local-date.ts';

describe('localDateIn', () => {
  it('returns the date in the author’s time zone', () => {
    const now = new Date('2026-01-01T02:00:00Z');
    expect([localDateIn('America/New_York', now), localDateIn('UTC', now)]).toEqual(['2025-12-31', '2026-01-01']);
    const evening = new Date('2026-11-21T20:00:00Z');
    expect([localDateIn('Pacific/Auckland', evening), localDateIn('UTC', evening)]).toEqual([
      '2026-11-22',
      '2026-11-21',
    ]);
  });

  it('changes at midnight, also in a zone whose offset is not a whole hour', () => {
    const midnight = Date.parse('2026-01-01T00:00:00+05:45');
    expect([-1, 0].map((ms) => localDateIn('Asia/Kathmandu', new Date(midnight + ms)))).toEqual([
      '2025-12-31',
      '2026-01-01',
    ]);
  });
});
