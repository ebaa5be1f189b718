import { once } from 'node:events';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { ErrorCode } from '@inkbear/contracts/error-codes';
import { FairSlots } from './fair-slots.ts';
import type { PoolName } from './metrics/attribute-values.ts';
import { metrics } from './metrics/metrics.ts';
import { ProblemError } from './problem.ts';

/**
 * The URL of the bundle's folder, or null when running from sources. The repository itself may be in a folder with the
 * name `src` or `dist`, so only the last one counts.
 */
function bundleFolderOf(importer: string): string | null {
  const end = importer.lastIndexOf('/dist/');
  return end > importer.lastIndexOf('/src/') ? `${importer.slice(0, end)}/dist` : null;
}

/**
 * URL of the module of a worker thread or child process: in the `src` of the importer's package during development, in
 * the folder of the bundle in production. Example: `workerFile(import.meta.url, 'style/check-style.worker')`.
 */
export function workerFile(importer: string, name: string): URL {
  const bundle = bundleFolderOf(importer);
  if (bundle !== null) return new URL(`${bundle}/${name}.js`);
  return new URL(`${importer.slice(0, importer.lastIndexOf('/src/'))}/src/${name}.ts`);
}

/** The folder of the bundle's copied assets, or null when running from sources. */
export function bundledAssets(importer: string): string | null {
  const bundle = bundleFolderOf(importer);
  return bundle === null ? null : fileURLToPath(new URL(`${bundle}/assets`));
}

/**
 * By how much the priority of worker threads is lower than that of the event loop, so that they do not delay requests: the
 * step from normal to below normal. Only on Linux has each thread a priority of its own.
 */
const niceIncrement = process.platform === 'linux' ? os.constants.priority.PRIORITY_BELOW_NORMAL : 0;

const busyRetrySeconds = 3;

/**
 * Maximum number of busy threads over all pools of this process: all CPUs but one, so that the event loop finds a free
 * one, and at least three. One owner may use all threads but one.
 */
const maxBusyThreads = Math.max(3, os.availableParallelism() - 1);
const cpuSlots = new FairSlots({
  name: 'processors',
  slots: maxBusyThreads,
  maxRunningPerOwner: maxBusyThreads - 1,
  // A job that waits here holds a slot of its pool, and each pool has few.
  maxWaiting: Infinity,
  maxWaitingPerOwner: Infinity,
  maxWaitMs: 15_000,
  createFullError: () => new ProblemError('server.busy', { retryAfterSeconds: busyRetrySeconds }),
});

/**
 * Jobs of all pools of this process that need much memory run one at a time. A heap limit for threads would be no
 * safeguard: at such a limit V8 sometimes ends the whole process and not only the thread.
 */
const largeMemorySlots = new FairSlots({
  name: 'memory',
  slots: 1,
  // A job that waits here holds a slot of its pool, and each pool has few.
  maxWaiting: Infinity,
  maxWaitingPerOwner: Infinity,
  maxWaitMs: 30_000,
  createFullError: () => new ProblemError('server.busy', { retryAfterSeconds: busyRetrySeconds }),
});

/** A thread ends after this time without a job, which frees its memory. */
const idleMs = { usual: 30_000, afterMuchMemory: 2000 } as const;

/** Pause after a worker failed to load, so that a broken file is not loaded again for each job. */
const loadRetryMs = 2000;

/** A job that loads what the jobs with this key need. */
interface LoadJob<Input> {
  readonly key: string;
  readonly input: Input;
}

