import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createLogger } from './logger.ts';
import { stopOnSignal } from './run-service.ts';

describe('stopOnSignal', () => {
  const known = { SIGTERM: process.listeners('SIGTERM'), SIGINT: process.listeners('SIGINT') };
  afterEach(() => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      for (const listener of process.listeners(signal))
        if (!known[signal].includes(listener)) process.off(signal, listener);
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
  const start = (stop: () => Promise<void>) => {
    const done: string[] = [];
    jest.useFakeTimers();
    jest.spyOn(process, 'exit').mockImplementation(((code: number) => void done.push(`exit ${code}`)) as never);
    stopOnSignal({
      stop: () => stop().finally(() => done.push('stop')),
      telemetry: { flush: async () => void done.push('traces') },
      logger: createLogger('test', 'silent'),
    });
    return done;
  };

  it('stops once, flushes traces and exits with 0', async () => {
    const done = start(() => Promise.resolve());
    process.emit('SIGTERM');
    process.emit('SIGINT');
    await jest.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['stop', 'traces', 'exit 0']);
  });

  it('flushes traces also after a failed stop', async () => {
    const done = start(() => Promise.reject(new Error('stuck')));
    process.emit('SIGTERM');
    await jest.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['stop', 'traces', 'exit 1']);
  });

  it('exits after 25 s at the latest', async () => {
    const done = start(() => new Promise<void>(() => undefined));
    process.emit('SIGINT');
    await jest.advanceTimersByTimeAsync(24_999);
    expect(done).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(done).toEqual(['exit 1']);
  });
});
