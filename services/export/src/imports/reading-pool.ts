import { ProcessPool } from '@inkbear/service-kit/process-pool';
import { workerFile } from '@inkbear/service-kit/worker-pool';
import { importQueueLimits } from './import.ts';
import type { ReadResult, ReadTask } from './read-file.ts';

const heapMb = 256;
/** The memory limit of the process: its heap, the uploaded file, one unpacked part of it, and code. */
export const readingProcessMb = 512;

interface ReadingPoolOptions {
  /** Runs work while one of the typesetting processes has nothing to do. */
  readonly runInSlot: <T>(request: { owner: string; signal: AbortSignal }, work: () => Promise<T>) => Promise<T>;
}

/** Reads uploaded manuscripts in a child process. A reading counts as one of the documents that are typeset at a time. */
export class ReadingPool {
  readonly #runInSlot: ReadingPoolOptions['runInSlot'];
  readonly #pool = new ProcessPool<ReadTask, ReadResult>({
    file: workerFile(import.meta.url, 'imports/import.process'),
    maxHeapMb: heapMb,
    maxMemoryMb: readingProcessMb,
  });

  constructor({ runInSlot }: ReadingPoolOptions) {
    this.#runInSlot = runInSlot;
  }

  /**
   * Reads a file once a slot is free; `load` then loads it. Throws 503 `export.busy` when too many documents wait, an
   * `OutOfMemoryError` or a `CpuTimeError` when the file needs too much, and a `TimeoutError` when the server is too busy.
   */
  async read(request: { owner: string; signal: AbortSignal }, load: () => Promise<ReadTask>): Promise<ReadResult> {
    return await this.#runInSlot(request, async () => {
      const task = await load();
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(importQueueLimits.readMs)]);
      return await this.#pool.run(task, { signal, maxCpuMs: importQueueLimits.readCpuMs });
    });
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}
