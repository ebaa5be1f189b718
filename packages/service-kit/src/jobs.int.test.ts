import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Batches, firstRetryMs } from './batches.ts';
import { batchJob, type Job, Jobs } from './jobs.ts';
import { Leases } from './leases.ts';
import { createLogger } from './logger.ts';
import { connectMongo, type Connection } from './mongo.ts';
import { testServers } from './testing/test-servers.ts';

const everySecond = '* * * * * *';

describe('Jobs', () => {
  let connection: Connection;
  let jobs: Jobs;
  let batches: Batches;
  let logged: [message: string, fields: object][];
  let now: number;
  const logger = Object.assign(createLogger('test', 'silent'), {
    error: (fields: object, message: string) => void logged.push([message, fields]),
  });
  beforeAll(async () => {
    const database = `test_jobs_${randomBytes(5).toString('hex')}`;
    connection = await connectMongo({ uri: testServers().MONGODB_URI, database, logger });
  });
  afterAll(async () => {
    await connection.dropDatabase();
    await connection.close();
  });
  beforeEach(() => {
    [logged, now] = [[], 0];
    jobs = new Jobs(new Leases(connection, logger), logger);
    batches = new Batches({ logger, now: () => now });
  });
  const leases = () => connection.collection<{ _id: string }>('leases');
  const job = (more: Partial<Job>): Job => ({
    name: 'tidy',
    pattern: everySecond,
    run: () => Promise.resolve(),
    ...more,
  });
  /** The commands that MongoDB receives during `work`, such as `find leases`. */
  const commandsDuring = async (work: () => Promise<void>): Promise<string[]> => {
    const commands: string[] = [];
    const listen = ({ commandName, command }: { commandName: string; command: Record<string, unknown> }) =>
      void commands.push(`${commandName} ${String(command[commandName])}`);
    connection.getClient().on('commandStarted', listen);
    await work();
    connection.getClient().off('commandStarted', listen);
    return commands;
  };

  it('acquire no lease and write nothing without work', async () => {
    let runs = 0;
    const idle = job({
      hasWork: async () => (await connection.collection('items').findOne({ _id: 'due' } as never)) !== null,
      run: async () => void (runs += 1),
    });
    expect(await commandsDuring(() => jobs.runNow(idle))).toEqual(['find items']);
    expect(runs).toBe(0);
  });

  it('run under their lease when there is work, and release it', async () => {
    const held: (object | null)[] = [];
    const run = async () => void held.push(await leases().findOne({ _id: 'job:tidy' }));
    const commands = await commandsDuring(() => jobs.runNow(job({ hasWork: () => Promise.resolve(true), run })));
    expect(held).toEqual([expect.objectContaining({ _id: 'job:tidy', until: expect.any(Date) })]);
    expect(commands).toEqual(['update leases', 'find leases', 'delete leases']);
  });

  it('do not run while another process holds their lease', async () => {
    const other = new Leases(connection, logger);
    let runs = 0;
    const counted = job({ run: async () => void (runs += 1) });
    await other.acquire('job:tidy', 60_000);
    await jobs.runNow(counted);
    expect(runs).toBe(0);
    await other.release('job:tidy');
    await jobs.runNow(counted);
    expect(runs).toBe(1);
  });

  it.each<[string, Partial<Job>]>([
    ['run', { run: () => Promise.reject(new Error('failed')) }],
    ['check for work', { hasWork: () => Promise.reject(new Error('failed')) }],
  ])('log a failed %s, and release their lease', async (_what, failing) => {
    await jobs.runNow(job(failing));
    expect(logged).toEqual([['job_failed', { err: new Error('failed'), job: 'tidy' }]]);
    expect(await leases().findOne({ _id: 'job:tidy' })).toBeNull();
  });

  it('finish before `stop` resolves', async () => {
    const order: string[] = [];
    const slow = job({
      run: async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        order.push('run');
      },
    });
    void jobs.runNow(slow);
    await jobs.stop();
    expect([...order, 'stopped']).toEqual(['run', 'stopped']);
  });

  describe('with a batch', () => {
    let due: string[];
    let done: string[];
    const failing = new Set(['broken']);
    const purge = () =>
      batchJob(batches, everySecond, {
        name: 'purge',
        list: (limit) => Promise.resolve(due.slice(0, limit)),
        idOf: (item) => item,
        work: async (item) => {
          if (failing.has(item)) throw new Error(`${item} failed`);
          done.push(item);
          due = due.filter((one) => one !== item);
        },
      });
    beforeEach(() => {
      due = ['broken', 'first', 'second'];
      done = [];
    });

    it('report a failing item, which does not block the others and is retried with backoff', async () => {
      await jobs.runNow(purge());
      expect(done).toEqual(['first', 'second']);
      const failed = (attempt: number, retryInMs: number) => [
        'batch_item_failed',
        { err: new Error('broken failed'), batch: 'purge', itemId: 'broken', attempt, retryInMs },
      ];
      expect(logged).toEqual([failed(1, firstRetryMs)]);
      // In backoff, the item counts as no work.
      now += firstRetryMs - 1;
      expect(await commandsDuring(() => jobs.runNow(purge()))).toEqual([]);
      now += 1;
      await jobs.runNow(purge());
      expect(logged).toEqual([failed(1, firstRetryMs), failed(2, 2 * firstRetryMs)]);
      failing.clear();
      now += 2 * firstRetryMs;
      await jobs.runNow(purge());
      expect([done, due]).toEqual([['first', 'second', 'broken'], []]);
    });
  });
});
