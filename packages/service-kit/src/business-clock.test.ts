import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Connection } from 'mongoose';
import { StoredBusinessClock } from './business-clock.ts';
import { createLogger } from './logger.ts';

const minuteMs = 60_000;

/** A collection that records the names of the methods which are called, and has one row. */
function createRows(row: { offsetMs: number; seq: number }) {
  const calls: string[] = [];
  const collection = new Proxy(
    {},
    {
      get: (_target, name) => () => {
        calls.push(String(name));
        return Promise.resolve({ _id: 'offset', ...row });
      },
    },
  );
  return { calls, connection: { collection: () => collection } as unknown as Connection };
}

describe('StoredBusinessClock', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const broker = { subscribe: () => undefined, onConnect: () => undefined };
  const logger = createLogger('test', 'silent');

  it('reads the stored offset at start and once a minute, and writes nothing', async () => {
    const { calls, connection } = createRows({ offsetMs: 5 * minuteMs, seq: 1 });
    const stored = new StoredBusinessClock({ connection, broker, logger });
    await stored.start();
    expect([calls.splice(0), stored.clock.now().getTime() - Date.now()]).toEqual([['findOne'], 5 * minuteMs]);
    await jest.advanceTimersByTimeAsync(minuteMs - 1);
    expect(calls).toEqual([]);
    await jest.advanceTimersByTimeAsync(9 * minuteMs + 1);
    expect(calls).toEqual(Array.from({ length: 10 }, () => 'findOne'));
    stored.stop();
    await jest.advanceTimersByTimeAsync(10 * minuteMs);
    expect(calls).toHaveLength(10);
  });
});
