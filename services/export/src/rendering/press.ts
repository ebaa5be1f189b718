import type { TypesetResult } from '@inkbear/press/typeset';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Logger } from '@inkbear/service-kit/logger';
import { ProblemError } from '@inkbear/service-kit/problem';
import { bundledAssets, WorkerPool, workerFile } from '@inkbear/service-kit/worker-pool';
import type { TypesetTask } from './typeset.worker.ts';

type Task = TypesetTask extends infer T ? (T extends TypesetTask ? Omit<T, 'date' | 'fontsDir'> : never) : never;

/**
 * The heap of one typesetting thread. The pod's memory limit in the chart must exceed it by what the rest of the process
 * takes, or the kernel ends the pod before the thread's own limit fails one job. The longest texts fitted into 384 MB in
 * measurements (1,156 pages of prose; 500,000 characters of one-letter lines).
 */
export const threadMemoryMb = 448;

/** Sets type in worker threads; the event loop stays free however long a book is. */
export class Press {
  readonly #pool: WorkerPool<TypesetTask, TypesetResult>;
  readonly #clock: Clock;
  readonly #logger: Logger;

  constructor(options: { threads: number; queue: number; clock: Clock; logger: Logger }) {
    this.#pool = new WorkerPool({ file: workerFile(import.meta.url, 'rendering/typeset.worker'), maxThreads: options.threads, maxQueue: options.queue, maxMemoryMb: threadMemoryMb, busy: 'export.busy' });
    this.#clock = options.clock;
    this.#logger = options.logger;
  }

  /**
   * The PDF; 503 `export.busy` beyond the queue or the share's part of it, 500 `export.failed` when typesetting fails.
   * `share` is the user whose export this is.
   */
  async print(task: Task, { share, signal }: { share: string; signal: AbortSignal }): Promise<Uint8Array> {
    try {
      const { pdf, pages, warnings } = await this.#pool.run({ ...task, date: this.#clock.now().getTime(), fontsDir: bundledAssets(import.meta.url) }, { share, signal });
      this.#logger.info({ kind: task.kind, pages, warnings: warnings.length, bytes: pdf.byteLength }, 'document_typeset');
      return pdf;
    } catch (cause) {
      if (cause instanceof ProblemError || signal.aborted) throw cause;
      this.#logger.error({ err: cause, kind: task.kind }, 'typesetting_failed');
      throw new ProblemError('export.failed', { cause });
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
