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

/** Runs CPU-heavy work off the event loop in worker threads; beyond the queue it answers 503 with `Retry-After`. */
export class WorkerPool<Input, Output> {
  readonly #pool: Piscina<Input, Output>;
  readonly #busy: ErrorCode;

  /** `file` is the worker's module: default export takes the input. `maxQueue` counts waiting tasks, `busy` is the code of the refusal beyond them. */
  constructor(options: { file: URL; maxThreads?: number; maxQueue: number; maxMemoryMb?: number; busy?: ErrorCode }) {
    this.#busy = options.busy ?? 'server.unavailable';
    const maxThreads = options.maxThreads ?? Math.max(1, os.availableParallelism() - 1);
    this.#pool = new Piscina<Input, Output>({ filename: options.file.href, minThreads: 0, maxThreads, maxQueue: options.maxQueue, idleTimeout: 30_000, ...(options.maxMemoryMb ? { resourceLimits: { maxOldGenerationSizeMb: options.maxMemoryMb } } : {}) });
  }

  async run(input: Input, signal?: AbortSignal): Promise<Output> {
    if (this.#pool.queueSize >= this.#pool.options.maxQueue) throw new ProblemError(this.#busy, { retryAfterSeconds: 3 });
    return await this.#pool.run(input, signal ? { signal } : {});
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}
