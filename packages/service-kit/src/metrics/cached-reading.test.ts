import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { CachedReading } from './cached-reading.ts';

describe('CachedReading', () => {
  afterEach(() => void jest.useRealTimers());
  const start = (read: () => Promise<number>) => {
    const warnings: unknown[] = [];
    const clock = { now: 0 };
    const logger = { warn: (...line: unknown[]) => void warnings.push(line) };
    return { clock, warnings, reading: new CachedReading({ name: 'rows', read, logger, now: () => clock.now }) };
  };

  it('reads at most once in 10 s', async () => {
    let reads = 0;
    const { clock, reading } = start(async () => (reads += 1));
    expect([await reading.get(), await reading.get()]).toEqual([1, 1]);
    clock.now = 9999;
    expect(await reading.get()).toBe(1);
    clock.now = 10_000;
    expect(await reading.get()).toBe(2);
  });

  it('resolves with null after a failure, and logs only the first of several', async () => {
    let isDown = true;
    const { clock, warnings, reading } = start(async () => {
      if (isDown) throw new Error('down');
      return 7;
    });
    expect(await reading.get()).toBeNull();
    clock.now = 10_000;
    expect(await reading.get()).toBeNull();
    expect(warnings).toHaveLength(1);
    isDown = false;
    clock.now = 20_000;
    expect(await reading.get()).toBe(7);
  });

  it('gives up a hanging read after 2 s, and starts no second one', async () => {
    jest.useFakeTimers();
    let reads = 0;
    const { clock, reading } = start(() => {
      reads += 1;
      return new Promise(() => undefined);
    });
    const value = reading.get();
    await jest.advanceTimersByTimeAsync(2000);
    expect(await value).toBeNull();
    clock.now = 60_000;
    expect(await reading.get()).toBeNull();
    expect(reads).toBe(1);
  });
});
