import { describe, expect, it } from '@jest/globals';
import { LazyAbortController, RunningCalls } from './running-calls.ts';

const reason = new Error('The process stops.');

describe('the end of a call', () => {
  it('is heard by a signal from before it and by one from after it, with the first reason', () => {
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

  it('without a reason is that the client went away', () => {
    const end = new LazyAbortController();
    expect(end.signal.aborted).toBe(false);
    end.abort();
    expect(end.signal.reason).toMatchObject({ name: 'AbortError' });
  });
});

it('calls are told of the end, the running ones and those that come after it, and waited for', async () => {
  const calls = new RunningCalls();
  const [running, later] = [new LazyAbortController(), new LazyAbortController()];
  const work = calls.run(running, () => new Promise((resolve) => running.signal.addEventListener('abort', resolve)));
  calls.abort(reason);
  await calls.settled();
  await work;
  await calls.run(later, () => Promise.resolve());
  expect([running.signal.reason, later.signal.reason]).toEqual([reason, reason]);
});
