import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createLogger } from './logger.ts';
import { runCommand, stopOnSignal } from './run-command.ts';

describe('runCommand', () => {
  afterEach(() => {
    process.exitCode = undefined;
    jest.restoreAllMocks();
  });
  const start = async (...args: string[]) => {
    const done: string[] = [];
    const printed: unknown[] = [];
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(text) > 0);
    const record = (name: string) => async (rest: readonly string[]) => void done.push([name, ...rest].join(' '));
    await runCommand(
      'books',
      { serve: { usage: '[--migrate]', run: record('serve') }, migrate: { usage: '', run: record('migrate') } },
      args,
    );
    return { done, printed, exitCode: process.exitCode };
  };

  it('runs the named command with the arguments after it, and `serve` without a name', async () => {
    expect((await start()).done).toEqual(['serve']);
    expect((await start('serve', '--migrate')).done).toEqual(['serve --migrate']);
    expect((await start('migrate')).done).toEqual(['migrate']);
  });

  it('exits with 2 and prints the commands for an unknown one', async () => {
    expect(await start('server')).toEqual({
      done: [],
      printed: ['books: unknown command "server"; usage: main.js [serve [--migrate]|migrate]\n'],
      exitCode: 2,
    });
  });
});

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
