import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { CpuTimeError, OutOfMemoryError, ProcessPool } from './process-pool.ts';
import { eventually } from './testing/eventually.ts';

interface Task {
  readonly kind: 'describe' | 'fail' | 'fill-heap' | 'fill-memory' | 'hang' | 'wait' | 'exit';
  readonly bytes?: Uint8Array;
}
interface Description {
  readonly pid: number;
  readonly env: readonly string[];
  readonly bytes: Uint8Array;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'process-pool-'));
const file = path.join(folder, 'tasks.mjs');
writeFileSync(
  file,
  `import { serveTasks } from ${JSON.stringify(new URL('./task-process.ts', import.meta.url).href)};
  const kept = [];
  serveTasks(async ({ kind, bytes }, report) => {
    report('started');
    if (kind === 'fail') throw new Error('refused');
    if (kind === 'fill-heap') for (;;) kept.push(new Array(10_000).fill({}));
    while (kind === 'fill-memory' && kept.length < 2000) {
      kept.push(Buffer.alloc(1_000_000, 1));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    while (kind === 'hang');
    if (kind === 'wait') await new Promise((resolve) => setTimeout(resolve, 1000));
    if (kind === 'exit') process.exit(3);
    return { pid: process.pid, env: Object.keys(process.env), bytes };
  });`,
);

