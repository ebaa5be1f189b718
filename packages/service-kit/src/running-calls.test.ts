import { describe, expect, it } from '@jest/globals';
import { LazyAbortController, RunningCalls } from './running-calls.ts';

const reason = new Error('The process stops.');

describe('LazyAbortController', () => {
  it('aborts signals created before and after the abort, with the first reason', () => {
    const [early, late] = [new LazyAbortController(), new LazyAbortController()];
    const { signal } = early;
    for (const end of [early, late]) {
      end.abort(reason);
      end.abort();
    }
    expect([signal.aborted, signal.reason, late.signal.aborted, late.signal.reason]).toEqual([
      true,
      reason,
      true,
      reason,
    ]);
    expect(late.signal).toBe(late.signal);
  });

  it('aborts with the default reason when the client disconnects', () => {
    const end = new LazyAbortController();
    expect(end.signal.aborted).toBe(false);
    end.abort();
    expect(end.signal.reason).toMatchObject({ name: 'AbortError' });
  });
});

it('RunningCalls aborts running and later calls, and waits for them', async () => {
  const calls = new RunningCalls();
  const [running, later] = [new LazyAbortController(), new LazyAbortController()];
  const work = calls.run(running, () => new Promise((resolve) => running.signal.addEventListener('abort', resolve)));
  calls.abort(reason);
  await calls.whenIdle();
  await work;
  await calls.run(later, () => Promise.resolve());
  expect([running.signal.reason, later.signal.reason]).toEqual([reason, reason]);
});
