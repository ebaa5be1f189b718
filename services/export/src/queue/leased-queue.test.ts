import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createLogger } from '@inkbear/service-kit/logger';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { type LeasedJob, LeasedQueue, StoppedError } from './leased-queue.ts';

interface Job extends LeasedJob {
  readonly end: () => void;
}

/** A queue with these waiting jobs, which run until a test ends them or they are stopped. */
function createQueue(waiting: string[], capacity: number) {
  const logger = createLogger('export', 'silent');
  const state = {
    waiting,
    running: new Map<string, Job>(),
    lost: new Set<string>(),
    stopped: [] as [id: string, reason: unknown][],
    ended: [] as string[],
  };
  const look = jest.fn(() => Promise.resolve({ open: state.waiting.length, canStart: state.waiting.length > 0 }));
  const queue = new LeasedQueue<Job>({
    name: 'tests',
    capacity,
    logger,
    look,
    claim: () => {
      const leaseId = state.waiting.shift();
      return Promise.resolve(
        leaseId === undefined ? null : { leaseId, control: new AbortController(), end: () => undefined },
      );
    },
    run: async ({ leaseId, control }) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      state.running.set(leaseId, { leaseId, control, end: resolve });
      control.signal.addEventListener('abort', () => reject(control.signal.reason as Error));
      await promise.then(
        () => state.ended.push(leaseId),
        (error: unknown) => state.stopped.push([leaseId, error instanceof StoppedError ? error.reason : error]),
      );
      state.running.delete(leaseId);
    },
    renew: ({ leaseId }) => Promise.resolve(!state.lost.has(leaseId)),
  });
  return { queue, state, look, logger };
}

describe('LeasedQueue', () => {
  const queues: LeasedQueue<Job>[] = [];
  const create = (waiting: string[], capacity = 1) => {
    const created = createQueue(waiting, capacity);
    queues.push(created.queue);
    return created;
  };
  afterEach(async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  });

  it('runs as many jobs at a time as it has room for, and the next one when one has ended', async () => {
    const { queue, state } = create(['a', 'b', 'c'], 2);
    queue.wake();
    await eventually(() => state.running.size === 2);
    expect([[...state.running.keys()], state.waiting]).toEqual([['a', 'b'], ['c']]);
    state.running.get('a')?.end();
    await eventually(() => state.running.has('c'));
    expect([state.ended, [...state.running.keys()]]).toEqual([['a'], ['b', 'c']]);
  });

  it('takes each job once, however often it is woken', async () => {
    const { queue, state } = create(['a', 'b'], 5);
    for (let times = 0; times < 10; times += 1) queue.wake();
    await eventually(() => state.running.size === 2);
    for (const job of state.running.values()) job.end();
    await eventually(() => state.ended.length === 2);
    expect(state.ended.toSorted()).toEqual(['a', 'b']);
  });

  it('stops a job whose lease was lost, and runs the next one', async () => {
    const { queue, state } = create(['a', 'b']);
    queue.wake();
    await eventually(() => state.running.has('a'));
    state.lost.add('a');
    queue.wake();
    await eventually(() => state.running.has('b'));
    expect(state.stopped).toEqual([['a', 'lost']]);
  });

  it('stops its jobs at shutdown, waits for them, and starts no other one', async () => {
    const { queue, state } = create(['a', 'b']);
    queue.wake();
    await eventually(() => state.running.has('a'));
    await queue.stop();
    expect([state.stopped, state.running.size]).toEqual([[['a', 'shutdown']], 0]);
    queue.wake();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([state.running.size, state.waiting]).toEqual([0, ['b']]);
  });

  it('looks again after a look has failed', async () => {
    const { queue, state, look, logger } = create(['a']);
    const warn = jest.spyOn(logger, 'warn');
    look.mockRejectedValueOnce(new Error('The database does not answer.'));
    queue.wake();
    await eventually(() => warn.mock.calls.length === 1);
    expect(warn.mock.calls[0]).toEqual([{ err: expect.any(Error), queue: 'tests' }, 'queue_poll_failed']);
    queue.wake();
    await eventually(() => state.running.has('a'));
  });
});
