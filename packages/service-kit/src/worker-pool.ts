import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { ErrorCode } from '@inkbear/contracts/error-codes';
import { ProblemError } from './problem.ts';

/** The module of a worker, beside the sources in development and beside the bundle in production: `workerFile(import.meta.url, 'passwords/hash.worker')`. */
export function workerFile(importer: string, name: string): URL {
  const inSources = importer.lastIndexOf('/src/');
  if (inSources >= 0) return new URL(`${importer.slice(0, inSources)}/src/${name}.ts`);
  return new URL(`${importer.slice(0, importer.lastIndexOf('/dist/'))}/dist/${name}.js`);
}

/** The folder of a bundle's copied files, or null while running from sources. */
export const bundledAssets = (importer: string): string | null => (importer.includes('/dist/') ? fileURLToPath(new URL(`${importer.slice(0, importer.lastIndexOf('/dist/'))}/dist/assets`)) : null);

/** After a worker that did not load, so that a broken file is not loaded again for each job. */
const restMs = 2000;

/** Runs CPU-heavy work off the event loop in worker threads; beyond the queue it answers 503 with `Retry-After`. */
export class WorkerPool<Input, Output> {
  readonly #makePool: () => Piscina<Input, Output>;
  readonly #busy: ErrorCode;
  #pool: Piscina<Input, Output>;
  #failure: unknown;
  #restsUntil = 0;

  /** `file` is the worker's module: default export takes the input. `maxQueue` counts waiting tasks, `busy` is the code of the refusal beyond them. */
  constructor(options: { file: URL; maxThreads?: number; maxQueue: number; maxMemoryMb?: number; busy?: ErrorCode }) {
    this.#busy = options.busy ?? 'server.unavailable';
    const maxThreads = options.maxThreads ?? Math.max(1, os.availableParallelism() - 1);
    this.#makePool = () => this.#watch(new Piscina<Input, Output>({ filename: options.file.href, minThreads: 0, maxThreads, maxQueue: options.maxQueue, idleTimeout: 30_000, ...(options.maxMemoryMb ? { resourceLimits: { maxOldGenerationSizeMb: options.maxMemoryMb } } : {}) }));
    this.#pool = this.#makePool();
  }

  /** Rejects with what the job throws; with 503 while no worker can be loaded. A job that waits behind one that kills its worker is run by the next worker. */
  async run(input: Input, signal?: AbortSignal): Promise<Output> {
    if (Date.now() < this.#restsUntil) throw new ProblemError('server.unavailable', { retryAfterSeconds: restMs / 1000, cause: this.#failure });
    const pool = this.#pool;
    if (pool.queueSize >= pool.options.maxQueue) throw new ProblemError(this.#busy, { retryAfterSeconds: 3 });
    try {
      return await pool.run(input, signal ? { signal } : {});
    } catch (error) {
      // Piscina starts no worker for those who wait when the last one has died.
      if (pool === this.#pool && pool.threads.length === 0 && pool.queueSize > 0) this.#replacePool();
      const wasSentAway = pool !== this.#pool && error instanceof Error && error.name === 'AbortError' && !signal?.aborted;
      if (wasSentAway) return await this.run(input, signal);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  /** Without a listener, one worker that does not load would end the whole process. */
  #watch(pool: Piscina<Input, Output>): Piscina<Input, Output> {
    return pool.on('error', (error) => {
      if (pool !== this.#pool) return;
      this.#failure = error;
      this.#restsUntil = Date.now() + restMs;
      this.#replacePool();
    });
  }

  /** Lets running jobs end and sends the waiting ones away, to a new pool. */
  #replacePool(): void {
    const old = this.#pool;
    this.#pool = this.#makePool();
    void old.close({ force: true });
  }
}
