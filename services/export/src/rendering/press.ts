import type { CoverGuide } from '@inkbear/press/cover/cover-guide';
import type { TypesetResult } from '@inkbear/press/typeset';
import type { Clock } from '@inkbear/service-kit/clock';
import { FairSlots } from '@inkbear/service-kit/fair-slots';
import type { Logger } from '@inkbear/service-kit/logger';
import { ProblemError } from '@inkbear/service-kit/problem';
import { bundledAssets, WorkerPool, workerFile } from '@inkbear/service-kit/worker-pool';
import type { GuideTask } from '../covers/draw-guide.ts';
import type { FileResult, FileTask } from '../editions/make-file.ts';
import type { ThreadResult, ThreadTask, TypesetTask } from './typeset.worker.ts';

type Task = TypesetTask extends infer T ? (T extends TypesetTask ? Omit<T, 'date' | 'assetsDir'> : never) : never;

/**
 * The heap limit of one typesetting thread. The pod's memory limit in the chart must be higher, with room for the rest
 * of the process; otherwise the kernel kills the whole pod before this limit fails a single job. In measurements the
 * longest texts needed up to 450 MB (500,000 characters of one-letter lines after other long texts, whose memory is
 * released only in the thread's next turn). A book with such texts in every field sometimes needs more; then the export
 * is refused as too long.
 */
export const threadMemoryMb = 512;

const busyRetrySeconds = 3;

/**
 * Typesets one document. Throws 413 `export.too_large` when a thread has too little memory for it, and 500
 * `export.failed` when typesetting fails.
 */
export type Typeset = (task: Task) => Promise<Uint8Array>;

/** Typesets documents in worker threads, so that long books do not block the event loop. */
export class Press {
  /** One slot per thread. A manuscript is loaded once its slot is free, so queued exports take no memory. */
  readonly #slots: FairSlots;
  readonly #pool: WorkerPool<ThreadTask, ThreadResult>;
  readonly #clock: Clock;
  readonly #logger: Logger;

  constructor(options: { threads: number; queue: number; clock: Clock; logger: Logger }) {
    const full = () => new ProblemError('export.busy', { retryAfterSeconds: busyRetrySeconds });
    this.#slots = new FairSlots({
      name: 'exports',
      slots: options.threads,
      maxRunningPerShare: Math.max(1, options.threads - 1),
      maxWaiting: options.queue,
      maxWaitingPerShare: Math.max(1, Math.ceil(options.queue / 4)),
      full,
    });
    this.#pool = new WorkerPool({
      name: 'typesetting',
      file: workerFile(import.meta.url, 'rendering/typeset.worker'),
      maxThreads: options.threads,
      maxQueue: options.threads,
      maxMemoryMb: threadMemoryMb,
      busy: 'export.busy',
    });
    this.#clock = options.clock;
    this.#logger = options.logger;
  }

  /**
   * Runs `work`, which loads and typesets a document, once a thread is free. `share` is the user's id: threads are shared
   * fairly between users. Rethrows errors of `work`. Throws 503 `export.busy` when the queue, or this user's share of it,
   * is full.
   */
  async withThread<T>(
    { share, signal }: { share: string; signal: AbortSignal },
    work: (typeset: Typeset) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.#slots.run({ share, signal }, () => work((task) => this.#typeset(task, { share, signal })));
    } catch (error) {
      // When the client has disconnected, the aborted read must not be reported as a failure of the peer.
      signal.throwIfAborted();
      throw error;
    }
  }

  /**
   * Makes a file of an edition once a thread is free; `load` then reads what it is made of. Rethrows errors of `load` and
   * of the thread. Throws 503 `export.busy` when too many documents wait for a thread.
   * @param limitMs the thread is ended after this time, and a `TimeoutError` thrown
   */
  async makeFile(
    { share, signal, limitMs }: { share: string; signal: AbortSignal; limitMs: number },
    load: () => Promise<Omit<FileTask, 'assetsDir'>>,
  ): Promise<FileResult> {
    return await this.#slots.run({ share, signal }, async () => {
      const task: FileTask = { ...(await load()), assetsDir: bundledAssets(import.meta.url) };
      const limit = AbortSignal.timeout(limitMs);
      try {
        const result = await this.#pool.run(task, { share, signal: AbortSignal.any([signal, limit]) });
        return result as FileResult;
      } catch (error) {
        signal.throwIfAborted();
        limit.throwIfAborted();
        throw error;
      }
    });
  }

  /** Draws a guide for a cover. Throws 503 `export.busy` when too many documents wait for a thread. */
  async drawGuide(
    { share, signal }: { share: string; signal: AbortSignal },
    guide: Pick<GuideTask, 'pages' | 'design' | 'format'>,
  ): Promise<CoverGuide> {
    const task: GuideTask = { kind: 'cover-guide', ...guide, assetsDir: bundledAssets(import.meta.url) };
    return (await this.#slots.run({ share, signal }, () => this.#pool.run(task, { share, signal }))) as CoverGuide;
  }

  async close(): Promise<void> {
    this.#slots.rejectWaiting(() => new ProblemError('server.unavailable'));
    await this.#pool.close();
  }

  async #typeset(task: Task, { share, signal }: { share: string; signal: AbortSignal }): Promise<Uint8Array> {
    try {
      const result = await this.#pool.run(
        { ...task, date: this.#clock.now().getTime(), assetsDir: bundledAssets(import.meta.url) },
        { share, signal },
      );
      const { pdf, pages, findings } = result as TypesetResult;
      this.#logger.info(
        { kind: task.kind, pages, findings: findings.length, bytes: pdf.byteLength },
        'document_typeset',
      );
      return pdf;
    } catch (cause) {
      if (cause instanceof ProblemError || signal.aborted) throw cause;
      this.#logger.error({ err: cause, kind: task.kind }, 'typesetting_failed');
      throw new ProblemError(isOutOfMemory(cause) ? 'export.too_large' : 'export.failed', { cause });
    }
  }
}

/** Whether a thread ended because a document needs more memory than it may have. */
export const isOutOfMemory = (error: unknown): boolean =>
  (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
