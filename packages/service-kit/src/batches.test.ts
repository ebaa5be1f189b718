import { beforeEach, describe, expect, it } from '@jest/globals';
import { Batches } from './batches.ts';
import { createLogger } from './logger.ts';

describe('Batches', () => {
  let due: string[];
  let broken: Set<string>;
  let done: string[];
  let logged: { attempt: number; retryInMs: number; itemId: string }[];
  let now: number;
  let batches: Batches;
  beforeEach(() => {
    [due, broken, done, logged, now] = [[], new Set(), [], [], 0];
    const logger = Object.assign(createLogger('test', 'silent'), {
      error: (fields: never) => void logged.push(fields),
    });
    batches = new Batches({ logger, now: () => now });
  });
  const batch = (more: object = {}) => ({
    name: 'purge',
    size: 3,
    list: (limit: number) => Promise.resolve(due.slice(0, limit)),
    idOf: (item: string) => item,
    work: (item: string) => {
      if (broken.has(item)) return Promise.reject(new Error(`${item} is broken`));
      done.push(item);
      due = due.filter((one) => one !== item);
      return Promise.resolve();
    },
    ...more,
  });
  const names = (count: number, prefix = 'item') =>
    Array.from({ length: count }, (_one, index) => `${prefix}-${String(index).padStart(3, '0')}`);

  it('processes all due items page by page, each once', async () => {
    due = names(10);
    expect([await batches.run(batch()), done]).toEqual([0, names(10)]);
  });

  it('is not blocked by failing items at the head of the list, and logs each of them', async () => {
    due = [...names(50, 'broken'), ...names(5)];
    broken = new Set(names(50, 'broken'));
    expect([await batches.run(batch()), done, logged.length]).toEqual([50, names(5), 50]);
    expect(logged[0]).toMatchObject({ batch: 'purge', itemId: 'broken-000', attempt: 1, retryInMs: 1000 });
  });

  it('retries a failing item with exponential backoff, at most ten minutes apart, and resets the backoff after a success', async () => {
    due = ['broken'];
    broken.add('broken');
    const waits: number[] = [];
    for (let runs = 0; runs < 15; runs += 1) {
      await batches.run(batch());
      await batches.run(batch());
      const last = logged.at(-1);
      waits.push(last?.retryInMs ?? 0);
      now += last?.retryInMs ?? 0;
    }
    expect([waits.slice(0, 4), waits.at(-1), logged.length]).toEqual([[1000, 2000, 4000, 8000], 600_000, 15]);
    broken.clear();
    await batches.run(batch());
    expect(done).toEqual(['broken']);
    due = ['broken'];
    broken.add('broken');
    await batches.run(batch());
    expect(logged.at(-1)).toMatchObject({ attempt: 1 });
  });

  it('terminates when items stay due after they were processed', async () => {
    due = names(7);
    const touched: string[] = [];
    await batches.run(batch({ work: (item: string) => Promise.resolve(touched.push(item)) }));
    expect(touched).toEqual(names(7));
  });

  it('tracks failures per batch', async () => {
    due = ['a'];
    broken.add('a');
    await batches.run(batch());
    broken.clear();
    await batches.run(batch({ name: 'other' }));
    expect(done).toEqual(['a']);
  });

  it('reports no work when nothing is due or all due items are in backoff', async () => {
    expect(await batches.hasWork(batch())).toBe(false);
    due = ['a'];
    broken.add('a');
    expect(await batches.hasWork(batch())).toBe(true);
    await batches.run(batch());
    expect(await batches.hasWork(batch())).toBe(false);
    due = ['a', 'b'];
    expect(await batches.hasWork(batch())).toBe(true);
  });

  it('grows the list with the number of items in backoff, up to 10,000', async () => {
    const listed: number[] = [];
    const list = (limit: number) => {
      listed.push(limit);
      return Promise.resolve(due.slice(0, limit));
    };
    const rows = () => listed.splice(0).reduce((sum, limit) => sum + Math.min(limit, due.length), 0);
    due = names(6000, 'broken');
    broken = new Set(due);
    expect(await batches.run(batch({ list, size: 100 }))).toBe(6000);
    expect(rows()).toBeLessThan(4 * 6000);
    due.push('last');
    expect([await batches.run(batch({ list, size: 100 })), done]).toEqual([0, ['last']]);
    expect(rows()).toBeLessThan(5 * 6000);
    due = names(20_000, 'broken');
    broken = new Set(due);
    await batches.run(batch({ list, size: 100 }));
    expect(Math.max(...listed)).toBe(10_000);
    expect(logged.at(-1)).toMatchObject({ batch: 'purge', listed: 10_000 });
  });

  it('lists 100 items to check for work; while all of them are in backoff, it lists more once a minute', async () => {
    const listed: number[] = [];
    const peek = batch({
      list: (limit: number) => {
        listed.push(limit);
        return Promise.resolve(due.slice(0, limit));
      },
    });
    due = names(150, 'broken');
    broken = new Set(due);
    // Until the backoff of each is minutes long.
    for (let runs = 0; runs < 10; runs += 1) {
      now += 600_000;
      await batches.run(batch());
    }
    due.push('last');
    expect([await batches.hasWork(peek), await batches.hasWork(peek), listed]).toEqual([true, false, [100, 100]]);
    await batches.run(batch());
    expect(done).toEqual(['last']);
    now += 59_999;
    expect(await batches.hasWork(peek)).toBe(false);
    now += 1;
    expect(await batches.hasWork(peek)).toBe(true);
  });

  it('processes as many items in parallel as `concurrency` allows', async () => {
    due = names(9);
    let running = 0;
    let maxRunning = 0;
    const work = async (item: string) => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      due = due.filter((one) => one !== item);
    };
    await batches.run(batch({ work, concurrency: 3 }));
    expect(maxRunning).toBe(3);
  });
});
