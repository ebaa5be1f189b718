import { expect, it } from '@jest/globals';
import { limitConcurrency } from './limit-concurrency.ts';

const { signal } = new AbortController();
const settle = () => new Promise((resolve) => setTimeout(resolve));

it('runs at most two tasks at once, in order', async () => {
  const run = limitConcurrency(2);
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const tasks = [0, 1, 2, 3].map((task) =>
    run(signal, () => {
      started.push(task);
      return new Promise<number>((resolve) => (finish[task] = () => resolve(task)));
    }),
  );
  await settle();
  expect(started).toEqual([0, 1]);
  finish[1]?.();
  await settle();
  expect(started).toEqual([0, 1, 2]);
  finish[0]?.();
  finish[2]?.();
  await settle();
  finish[3]?.();
  expect(await Promise.all(tasks)).toEqual([0, 1, 2, 3]);
});

it('goes on after a failure, and skips a task that is aborted while it waits', async () => {
  const run = limitConcurrency(1);
  const control = new AbortController();
  let hasRun = false;
  const failing = run(signal, () => Promise.reject(new Error('offline')));
  const aborted = run(control.signal, () => Promise.resolve((hasRun = true)));
  const last = run(signal, () => Promise.resolve('done'));
  control.abort();
  await expect(failing).rejects.toThrow('offline');
  await expect(aborted).rejects.toThrow();
  expect(await last).toBe('done');
  expect(hasRun).toBe(false);
});