interface WorkerPoolOptions<Input> {
  /** The name in metrics. */
  readonly name: PoolName;
  /** The worker module; its default export receives the input. */
  readonly file: URL;
  /** Maximum number of concurrent jobs of this pool, one thread each. Default: all processors but one. */
  readonly maxThreads?: number;
  /** Maximum queue length over all owners. */
  readonly maxQueue: number;
  /** Maximum queue length of one owner. Default: a quarter of `maxQueue`, at least 1. */
  readonly maxQueuePerOwner?: number;
  /**
   * A job may need several hundred MB. One such job runs at a time in a process, whatever its pool, and its thread ends
   * soon afterwards.
   */
  readonly needsMuchMemory?: boolean;
  /** A job that waits longer for a thread is rejected like one that finds the queue full. Default: no limit. */
  readonly maxWaitMs?: number;
  /**
   * Replaces all threads after a job threw, because it may have corrupted their state. Running jobs finish in the old
   * threads.
   */
  readonly replaceAfterError?: boolean;
  /** Error code when the queue is full; its status must be 503. */
  readonly busy?: ErrorCode;
  /**
   * Runs before the first job of each key in the thread of this pool, which may have only one. Loading goes on when the
   * caller of that job leaves. Without this, on a busy machine each caller that leaves would end the loading, and the next
   * one would begin it again.
   */
  readonly load?: (input: Input) => LoadJob<Input>;
  /** A job that waits longer for loading is rejected like one that finds the queue full. Default: 30 s. */
  readonly maxLoadMs?: number;
}

export interface JobOptions {
  /** Owner of the job for fair scheduling: a user id, or a client address when nobody is signed in. */
  readonly owner: string;
  /** Aborts the job: a waiting one leaves the queue, a running one is terminated with its thread. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs CPU-heavy work in worker threads. Work whose memory has no bound of its own runs in a `ProcessPool`. The queue
 * is bounded, in total and per owner; beyond either limit jobs are rejected with 503 and `Retry-After`. Scheduling is
 * fair over owners (see `FairSlots`). All pools of a process share the CPUs (see `maxBusyThreads`) and the memory (see
 * `needsMuchMemory`).
 */
export class WorkerPool<Input, Output> {
  readonly #makePool: () => Piscina<Input, Output>;
  readonly #slots: FairSlots;
  readonly #name: PoolName;
  readonly #replaceAfterError: boolean;
  readonly #needsMuchMemory: boolean;
  readonly #load: WorkerPoolOptions<Input>['load'];
  readonly #maxLoadMs: number;
  readonly #busy: () => ProblemError;
  /** What the present thread has loaded or is loading, by key. */
  readonly #loads = new Map<string, Promise<unknown> | 'loaded'>();
  #pool: Piscina<Input, Output>;
  #failure: unknown;
  #pausedUntil = 0;
  #isClosed = false;

