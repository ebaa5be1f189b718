import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Health } from './health.ts';

describe('Health', () => {
  let health: Health;
  let isUp: boolean;
  const check = async () => isUp;
  const read = async () => {
    // Results are cached for a second.
    jest.setSystemTime(Date.now() + 2000);
    return await health.read();
  };
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setTimeout', 'nextTick', 'queueMicrotask'] });
    health = new Health();
    isUp = true;
  });

  it('is not ready without what it requires, and shows what is optional', async () => {
    health.add('mongodb', check);
    health.addOptional('nats', async () => false);
    expect(await read()).toEqual({ ready: true, checks: { mongodb: true, nats: false } });
    isUp = false;
    expect((await read()).ready).toBe(false);
    isUp = true;
    health.markShuttingDown();
    expect((await read()).ready).toBe(false);
  });

  it('is not ready until what it needs at the start was there once', async () => {
    health.addUntilUp('revocations', check);
    isUp = false;
    expect((await read()).ready).toBe(false);
    isUp = true;
    expect((await read()).ready).toBe(true);
    isUp = false;
    expect(await read()).toEqual({ ready: true, checks: { revocations: false } });
  });

  it('counts a check that throws or hangs as failed', async () => {
    health.add('broken', () => Promise.reject(new Error('broken')));
    health.addOptional('hanging', () => new Promise(() => undefined));
    expect(await read()).toEqual({ ready: false, checks: { broken: false, hanging: false } });
  });
});
