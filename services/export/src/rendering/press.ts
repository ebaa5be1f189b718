import type { TypesetResult } from '@inkbear/press/typeset';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Logger } from '@inkbear/service-kit/logger';
import { ProblemError } from '@inkbear/service-kit/problem';
import { bundledAssets, WorkerPool, workerFile } from '@inkbear/service-kit/worker-pool';
import type { TypesetTask } from './typeset.worker.ts';

type Task = TypesetTask extends infer T ? (T extends TypesetTask ? Omit<T, 'date' | 'fontsDir'> : never) : never;

const threadMemoryMb = 1024;

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

  /** The PDF; 503 `export.busy` beyond the queue, 500 `export.failed` when the press itself fails. */
  async print(task: Task, signal: AbortSignal): Promise<Uint8Array> {
    try {
      const { pdf, pages, warnings } = await this.#pool.run({ ...task, date: this.#clock.now().getTime(), fontsDir: bundledAssets(import.meta.url) }, signal);
      this.#logger.info({ kind: task.kind, pages, warnings: warnings.length, bytes: pdf.byteLength }, 'printed');
      return pdf;
    } catch (cause) {
      if (cause instanceof ProblemError || signal.aborted) throw cause;
      this.#logger.error({ err: cause, kind: task.kind }, 'press failed');
      throw new ProblemError('export.failed', { cause });
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
