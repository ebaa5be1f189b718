import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { FairSlots } from './fair-slots.ts';
import { ProblemError } from './problem.ts';

/** Starts jobs that the test finishes by hand, and records the order in which they start. */
class Jobs {
  readonly started: string[] = [];
  readonly slots: FairSlots;
  readonly #ends = new Map<string, () => void>();

  constructor(bounds: {
    slots: number;
    maxRunningPerOwner?: number;
    maxWaiting?: number;
    maxWaitingPerOwner?: number;
    maxWaitMs?: number;
  }) {
    const queue = { maxWaiting: 200, maxWaitingPerOwner: 100, createFullError: () => new ProblemError('ai.too_busy') };
    this.slots = new FairSlots({ name: 'exports', ...queue, ...bounds });
  }

  async run(owner: string, name: string, signal?: AbortSignal): Promise<string> {
    return await this.slots.run({ owner, signal }, async () => {
      this.started.push(name);
      await new Promise<void>((resolve) => this.#ends.set(name, resolve));
      return name;
    });
  }

  /** Finishes one job, or all started jobs, and lets the next ones start. */
  async end(name?: string): Promise<void> {
    const names = name === undefined ? [...this.#ends.keys()] : [name];
    for (const each of names) {
      this.#ends.get(each)?.();
      this.#ends.delete(each);
    }
    for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
  }

  async endAll(): Promise<void> {
    while (this.#ends.size > 0) await this.end();
  }
}

describe('FairSlots', () => {
  afterEach(() => void jest.useRealTimers());

  it('delays a single job behind a hundred of another user by the running job only', async () => {
    const jobs = new Jobs({ slots: 1 });
    const hundred = Array.from({ length: 100 }, (_item, index) => jobs.run('a', `a${index}`));
    const single = jobs.run('b', 'b0');
    await jobs.end('a0');
    expect(jobs.started).toEqual(['a0', 'b0']);
    await jobs.endAll();
    expect(await single).toBe('b0');
    expect(await Promise.all(hundred)).toHaveLength(100);
  });

  it('serves owners in turn, and the jobs of one owner in order', async () => {
    const jobs = new Jobs({ slots: 1 });
    const all = [
      jobs.run('a', 'a0'),
      jobs.run('a', 'a1'),
      jobs.run('a', 'a2'),
      jobs.run('b', 'b0'),
      jobs.run('b', 'b1'),
      jobs.run('c', 'c0'),
    ];
    await jobs.endAll();
    expect(jobs.started).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'a2']);
    await Promise.all(all);
  });

  it('prefers the owner with the fewest running jobs', async () => {
    const jobs = new Jobs({ slots: 3 });
    const all = [
      jobs.run('a', 'a0'),
      jobs.run('a', 'a1'),
      jobs.run('b', 'b0'),
      jobs.run('a', 'a2'),
      jobs.run('b', 'b1'),
      jobs.run('b', 'b2'),
    ];
    await jobs.end('a0');
    expect(jobs.started).toEqual(['a0', 'a1', 'b0', 'b1']);
    await jobs.end('a1');
    expect(jobs.started.at(-1)).toBe('a2');
    await jobs.endAll();
    await Promise.all(all);
  });

  it('rejects jobs beyond the queue limit of an owner while others still enter, and beyond the total limit', async () => {
    const jobs = new Jobs({ slots: 1, maxWaiting: 3, maxWaitingPerOwner: 2 });
    const accepted = [jobs.run('a', 'a0'), jobs.run('a', 'a1'), jobs.run('a', 'a2')];
    await expect(jobs.run('a', 'a3')).rejects.toMatchObject({
      code: 'ai.too_busy',
      status: 503,
      headers: { 'Retry-After': '2' },
    });
    accepted.push(jobs.run('b', 'b0'));
    await expect(jobs.run('c', 'c0')).rejects.toMatchObject({ code: 'ai.too_busy' });
    await jobs.endAll();
    expect(await Promise.all(accepted)).toEqual(['a0', 'a1', 'a2', 'b0']);
    const later = jobs.run('a', 'a4');
    await jobs.endAll();
    expect(await later).toBe('a4');
  });

  it('rejects a job that waits too long, and keeps the others', async () => {
    jest.useFakeTimers();
    const jobs = new Jobs({ slots: 1, maxWaitMs: 5000 });
    const first = jobs.run('a', 'a0');
    const late = jobs.run('b', 'b0');
    jest.advanceTimersByTime(4000);
    const inTime = jobs.run('c', 'c0');
    jest.advanceTimersByTime(1000);
    await expect(late).rejects.toMatchObject({ code: 'ai.too_busy' });
    expect(jobs.slots.waiting).toBe(1);
    await jobs.end('a0');
    // A job that has started in time may run longer.
    jest.advanceTimersByTime(10_000);
    await jobs.endAll();
    expect([await first, await inTime, jobs.started]).toEqual(['a0', 'c0', ['a0', 'c0']]);
  });

  it('removes a waiting job from the queue when its caller aborts', async () => {
    const jobs = new Jobs({ slots: 1, maxWaiting: 1 });
    const running = jobs.run('a', 'a0');
    const call = new AbortController();
    const waiting = jobs.run('b', 'b0', call.signal);
    call.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    expect(jobs.slots.waiting).toBe(0);
    const next = jobs.run('b', 'b1');
    await jobs.endAll();
    expect(await Promise.all([running, next])).toEqual(['a0', 'b1']);
    await expect(jobs.run('a', 'a1', call.signal)).rejects.toThrow('gone');
    expect(jobs.started).toEqual(['a0', 'b1']);
  });

  it('frees the slot of a job that throws', async () => {
    const jobs = new Jobs({ slots: 1 });
    const failing = jobs.slots.run({ owner: 'a' }, () => Promise.reject(new Error('broken')));
    const next = jobs.run('a', 'a1');
    await expect(failing).rejects.toThrow('broken');
    await jobs.endAll();
    expect(await next).toBe('a1');
  });

  it('limits the concurrent jobs of one owner while others use the free slots', async () => {
    const jobs = new Jobs({ slots: 3, maxRunningPerOwner: 1 });
    const all = [jobs.run('a', 'a0'), jobs.run('a', 'a1'), jobs.run('b', 'b0'), jobs.run('b', 'b1')];
    await jobs.end('b0');
    expect([jobs.started, jobs.slots.waiting]).toEqual([['a0', 'b0', 'b1'], 1]);
    await jobs.end('b1');
    expect(jobs.started).toHaveLength(3);
    await jobs.end('a0');
    expect(jobs.started.at(-1)).toBe('a1');
    await jobs.endAll();
    await Promise.all(all);
    const unqueued = new Jobs({ slots: 3, maxRunningPerOwner: 1, maxWaiting: 0 });
    const running = unqueued.run('a', 'a0');
    await expect(unqueued.run('a', 'a1')).rejects.toMatchObject({ code: 'ai.too_busy' });
    await unqueued.endAll();
    await running;
  });

  it('holds an acquired slot until it is released; a second release does nothing', async () => {
    const { slots } = new Jobs({ slots: 1, maxWaiting: 1 });
    const release = await slots.acquire({ owner: 'a' });
    const next = slots.acquire({ owner: 'b' });
    release();
    release();
    const releaseNext = await next;
    await expect(Promise.race([slots.acquire({ owner: 'c' }), Promise.resolve('waits')])).resolves.toBe('waits');
    releaseNext();
    expect(slots.waiting).toBe(0);
  });

  it('rejects all waiting jobs on demand and keeps running ones', async () => {
    const jobs = new Jobs({ slots: 1 });
    const running = jobs.run('a', 'a0');
    const waiting = Promise.allSettled([jobs.run('a', 'a1'), jobs.run('b', 'b0')]);
    jobs.slots.rejectWaiting(() => new Error('closed'));
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await jobs.endAll();
    expect([await running, jobs.started]).toEqual(['a0', ['a0']]);
  });
});
