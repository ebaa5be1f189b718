import type { FileProgress } from '@inkbear/contracts/export/edition';
import type { CoverGuide } from '@inkbear/press/cover/cover-guide';
import type { TypesetResult } from '@inkbear/press/typeset';
import type { Clock } from '@inkbear/service-kit/clock';
import { FairSlots } from '@inkbear/service-kit/fair-slots';
import type { Logger } from '@inkbear/service-kit/logger';
import { ProblemError } from '@inkbear/service-kit/problem';
import { OutOfMemoryError, ProcessPool } from '@inkbear/service-kit/process-pool';
import { bundledAssets, workerFile } from '@inkbear/service-kit/worker-pool';
import type { GuideTask } from '../covers/draw-guide.ts';
import { imageProcessMb } from '../covers/image-pool.ts';
import { readingProcessMb } from '../imports/reading-pool.ts';
import type { FileResult, FileTask, ReportProgress } from '../editions/make-file.ts';
import { queueFull } from './queues.ts';
import type { PressResult, PressTask, TypesetTask } from './typeset.process.ts';

type Task = TypesetTask extends infer T ? (T extends TypesetTask ? Omit<T, 'date' | 'assetsDir'> : never) : never;

/**
 * Memory of the service apart from its child processes: heap, the files that it reads and sends, and an uploaded manuscript
 * of 50 MB with its copy on the way to the process that reads it.
 */
const serviceMemoryMb = 384;

/**
 * The memory limit of one typesetting process, in MB. The longest texts were measured to need 340 MB besides a heap of
 * 512 MB: code, fonts, and the streams of the file.
 */
const processMemoryMb = (heapMb: number): number => heapMb + 512;

/**
 * Throws when the container has too little memory for all processes. The kernel would end all of them at once, instead of
 * the one whose document is too long.
 * @param limitBytes the memory limit of the container; 0 for none
 */
export function requireMemory(
  { processes, heapMb }: { processes: number; heapMb: number },
  limitBytes = process.constrainedMemory(),
): void {
  const neededMb = processes * processMemoryMb(heapMb) + imageProcessMb + readingProcessMb + serviceMemoryMb;
  const limitMb = Math.floor(limitBytes / 1024 / 1024);
  if (limitMb > 0 && limitMb < neededMb)
    throw new Error(`PRESS_PROCESSES and PRESS_HEAP_MB need ${neededMb} MB, but the container has ${limitMb} MB.`);
}

/**
 * Typesets one document. Throws 413 `export.too_large` when a process has too little memory for it, and 500
 * `export.failed` when typesetting fails.
 */
export type Typeset = (task: Task) => Promise<Uint8Array>;

interface MakeFileOptions {
  readonly owner: string;
  readonly signal: AbortSignal;
  /** The most CPU time, and the most time, that it may take. */
  readonly maxCpuMs: number;
  readonly maxMs: number;
  readonly onProgress: ReportProgress;
}

/** Typesets documents in child processes, so that long books neither block nor end this process. */
export class TypesettingPool {
  /** One slot per process. A manuscript is loaded once its slot is free, so queued exports take no memory. */
  readonly #slots: FairSlots;
  readonly #pool: ProcessPool<PressTask, PressResult, FileProgress>;
  readonly #clock: Clock;
  readonly #logger: Logger;

  constructor(options: { processes: number; heapMb: number; queue: number; clock: Clock; logger: Logger }) {
    this.#slots = new FairSlots({
      name: 'exports',
      slots: options.processes,
      maxRunningPerOwner: Math.max(1, options.processes - 1),
      maxWaiting: options.queue,
      maxWaitingPerOwner: Math.max(1, Math.ceil(options.queue / 4)),
      createFullError: queueFull,
    });
    const file = workerFile(import.meta.url, 'rendering/typeset.process');
    const { heapMb } = options;
    this.#pool = new ProcessPool({ file, maxHeapMb: heapMb, maxMemoryMb: processMemoryMb(heapMb) });
    this.#clock = options.clock;
    this.#logger = options.logger;
  }

  /**
   * Runs `work`, which loads and typesets a document, once a process is free. `owner` is the user's id: processes are
   * shared fairly between users. Rethrows errors of `work`. Throws 503 `export.busy` when the queue, or this user's share
   * of it, is full.
   */
  async withProcess<T>(
    { owner, signal }: { owner: string; signal: AbortSignal },
    work: (typeset: Typeset) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.#slots.run({ owner, signal }, () => work((task) => this.#typeset(task, signal)));
    } catch (error) {
      // When the client has disconnected, the aborted read must not be reported as a failure of the peer.
      signal.throwIfAborted();
      throw error;
    }
  }

  /**
   * Makes a file of an edition once a process is free; `load` then reads what it is made of. Rethrows errors of `load`
   * and of the process. Throws 503 `export.busy` when too many documents wait for a process.
   * Throws a `CpuTimeError` or a `TimeoutError` when it takes longer than it may.
   */
  async makeFile(
    { owner, signal, maxCpuMs, maxMs, onProgress }: MakeFileOptions,
    load: () => Promise<Omit<FileTask, 'assetsDir'>>,
  ): Promise<FileResult> {
    return await this.#slots.run({ owner, signal }, async () => {
      const task: FileTask = { ...(await load()), assetsDir: bundledAssets(import.meta.url) };
      const limited = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
      return (await this.#pool.run(task, { signal: limited, onReport: onProgress, maxCpuMs })) as FileResult;
    });
  }

  /**
   * Runs work of another process that counts as one of these. Throws 503 `export.busy` when too many documents wait for a
   * process.
   */
  async runInSlot<T>(request: { owner: string; signal: AbortSignal }, work: () => Promise<T>): Promise<T> {
    return await this.#slots.run(request, work);
  }

  /** Draws a guide for a cover. Throws 503 `export.busy` when too many documents wait for a process. */
  async drawGuide(
    { owner, signal }: { owner: string; signal: AbortSignal },
    guide: Pick<GuideTask, 'pages' | 'design' | 'format'>,
  ): Promise<CoverGuide> {
    const task: GuideTask = { kind: 'cover-guide', ...guide, assetsDir: bundledAssets(import.meta.url) };
    return (await this.#slots.run({ owner, signal }, () => this.#pool.run(task, { signal }))) as CoverGuide;
  }

  async close(): Promise<void> {
    this.#slots.rejectWaiting(() => new ProblemError('server.unavailable'));
    await this.#pool.close();
  }

  async #typeset(task: Task, signal: AbortSignal): Promise<Uint8Array> {
    try {
      const result = await this.#pool.run(
        { ...task, date: this.#clock.now().getTime(), assetsDir: bundledAssets(import.meta.url) },
        { signal },
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
      throw new ProblemError(cause instanceof OutOfMemoryError ? 'export.too_large' : 'export.failed', { cause });
    }
  }
}