  constructor(options: WorkerPoolOptions<Input>) {
    const maxThreads = options.maxThreads ?? Math.max(1, os.availableParallelism() - 1);
    this.#makePool = () =>
      this.#watch(
        new Piscina<Input, Output>({
          filename: options.file.href,
          minThreads: 0,
          maxThreads,
          idleTimeout: options.needsMuchMemory ? idleMs.afterMuchMemory : idleMs.usual,
          niceIncrement,
        }),
      );
    this.#pool = this.#makePool();
    if (options.load && maxThreads > 1) throw new Error('Only a pool of one thread can load something for its jobs.');
    this.#replaceAfterError = options.replaceAfterError ?? false;
    this.#needsMuchMemory = options.needsMuchMemory ?? false;
    this.#load = options.load;
    this.#maxLoadMs = options.maxLoadMs ?? 30_000;
    this.#name = options.name;
    this.#busy = () => new ProblemError(options.busy ?? 'server.unavailable', { retryAfterSeconds: busyRetrySeconds });
    this.#slots = new FairSlots({
      name: options.name,
      slots: maxThreads,
      maxWaiting: options.maxQueue,
      maxWaitingPerOwner: options.maxQueuePerOwner ?? Math.max(1, Math.ceil(options.maxQueue / 4)),
      ...(options.maxWaitMs === undefined ? {} : { maxWaitMs: options.maxWaitMs }),
      createFullError: this.#busy,
    });
  }

  /**
   * Rejects with the job's error, or with 503 while no worker can be loaded. A job that waits behind one that kills its
   * thread runs in the next thread.
   */
  async run(input: Input, job: JobOptions): Promise<Output> {
    return await this.withThread(job, (execute) => execute(input));
  }

  /**
   * Runs `work`, which loads the input and executes the job, once a thread is free: while it waits, its input takes no
   * memory, and a rejected job has read nothing. Rejects as `run` does, with 503 `server.busy` when the threads of all
   * pools stay busy, and with the errors of `work`.
   */
  async withThread<T>(job: JobOptions, work: (execute: (input: Input) => Promise<Output>) => Promise<T>): Promise<T> {
    if (Date.now() < this.#pausedUntil) throw this.#unavailable();
    const execute = (): Promise<T> =>
      cpuSlots.run(job, () => {
        if (this.#isClosed) throw this.#unavailable();
        return work((input) => this.#execute(input, job.signal));
      });
    return await this.#slots.run(job, () => (this.#needsMuchMemory ? largeMemorySlots.run(job, execute) : execute()));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#slots.rejectWaiting(() => this.#unavailable());
    await this.#pool.close();
  }

  async #execute(input: Input, signal: AbortSignal | undefined): Promise<Output> {
    await this.#waitUntilLoaded(input, signal);
    return await this.#runInThread(input, signal);
  }

  /** Runs a job or a load. */
  async #runInThread(input: Input, signal?: AbortSignal): Promise<Output> {
    const pool = this.#pool;
    try {
      return await pool.run(input, signal ? { signal } : {});
    } catch (error) {
      const isPoolClosed = pool !== this.#pool && error instanceof Error && error.name === 'AbortError';
      if (isPoolClosed && !signal?.aborted) throw this.#unavailable();
      if (this.#replaceAfterError && pool === this.#pool && !signal?.aborted) this.#replacePool();
      throw error;
    }
  }

  async #waitUntilLoaded(input: Input, signal: AbortSignal | undefined): Promise<void> {
    const load = this.#load?.(input);
    if (!load) return;
    const loading = this.#loads.get(load.key) ?? this.#startLoading(load);
    if (loading === 'loaded') return;
    const deadline = AbortSignal.timeout(this.#maxLoadMs);
    try {
      await raceAbort(loading, signal ? AbortSignal.any([signal, deadline]) : deadline);
    } catch (error) {
      if (error !== deadline.reason) throw error;
      metrics.count('inkbear.pool.refused', { pool: this.#name, bound: 'wait' });
      throw this.#busy();
    }
  }

  #startLoading({ key, input }: LoadJob<Input>): Promise<unknown> {
    const loading = this.#runInThread(input);
    this.#loads.set(key, loading);
    const isCurrent = (): boolean => this.#loads.get(key) === loading;
    loading.then(
      () => isCurrent() && this.#loads.set(key, 'loaded'),
      // The jobs that wait for it report the error.
      () => isCurrent() && this.#loads.delete(key),
    );
    return loading;
  }

  /** Without an `error` listener, a worker that fails to load would crash the whole process. */
  #watch(pool: Piscina<Input, Output>): Piscina<Input, Output> {
    // A thread ends when it is idle, and with a job that is aborted.
    pool.on('workerDestroy', () => pool === this.#pool && this.#loads.clear());
    return pool.on('error', (error) => {
      if (pool !== this.#pool) return;
      this.#failure = error;
      this.#pausedUntil = Date.now() + loadRetryMs;
      this.#slots.rejectWaiting(() => this.#unavailable());
      this.#replacePool();
    });
  }

  #replacePool(): void {
    const pool = this.#pool;
    this.#pool = this.#makePool();
    this.#loads.clear();
    // Running jobs finish; jobs that have not started are rejected with AbortError.
    void pool.close({ force: true });
  }

  #unavailable(): ProblemError {
    return new ProblemError('server.unavailable', { retryAfterSeconds: loadRetryMs / 1000, cause: this.#failure });
  }
}

/** The result of `work`, or the reason of the signal once it aborts. `work` itself goes on. */
async function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const settled = new AbortController();
  const aborted = once(signal, 'abort', { signal: settled.signal }).then(() => Promise.reject(signal.reason as Error));
  try {
    return await Promise.race([work, aborted]);
  } finally {
    settled.abort();
  }
}