const pools: ProcessPool<Task, Description, string>[] = [];
const start = () => {
  const pool = new ProcessPool<Task, Description, string>({
    file: pathToFileURL(file),
    maxHeapMb: 32,
    maxMemoryMb: 192,
  });
  pools.push(pool);
  return pool;
};
const { signal } = new AbortController();
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('ProcessPool', () => {
  it('runs one task after another in one process, passes bytes and reports, and no secrets', async () => {
    process.env['POOL_TEST_SECRET'] = 'secret';
    const pool = start();
    const reports: string[] = [];
    const first = await pool.run(
      { kind: 'describe', bytes: new Uint8Array([1, 2, 3]) },
      { signal, onReport: (report) => void reports.push(report) },
    );
    const second = await pool.run({ kind: 'describe' }, { signal });
    expect([first.bytes, reports, second.pid]).toEqual([new Uint8Array([1, 2, 3]), ['started'], first.pid]);
    expect(first.env).toContain('PATH');
    expect(first.env).not.toContain('POOL_TEST_SECRET');
  });

  it('runs tasks with a lower priority than its own process', async () => {
    const { pid } = await start().run({ kind: 'describe' }, { signal });
    expect(os.getPriority(pid)).toBeGreaterThan(os.getPriority());
  });

  it('runs tasks at the same time in processes of their own', async () => {
    const pool = start();
    const [first, second] = await Promise.all([
      pool.run({ kind: 'describe' }, { signal }),
      pool.run({ kind: 'describe' }, { signal }),
    ]);
    expect(first.pid).not.toBe(second.pid);
  });

  it('rejects with the error of a task, and uses the process again', async () => {
    const pool = start();
    const { pid } = await pool.run({ kind: 'describe' }, { signal });
    await expect(pool.run({ kind: 'fail' }, { signal })).rejects.toThrow('refused');
    expect((await pool.run({ kind: 'describe' }, { signal })).pid).toBe(pid);
  });

  /** Only Linux tells how much memory another process has. */
  const fills = process.platform === 'linux' ? (['fill-heap', 'fill-memory'] as const) : (['fill-heap'] as const);
  it.each(fills)('ends only the process whose task is %s', async (kind) => {
    const pool = start();
    const other = pool.run({ kind: 'describe' }, { signal });
    await expect(pool.run({ kind }, { signal })).rejects.toBeInstanceOf(OutOfMemoryError);
    expect((await other).pid).toBe((await pool.run({ kind: 'describe' }, { signal })).pid);
  });

  it('ends a busy process whose task is aborted, and rejects with the reason', async () => {
    const pool = start();
    await expect(pool.run({ kind: 'hang' }, { signal: AbortSignal.timeout(300) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    expect((await pool.run({ kind: 'describe' }, { signal })).pid).toBeGreaterThan(0);
  });

  const isLinux = process.platform === 'linux';
  (isLinux ? it : it.skip)('ends a task that takes too much CPU time, and no task that waits', async () => {
    const pool = start();
    const limits = { signal, maxCpuMs: 300 };
    await expect(pool.run({ kind: 'hang' }, limits)).rejects.toThrow(CpuTimeError);
    expect(await pool.run({ kind: 'wait' }, limits)).toMatchObject({ pid: expect.any(Number) });
  });

  it('rejects the task of a process that exits by itself, without an OutOfMemoryError', async () => {
    const pool = start();
    const error: unknown = await pool.run({ kind: 'exit' }, { signal }).catch((reason: unknown) => reason);
    expect(error).not.toBeInstanceOf(OutOfMemoryError);
    expect(error).toMatchObject({ message: 'The process of the task ended with 3: no reason given' });
  });

  it('runs the next task in another process after the idle one was killed', async () => {
    const pool = start();
    const { pid } = await pool.run({ kind: 'describe' }, { signal });
    process.kill(pid, 'SIGKILL');
    await eventually(() => !isRunning(pid));
    expect((await pool.run({ kind: 'describe' }, { signal })).pid).not.toBe(pid);
  });

  it('reports a process that the kernel killed as out of memory', async () => {
    const pool = start();
    const { pid } = await pool.run({ kind: 'describe' }, { signal });
    const running = pool.run({ kind: 'hang' }, { signal, onReport: () => process.kill(pid, 'SIGKILL') });
    await expect(running).rejects.toBeInstanceOf(OutOfMemoryError);
  });

  it('rejects a task that cannot be sent, and uses the process for the next one', async () => {
    const pool = start();
    const unsendable = { kind: 'describe', callback: () => undefined } as Task;
    await expect(pool.run(unsendable, { signal })).rejects.toThrow('could not be cloned');
    expect((await pool.run({ kind: 'describe' }, { signal })).pid).toBeGreaterThan(0);
  });

  it('says why a process did not start', async () => {
    const broken = path.join(folder, 'broken.mjs');
    writeFileSync(broken, 'throw new Error("half written");');
    const pool = new ProcessPool<Task, Description>({ file: pathToFileURL(broken), maxHeapMb: 32, maxMemoryMb: 192 });
    await expect(pool.run({ kind: 'describe' }, { signal })).rejects.toThrow('ended with 1: Error');
  });

  it('ends its processes and rejects their tasks when it is closed', async () => {
    const pool = start();
    const { pid } = await pool.run({ kind: 'describe' }, { signal });
    const running = Promise.allSettled([pool.run({ kind: 'hang' }, { signal })]);
    await pool.close();
    expect([(await running)[0].status, isRunning(pid)]).toEqual(['rejected', false]);
    await expect(pool.run({ kind: 'describe' }, { signal })).rejects.toThrow('The pool of processes is closed.');
  });

  it('leaves no process behind when its own process is killed', async () => {
    const parentFile = path.join(folder, 'parent.mjs');
    writeFileSync(
      parentFile,
      `import { ProcessPool } from ${JSON.stringify(new URL('./process-pool.ts', import.meta.url).href)};
      const pool = new ProcessPool({ file: ${JSON.stringify(pathToFileURL(file).href)}, maxHeapMb: 32, maxMemoryMb: 192 });
      const { pid } = await pool.run({ kind: 'describe' }, { signal: new AbortController().signal });
      console.log(pid);
      setInterval(() => undefined, 1000);`,
    );
    const parent = spawn(process.execPath, [parentFile], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [output] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(output.toString());
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await eventually(() => !isRunning(pid));
  });
});
