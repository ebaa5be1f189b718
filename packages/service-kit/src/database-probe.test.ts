import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import { DatabaseProbe } from './database-probe.ts';
import type { Logger } from './logger.ts';

describe('DatabaseProbe', () => {
  const logged: unknown[] = [];
  let client: EventEmitter;
  let isUp: boolean;
  let pings: number;
  let probe: DatabaseProbe;
  beforeEach(() => {
    jest.useFakeTimers();
    logged.length = 0;
    client = new EventEmitter();
    isUp = true;
    pings = 0;
    /** Like the driver: a ping without a reply fails after its timeout. */
    const command = () => {
      pings += 1;
      if (isUp) return Promise.resolve({ ok: 1 });
      return new Promise((_resolve, reject) => setTimeout(() => reject(new Error('timed out')), 800));
    };
    const log = (fields: unknown, message?: string) => logged.push(message ?? fields);
    probe = new DatabaseProbe(
      { getClient: () => client, db: { command } } as unknown as Connection,
      { warn: log, info: log } as unknown as Logger,
    );
  });
  afterEach(() => {
    probe.stop();
    jest.useRealTimers();
  });

  /** A request whose work ends when `resolve` or `reject` is called. */
  function startRequest(options: { isLong?: boolean; hasBegun?: boolean } = {}) {
    const work = Promise.withResolvers<void>();
    const aborted: string[] = [];
    const outcome: string[] = [];
    const request = probe.failFast(work.promise, {
      isLong: options.isLong ?? false,
      canStillFail: () => !(options.hasBegun ?? false),
      abort: ({ code }) => aborted.push(code),
    });
    request.then(
      () => outcome.push('done'),
      (error: Error & { code: string }) => outcome.push(error.code),
    );
    return { ...work, aborted, outcome };
  }

  it('fails a request within 1.2 s while the database is unavailable, and logs the late failure of its work', async () => {
    isUp = false;
    const { outcome, aborted, reject } = startRequest();
    await jest.advanceTimersByTimeAsync(1190);
    expect(outcome).toEqual([]);
    await jest.advanceTimersByTimeAsync(10);
    expect([outcome, aborted]).toEqual([['server.unavailable'], ['server.unavailable']]);
    reject(new Error('no primary'));
    await jest.advanceTimersByTimeAsync(0);
    expect(logged).toEqual(['mongodb_unavailable', 'request_failed_late']);
  });

  it('lets a slow request wait while the database answers, and fails it when that ends', async () => {
    const { outcome } = startRequest();
    await jest.advanceTimersByTimeAsync(5000);
    expect(outcome).toEqual([]);
    isUp = false;
    await jest.advanceTimersByTimeAsync(1200);
    expect(outcome).toEqual(['server.unavailable']);
  });

  it('lets a long request wait once it has begun', async () => {
    const { outcome, resolve } = startRequest({ isLong: true });
    await jest.advanceTimersByTimeAsync(1000);
    isUp = false;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(outcome).toEqual([]);
    resolve();
    await jest.advanceTimersByTimeAsync(0);
    expect(outcome).toEqual(['done']);
  });

  it('does not fail a request whose reply has begun', async () => {
    isUp = false;
    const { outcome, aborted } = startRequest({ hasBegun: true });
    await jest.advanceTimersByTimeAsync(10_000);
    expect([outcome, aborted]).toEqual([[], []]);
  });

  it('counts any command that succeeds meanwhile as an answer', async () => {
    isUp = false;
    const check = probe.check();
    await jest.advanceTimersByTimeAsync(100);
    client.emit('commandSucceeded');
    await jest.advanceTimersByTimeAsync(700);
    expect([await check, probe.isUnavailable]).toEqual([true, false]);
  });

  it.each([
    ['an answer', new mongoose.mongo.MongoServerError({ message: 'write conflict' }), false],
    ['no answer', new mongoose.mongo.MongoNetworkError('connection closed'), true],
  ])('counts a failed command as %s, by its error', async (_what, failure, isUnavailable) => {
    isUp = false;
    const check = probe.check();
    await jest.advanceTimersByTimeAsync(100);
    client.emit('commandFailed', { failure });
    await jest.advanceTimersByTimeAsync(700);
    expect([await check, probe.isUnavailable]).toEqual([!isUnavailable, isUnavailable]);
  });

  it('does not trust a timeout while this process gets no CPU time', async () => {
    isUp = false;
    const check = probe.check();
    const now = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => now + 2000);
    await jest.advanceTimersByTimeAsync(800);
    expect(await check).toBe(true);
    jest.restoreAllMocks();
  });

  it('refuses requests at once while the database is unavailable, and accepts them as soon as it is back', async () => {
    isUp = false;
    const checks = [probe.check(), probe.check()];
    await jest.advanceTimersByTimeAsync(800);
    expect([await Promise.all(checks), pings]).toEqual([[false, false], 1]);
    expect(() => probe.requireReachable()).toThrow(expect.objectContaining({ code: 'server.unavailable' }));
    await jest.advanceTimersByTimeAsync(5000);
    isUp = true;
    await jest.advanceTimersByTimeAsync(1050);
    expect(() => probe.requireReachable()).not.toThrow();
    expect(logged).toEqual(['mongodb_unavailable', 'mongodb_reconnected']);
  });

  it('repeats work that failed in an outage as soon as the database answers', async () => {
    isUp = false;
    const work = jest.fn(() => Promise.resolve('written')).mockRejectedValueOnce(new Error('no primary'));
    const result = probe.repeatAfterOutage(work, { isStopped: () => false });
    await jest.advanceTimersByTimeAsync(5000);
    expect(work).toHaveBeenCalledTimes(1);
    isUp = true;
    await jest.advanceTimersByTimeAsync(1050);
    expect([await result, work.mock.calls.length]).toEqual(['written', 2]);
  });

  it('does not repeat work that failed while the database answers, or when the process stops', async () => {
    const work = jest.fn(() => Promise.reject(new Error('bug')));
    const failed = expect(probe.repeatAfterOutage(work, { isStopped: () => false })).rejects.toThrow('bug');
    await jest.advanceTimersByTimeAsync(0);
    await failed;
    isUp = false;
    const stopped = expect(probe.repeatAfterOutage(work, { isStopped: () => true })).rejects.toThrow('bug');
    await jest.advanceTimersByTimeAsync(0);
    await stopped;
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('stops pinging the database when the process stops', async () => {
    isUp = false;
    const check = probe.check();
    await jest.advanceTimersByTimeAsync(800);
    await check;
    probe.stop();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(pings).toBe(1);
  });
});
