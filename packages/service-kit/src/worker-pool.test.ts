import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { WorkerPool } from './worker-pool.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'worker-pool-'));
const file = path.join(folder, 'work.mjs');
const works = `export default (word) => { if (word === 'die') process.exit(1); return word.toUpperCase(); };`;
const open: WorkerPool<string, string>[] = [];
const start = (): WorkerPool<string, string> => {
  const pool = new WorkerPool<string, string>({ file: pathToFileURL(file), maxThreads: 1, maxQueue: 8 });
  open.push(pool);
  return pool;
};
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(open.splice(0).map((pool) => pool.close()));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a pool of workers', () => {
  it('refuses with 503 those who wait for a worker that does not load, rests, and tries anew', async () => {
    writeFileSync(file, 'throw new Error("half written");');
    const pool = start();
    const unavailable = expect.objectContaining({ code: 'server.unavailable', headers: { 'Retry-After': '2' }, cause: expect.objectContaining({ message: 'half written' }) });
    const waiting = await Promise.allSettled([pool.run('a'), pool.run('b')]);
    expect(waiting.map((each) => each.status === 'rejected' && (each.reason as unknown))).toEqual([unavailable, unavailable]);
    writeFileSync(file, works);
    await expect(pool.run('too early')).rejects.toEqual(unavailable);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2000);
    expect(await pool.run('now')).toBe('NOW');
  });

  it('runs what waits behind a job that kills its worker', async () => {
    writeFileSync(file, works);
    const pool = start();
    const [died, ...others] = await Promise.allSettled([pool.run('die'), pool.run('one'), pool.run('two')]);
    expect(died).toMatchObject({ status: 'rejected', reason: { message: 'worker exited with code: 1' } });
    expect(others).toEqual([{ status: 'fulfilled', value: 'ONE' }, { status: 'fulfilled', value: 'TWO' }]);
  });

  it('does not run again what its caller has given up', async () => {
    writeFileSync(file, works);
    const pool = start();
    const call = new AbortController();
    const [, given] = await Promise.allSettled([pool.run('one'), (call.abort(), pool.run('two', call.signal))]);
    expect(given).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
  });
});
