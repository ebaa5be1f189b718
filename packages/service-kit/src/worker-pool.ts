import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { ErrorCode } from '@inkbear/contracts/error-codes';
import { FairSlots } from './fair-slots.ts';
import { ProblemError } from './problem.ts';

/** The module of a worker, beside the sources in development and beside the bundle in production: `workerFile(import.meta.url, 'passwords/hash.worker')`. */
export function workerFile(importer: string, name: string): URL {
  const inSources = importer.lastIndexOf('/src/');
  if (inSources >= 0) return new URL(`${importer.slice(0, inSources)}/src/${name}.ts`);
  return new URL(`${importer.slice(0, importer.lastIndexOf('/dist/'))}/dist/${name}.js`);
}

/** The folder of a bundle's copied files, or null while running from sources. */
export const bundledAssets = (importer: string): string | null =>
  importer.includes('/dist/')
    ? fileURLToPath(new URL(`${importer.slice(0, importer.lastIndexOf('/dist/'))}/dist/assets`))
    : null;

/** After a worker that did not load, so that a broken file is not loaded again for each job. */
const restMs = 2000;

const busyRetrySeconds = 3;

interface WorkerPoolOptions {
  /** The worker's module: its default export takes the input. */
  readonly file: URL;
  /** Jobs that run at the same time; one thread each. Default: all processors but one. */
  readonly maxThreads?: number;
  /** Jobs that wait for a thread, of everyone together. */
  readonly maxQueue: number;
  /** Jobs of one share that wait. Default: a quarter of `maxQueue`, at least 1. */
  readonly maxQueuePerShare?: number;
  /** The heap of one thread; beyond it the job fails and its thread ends, not the process. */
  readonly maxMemoryMb?: number;
  /** Threads are replaced after a job that threw, because it may have broken what they keep. Jobs that run meanwhile end in theirs. */
  readonly freshAfterError?: boolean;
  /** The code of the refusal beyond the queue; its status must be 503. */
  readonly busy?: ErrorCode;
}

export interface JobOptions {
  /** Whose job this is: a user id, or a client address where nobody is signed in. Threads are divided fairly over shares. */
  readonly share: string;
  /** Ends the job: a waiting one leaves the queue, a running one is terminated with its thread. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs CPU-heavy work off the event loop in worker threads. Jobs wait in a bounded queue with a bounded part for each
 * share; beyond either bound the answer is 503 with `Retry-After`. Dispatch is fair over shares (see `FairSlots`).
 */
export class WorkerPool<Input, Output> {
  readonly #makePool: () => Piscina<Input, Output>;
  readonly #slots: FairSlots;
  readonly #freshAfterError: boolean;
  #pool: Piscina<Input, Output>;
  #failure: unknown;
  #restsUntil = 0;

  constructor(options: WorkerPoolOptions) {
    const maxThreads = options.maxThreads ?? Math.max(1, os.availableParallelism() - 1);
    const resourceLimits = options.maxMemoryMb
      ? { resourceLimits: { maxOldGenerationSizeMb: options.maxMemoryMb } }
      : {};
    this.#makePool = () =>
      this.#watch(
        new Piscina<Input, Output>({
          filename: options.file.href,
          minThreads: 0,
          maxThreads,
          idleTimeout: 30_000,
          ...resourceLimits,
        }),
      );
    this.#pool = this.#makePool();
    this.#freshAfterError = options.freshAfterError ?? false;
    this.#slots = new FairSlots({
      slots: maxThreads,
      maxWaiting: options.maxQueue,
      maxWaitingPerShare: options.maxQueuePerShare ?? Math.max(1, Math.ceil(options.maxQueue / 4)),
      full: () => new ProblemError(options.busy ?? 'server.unavailable', { retryAfterSeconds: busyRetrySeconds }),
    });
  }

  /**
   * Rejects with what the job throws, and with 503 while no worker can be loaded. A job that waits behind one that ends
   * its thread is run by the next thread.
   */
  async run(input: Input, { share, signal }: JobOptions): Promise<Output> {
    if (Date.now() < this.#restsUntil) throw this.#unavailable();
    return await this.#slots.run({ share, signal }, () => this.#execute(input, signal));
  }

  async close(): Promise<void> {
    this.#slots.refuseWaiting(() => this.#unavailable());
    await this.#pool.close();
  }

  async #execute(input: Input, signal: AbortSignal | undefined): Promise<Output> {
    const pool = this.#pool;
    try {
      return await pool.run(input, signal ? { signal } : {});
    } catch (error) {
      const isPoolClosed = pool !== this.#pool && error instanceof Error && error.name === 'AbortError';
      if (isPoolClosed && !signal?.aborted) throw this.#unavailable();
      if (this.#freshAfterError && pool === this.#pool && !signal?.aborted) this.#replacePool();
      throw error;
    }
  }

  /** Without a listener, one worker that does not load would end the whole process. */
  #watch(pool: Piscina<Input, Output>): Piscina<Input, Output> {
    return pool.on('error', (error) => {
      if (pool !== this.#pool) return;
      this.#failure = error;
      this.#restsUntil = Date.now() + restMs;
      this.#slots.refuseWaiting(() => this.#unavailable());
      this.#replacePool();
    });
  }

  #replacePool(): void {
    const pool = this.#pool;
    this.#pool = this.#makePool();
    // Lets running jobs end; jobs that its threads had not begun are rejected with AbortError.
    void pool.close({ force: true });
  }

  #unavailable(): ProblemError {
    return new ProblemError('server.unavailable', { retryAfterSeconds: restMs / 1000, cause: this.#failure });
  }
}
