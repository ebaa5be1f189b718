import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { WorkerPool } from './worker-pool.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'worker-pool-'));
const file = path.join(folder, 'work.mjs');
/** The job `gated` runs until this file exists. */
const gate = path.join(folder, 'gate');
/** The job `gated` creates a file here when it begins. */
const begun = path.join(folder, 'begun');
mkdirSync(begun);
const works = `
  import { existsSync, writeFileSync } from 'node:fs';
  import os from 'node:os';
  import { threadId } from 'node:worker_threads';
  let isBroken = false;
  export default async (word) => {
    if (word === 'die') process.exit(1);
    if (word === 'priority') return String(os.getPriority(0));
    if (word === 'gated') writeFileSync(${JSON.stringify(begun)} + '/' + threadId, '');
    isBroken ||= word === 'break';
    if (isBroken) throw new Error('broken');
    if (word === 'hang') await new Promise((resolve) => setTimeout(resolve, 60_000));
    while (word === 'gated' && !existsSync(${JSON.stringify(gate)})) await new Promise((resolve) => setTimeout(resolve, 10));
    return word.toUpperCase();
  };`;
const one = { owner: 'user-1' };
const open: WorkerPool<string, string>[] = [];
const start = (
  more: Partial<ConstructorParameters<typeof WorkerPool<string, string>>[0]> = {},
): WorkerPool<string, string> => {
  const pool = new WorkerPool<string, string>({
    name: 'style',
    file: pathToFileURL(file),
    maxThreads: 1,
    maxQueue: 8,
    ...more,
  });
  open.push(pool);
  return pool;
};
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(open.splice(0).map((pool) => pool.close()));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('WorkerPool', () => {
  it('rejects waiting jobs with 503 when the worker fails to load, and retries after a pause', async () => {
    writeFileSync(file, 'throw new Error("half written");');
    const pool = start();
    const unavailable = expect.objectContaining({
      code: 'server.unavailable',
      headers: { 'Retry-After': '2' },
      cause: expect.objectContaining({ message: 'half written' }),
    });
    const waiting = await Promise.allSettled([pool.run('a', one), pool.run('b', one)]);
    expect(waiting.map((each) => each.status === 'rejected' && (each.reason as unknown))).toEqual([
      unavailable,
      unavailable,
    ]);
    writeFileSync(file, works);
    await expect(pool.run('too early', one)).rejects.toEqual(unavailable);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2000);
    expect(await pool.run('now', one)).toBe('NOW');
  });

  it('runs the jobs that wait behind a job that kills its worker', async () => {
    writeFileSync(file, works);
    const pool = start();
    const [died, ...others] = await Promise.allSettled([
      pool.run('die', one),
      pool.run('one', one),
      pool.run('two', one),
    ]);
    expect(died).toMatchObject({ status: 'rejected', reason: { message: 'worker exited with code: 1' } });
    expect(others).toEqual([
      { status: 'fulfilled', value: 'ONE' },
      { status: 'fulfilled', value: 'TWO' },
    ]);
  });

  it('runs the next job in a new thread after a job threw, with `replaceAfterError`', async () => {
    writeFileSync(file, works);
    const [kept, fresh] = [start(), start({ replaceAfterError: true })];
    const outcomes = async (pool: typeof kept) =>
      (await Promise.allSettled([pool.run('break', one), pool.run('one', one)])).map(({ status }) => status);
    expect([await outcomes(kept), await outcomes(fresh)]).toEqual([
      ['rejected', 'rejected'],
      ['rejected', 'fulfilled'],
    ]);
  });

  it('runs jobs below the priority of the event loop, where threads have one', async () => {
    writeFileSync(file, works);
    const step = process.platform === 'linux' ? os.constants.priority.PRIORITY_BELOW_NORMAL : 0;
    expect(Number(await start().run('priority', one))).toBe(os.getPriority() + step);
  });

  it('does not retry a job that its caller has aborted', async () => {
    writeFileSync(file, works);
    const pool = start();
    const call = new AbortController();
    const [, given] = await Promise.allSettled([
      pool.run('one', one),
      (call.abort(), pool.run('two', { ...one, signal: call.signal })),
    ]);
    expect(given).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
  });

  it('terminates a running job whose caller aborts, and runs the next one', async () => {
    writeFileSync(file, works);
    const pool = start();
    const call = new AbortController();
    const hanging = pool.run('hang', { ...one, signal: call.signal });
    const next = pool.run('next', { owner: 'user-2' });
    setTimeout(() => call.abort(), 200);
    await expect(hanging).rejects.toMatchObject({ name: 'AbortError' });
    expect(await next).toBe('NEXT');
  });

  describe('with a job that loads what the others need', () => {
    const load = (word: string) => ({ key: word.slice(0, 1), input: 'gated' });
    const startLoading = (maxLoadMs = 30_000): WorkerPool<string, string> => {
      writeFileSync(file, works);
      rmSync(gate, { force: true });
      rmSync(begun, { recursive: true });
      mkdirSync(begun);
      return start({ load, maxLoadMs, replaceAfterError: true });
    };
    const threads = () => readdirSync(begun).length;

    it('goes on loading when the caller of the first job leaves, and loads once for each thread', async () => {
      const pool = startLoading();
      const call = new AbortController();
      const first = expect(pool.run('one', { ...one, signal: call.signal })).rejects.toMatchObject({
        name: 'AbortError',
      });
      while (threads() === 0) await sleep(10);
      call.abort();
      await first;
      const second = pool.run('other', { owner: 'user-2' });
      await sleep(100);
      writeFileSync(gate, '');
      expect([await second, await pool.run('old', one), threads()]).toEqual(['OTHER', 'OLD', 1]);
      const hanging = pool.run('hang', { ...one, signal: AbortSignal.timeout(300) });
      await expect(hanging).rejects.toMatchObject({ name: 'AbortError' });
      expect([await pool.run('only', one), threads()]).toEqual(['ONLY', 2]);
    });

    it('rejects a job that waits too long for it with 503 and Retry-After', async () => {
      const pool = startLoading(100);
      const late = { code: 'server.unavailable', status: 503, headers: { 'Retry-After': '3' } };
      await expect(pool.run('one', one)).rejects.toMatchObject(late);
      await expect(pool.run('other', one)).rejects.toMatchObject(late);
      writeFileSync(gate, '');
      while (threads() === 0) await sleep(10);
      await sleep(50);
      expect([await pool.run('old', one), threads()]).toEqual(['OLD', 1]);
    });

    it('requires a pool of one thread', () => {
      expect(() => start({ load, maxThreads: 2 })).toThrow('Only a pool of one thread can load');
    });
  });

  it('rejects an owner beyond its queue limit with 503 and Retry-After, and serves another owner', async () => {
    writeFileSync(file, works);
    const pool = start();
    const hog = Promise.allSettled(Array.from({ length: 5 }, (_item, index) => pool.run(`a${index}`, one)));
    const other = pool.run('b', { owner: 'user-2' });
    const refused = (await hog).filter((each) => each.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(refused).toEqual(
      [1, 2].map(() => expect.objectContaining({ code: 'server.unavailable', headers: { 'Retry-After': '3' } })),
    );
    expect(await other).toBe('B');
  });

  it('loads the input of a waiting job once a thread is free, and that of a rejected one never', async () => {
    writeFileSync(file, works);
    rmSync(gate, { force: true });
    const pool = start();
    const first = pool.run('gated', one);
    const loaded: string[] = [];
    const load = (word: string) =>
      pool.withThread(one, async (execute) => {
        loaded.push(word);
        return await execute(word);
      });
    const jobs = Promise.allSettled(['a', 'b', 'c'].map(load));
    await sleep(50);
    expect(loaded).toEqual([]);
    writeFileSync(gate, '');
    expect([await first, (await jobs).map(({ status }) => status), loaded]).toEqual([
      'GATED',
      ['fulfilled', 'fulfilled', 'rejected'],
      ['a', 'b'],
    ]);
    rmSync(gate);
  });

  it('rejects a job that waits longer than `maxWaitMs` with 503 and Retry-After, and finishes the running one', async () => {
    writeFileSync(file, works);
    const pool = start({ maxWaitMs: 100 });
    const running = pool.run('gated', one);
    await expect(pool.run('late', { owner: 'user-2' })).rejects.toMatchObject({
      code: 'server.unavailable',
      status: 503,
      headers: { 'Retry-After': '3' },
    });
    writeFileSync(gate, '');
    expect(await running).toBe('GATED');
    expect(await pool.run('next', { owner: 'user-2' })).toBe('NEXT');
  });

  it('runs jobs of all pools on all processors but one, at least three, and leaves one to other users', async () => {
    writeFileSync(file, works);
    rmSync(gate, { force: true });
    rmSync(begun, { recursive: true });
    mkdirSync(begun);
    const all = Math.max(3, os.availableParallelism() - 1);
    const startJob = (owner: string) => start().run('gated', { owner });
    const begunCount = () => readdirSync(begun).length;
    const jobs = Array.from({ length: all }, () => startJob('user-1'));
    while (begunCount() < all - 1) await sleep(10);
    await sleep(300);
    expect(begunCount()).toBe(all - 1);
    jobs.push(startJob('user-2'), startJob('user-3'));
    while (begunCount() < all) await sleep(10);
    await sleep(300);
    expect(begunCount()).toBe(all);
    writeFileSync(gate, '');
    expect(await Promise.all(jobs)).toEqual(jobs.map(() => 'GATED'));
  });

  it('runs one job that needs much memory at a time, whatever its pool, and ends its thread soon afterwards', async () => {
    writeFileSync(file, works);
    rmSync(gate, { force: true });
    rmSync(begun, { recursive: true });
    mkdirSync(begun);
    const threads = () => readdirSync(begun).length;
    const [first, second] = [start({ needsMuchMemory: true }), start({ needsMuchMemory: true })];
    const jobs = [first.run('gated', one), second.run('gated', { owner: 'user-2' })];
    while (threads() === 0) await sleep(10);
    await sleep(300);
    expect(threads()).toBe(1);
    jobs.push(start().run('gated', { owner: 'user-3' }));
    while (threads() < 2) await sleep(10);
    writeFileSync(gate, '');
    await Promise.all(jobs);
    expect(threads()).toBe(3);
    await sleep(2500);
    await first.run('gated', one);
    expect(threads()).toBe(4);
  });

  it('rejects a job of a pool that was closed while the job waited for a thread of another pool', async () => {
    writeFileSync(file, works);
    rmSync(gate, { force: true });
    const all = Math.max(3, os.availableParallelism() - 1);
    const running = Array.from({ length: all }, (_item, index) => start().run('gated', { owner: `user-${index}` }));
    const pool = start();
    const waiting = expect(pool.run('gated', { owner: 'last' })).rejects.toMatchObject({ code: 'server.unavailable' });
    await pool.close();
    writeFileSync(gate, '');
    await Promise.all([...running, waiting]);
  });
});
