import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@inkbear/service-kit/logger';
import { RevocationFeed } from './revocation-feed.ts';

const logger = createLogger('test', 'silent');
const expiresAt = '2026-01-01T00:00:00.000Z';

describe('RevocationFeed', () => {
  const start = (
    list: (after: number) => Promise<{ revocations: { seq: number; sid: string; expiresAt: string }[]; seq: number }>,
  ) => {
    let now = 1000;
    const applied: string[] = [];
    const feed = new RevocationFeed({
      name: 'admins',
      list,
      apply: ({ sid }) => void applied.push(sid),
      logger,
      now: () => now,
    });
    return { feed, applied, advanceClock: (ms: number) => (now += ms) };
  };

  it('is as old as the last successful poll', async () => {
    let isUp = true;
    const { feed, advanceClock } = start(async () =>
      isUp ? { revocations: [], seq: 0 } : Promise.reject(new Error('down')),
    );
    expect(feed.ageMs).toBe(Infinity);
    expect(await feed.poll()).toBe(true);
    advanceClock(3000);
    isUp = false;
    expect(await feed.poll()).toBe(false);
    expect(feed.ageMs).toBe(3000);
  });

  it('fetches only newer entries, and all of them when `seq` went back', async () => {
    const requestedAfter: number[] = [];
    let seqs = [249, 250];
    const { feed, applied } = start(async (after) => {
      requestedAfter.push(after);
      return {
        revocations: seqs.filter((seq) => seq > after).map((seq) => ({ seq, sid: `s${seq}`, expiresAt })),
        seq: seqs.at(-1) ?? 0,
      };
    });
    await feed.poll();
    await feed.poll();
    seqs = [2, 3];
    await feed.poll();
    expect(requestedAfter).toEqual([0, 250, 250, 250, 0, 3]);
    expect(applied).toEqual(['s249', 's250', 's2', 's3']);
  });

  it('keeps its position when all entries have expired', async () => {
    const requestedAfter: number[] = [];
    let revocations = [{ seq: 7, sid: 's7', expiresAt }];
    const { feed } = start(async (after) => {
      requestedAfter.push(after);
      return { revocations: revocations.filter(({ seq }) => seq > after), seq: 7 };
    });
    await feed.poll();
    revocations = [];
    await feed.poll();
    expect(requestedAfter).toEqual([0, 7, 7]);
  });

  it('fetches all pages of a long list', async () => {
    const all = Array.from({ length: 25 }, (_, index) => ({ seq: index + 1, sid: `s${index + 1}`, expiresAt }));
    const { feed, applied } = start(async (after) => {
      const revocations = all.filter(({ seq }) => seq > after).slice(0, 10);
      return { revocations, seq: 25 };
    });
    await feed.poll();
    expect(applied).toHaveLength(25);
    expect(applied.at(-1)).toBe('s25');
  });
});
