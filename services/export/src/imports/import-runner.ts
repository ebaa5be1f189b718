import { setTimeout as sleep } from 'node:timers/promises';
import { abandonImport } from '@inkbear/contracts/books/import';
import type { ImportProgress } from '@inkbear/contracts/export/import';
import { makeRefusals } from '@inkbear/contracts/export/import-failures';
import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Logger } from '@inkbear/service-kit/logger';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { CpuTimeError, OutOfMemoryError } from '@inkbear/service-kit/process-pool';
import type { StoredFileRepository } from '../editions/stored-file.repository.ts';
import { busyPollMs, type LeasedJob, LeasedQueue, StoppedError } from '../queue/leased-queue.ts';
import { queueLock } from './create-import.ts';
import {
  chooseImport,
  type ImportProblem,
  type ImportQueue,
  importQueueLimits,
  type ImportRow,
  type MakeEnd,
  type Making,
  unexpectedFailure,
  unexpectedMakeFailure,
} from './import.ts';
import type { ImportClaim, ImportRepository } from './import.repository.ts';
import { makeBook } from './make-book.ts';
import { storeReading } from './store-reading.ts';
import type { ReadingPool } from './reading-pool.ts';

interface RunnerDeps {
  readonly imports: ImportRepository;
  readonly storedFiles: StoredFileRepository;
  readonly reading: ReadingPool;
  readonly quota: ByteQuota;
  readonly peers: Peers;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly logger: Logger;
}

/** An import that this process reads or makes. */
interface RunningImport extends LeasedJob {
  readonly claim: ImportClaim;
  readonly row: ImportRow;
  progress: ImportProgress;
}

/** Files that one process reads, and books that it makes, at a time. Each has a text in memory. */
const capacity: Readonly<Record<ImportQueue, number>> = { read: 1, make: 2 };
/** How long it waits before it asks a service again that does not answer. */
const peerRetryMs = 5000;

/** What an author reads about a file that needs more memory or time than it may have. */
const tooLarge: ImportProblem = {
  code: 'imports.too_large',
  message: 'This file takes too long to read, or too much memory. Please divide it into several files.',
};

/** Reads the files of waiting imports, and makes their books when their authors have asked for it. */
export class ImportRunner {
  readonly #deps: RunnerDeps;
  readonly #readings: LeasedQueue<RunningImport>;
  readonly #makings: LeasedQueue<RunningImport>;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
    this.#readings = this.#createQueue('read', (running) => this.#read(running));
    this.#makings = this.#createQueue('make', (running) => this.#make(running));
  }

  /** Looks for imports to run at once, and stops what was cancelled. */
  wake(): void {
    this.#readings.wake();
    this.#makings.wake();
  }

  /** Returns running imports to their queues, without counting the try. */
  async stop(): Promise<void> {
    await Promise.all([this.#readings.stop(), this.#makings.stop()]);
  }

  #createQueue(queue: ImportQueue, work: (running: RunningImport) => Promise<void>): LeasedQueue<RunningImport> {
    const { imports, logger } = this.#deps;
    return new LeasedQueue({
      name: `imports_${queue}`,
      capacity: capacity[queue],
      logger,
      look: async () => {
        const open = await imports.listQueued(queue);
        return { open: open.length, canStart: chooseImport(open, new Date(), new Map()) !== null };
      },
      claim: () => this.#claim(queue),
      run: (running) => this.#run(running, work),
      renew: ({ claim, progress }) => imports.renew(claim, progress, new Date()),
    });
  }

  async #claim(queue: ImportQueue): Promise<RunningImport | null> {
    const { imports, outbox, newId } = this.#deps;
    const leaseId = newId();
    const row = await outbox.run(async ({ session, lock }) => {
      await lock(queueLock);
      const open = await imports.listQueued(queue, session);
      const users = [...new Set(open.map(({ userId }) => userId))];
      const now = new Date();
      const importId = chooseImport(
        open,
        now,
        users.length > 1 ? await imports.listStarts(users, session) : new Map<string, Date>(),
      );
      return importId === null ? null : await imports.claim({ importId, leaseId }, { queue, now }, session);
    });
    if (!row) return null;
    const progress = row.progress ?? { step: queue, done: 0, of: queue === 'read' ? 1 : 0 };
    return { leaseId, claim: { importId: row._id, leaseId }, row, progress, control: new AbortController() };
  }

  /** Never rejects: what fails here is logged, and the import is run again after its lease has expired. */
  async #run(running: RunningImport, work: (running: RunningImport) => Promise<void>): Promise<void> {
    const { imports, logger } = this.#deps;
    const { claim, row, control } = running;
    const fields = { importId: row._id, state: row.state, attempt: row.tries };
    logger.info(fields, 'import_started');
    try {
      await work(running);
    } catch (error) {
      const reason: unknown = control.signal.aborted ? control.signal.reason : error;
      const isStopped = reason instanceof StoppedError;
      if (isStopped) logger.info({ ...fields, reason: reason.reason }, 'import_stopped');
      else logger.error({ err: error, ...fields }, 'import_failed');
      try {
        // Does nothing when the lease was lost.
        await imports.release(claim, { countsAsAttempt: !isStopped });
      } catch (err) {
        logger.error({ err, ...fields }, 'import_release_failed');
      }
      if (!isStopped) await sleep(busyPollMs, undefined, { ref: false });
    }
  }

  async #read(running: RunningImport): Promise<void> {
    const { reading, storedFiles } = this.#deps;
    const { claim, row, control } = running;
    if (row.tries > importQueueLimits.readTries) return await this.#failReading(claim, unexpectedFailure);
    try {
      const result = await reading.read({ owner: row.userId, signal: control.signal }, async () => ({
        file: await storedFiles.read(row.fileId),
        fileName: row.fileName,
        bookId: row.booksInFile[row.bookIndex]?.id,
      }));
      control.signal.throwIfAborted();
      if (result.outcome === 'refused') return await this.#failReading(claim, result.error);
      if (!(await storeReading(this.#deps, running, result))) control.abort(new StoppedError('lost'));
    } catch (error) {
      control.signal.throwIfAborted();
      if (error instanceof OutOfMemoryError || error instanceof CpuTimeError)
        return await this.#failReading(claim, tooLarge);
      const problem = error instanceof ProblemError ? error : null;
      if (problem?.code === 'export.quota_used')
        return await this.#failReading(claim, { code: problem.code, message: problem.message });
      if (problem?.code !== 'export.busy') throw error;
      await this.#waitForTurn(claim, busyPollMs);
    }
  }

  async #failReading(claim: ImportClaim, error: ImportProblem): Promise<void> {
    this.#deps.logger.info({ importId: claim.importId, code: error.code }, 'import_refused');
    await this.#deps.imports.settle(claim, { state: 'failed', error });
  }

  /** Returns an import to its queue without counting the try, and waits before the next one. */
  async #waitForTurn(claim: ImportClaim, ms: number): Promise<void> {
    await this.#deps.imports.release(claim, { countsAsAttempt: false });
    await sleep(ms, undefined, { ref: false });
  }

  async #make(running: RunningImport): Promise<void> {
    const { claim, row } = running;
    const { making } = row;
    if (!making) throw new Error('The import has no request to make a book.');
    try {
      if (making.undo) return await this.#undo(running, making, making.undo);
      if (row.tries > importQueueLimits.makeTries) throw new ProblemError('imports.failed');
      const bookId = await makeBook(this.#deps, row, {
        makingId: making.id,
        done: running.progress.done,
        signal: running.control.signal,
        onProgress: (done, of) => {
          running.progress = { step: 'make', done, of };
        },
      });
      await this.#deps.imports.settle(claim, { state: 'made', bookId, making: null });
    } catch (error) {
      running.control.signal.throwIfAborted();
      await this.#afterMakeError(running, making, error);
    }
  }

  /** Tries again while the books service may answer later. Otherwise what it has stored is deleted in the next attempt. */
  async #afterMakeError({ claim, row }: RunningImport, making: Making, error: unknown): Promise<void> {
    const { imports, clock } = this.#deps;
    if (!(error instanceof ProblemError)) throw error;
    const refusal = makeRefusals.find((code) => code === error.code);
    const isTemporary = error.status > 500;
    const isLate = clock.now().getTime() - making.requestedAt.getTime() > importQueueLimits.makeMs;
    if (isTemporary && (making.undo || !isLate)) return await this.#waitForTurn(claim, peerRetryMs);
    if (!refusal && !isTemporary && error.code !== 'imports.failed') throw error;
    // The plan stays, so that its author can try again.
    const undo: MakeEnd = {
      state: 'ready',
      error: refusal ? { code: refusal, message: error.message } : unexpectedMakeFailure,
    };
    this.#deps.logger.info({ importId: row._id, code: error.code }, 'import_undone');
    if (await imports.setUndo(claim, undo)) await imports.release(claim, { countsAsAttempt: false });
  }

  /** Deletes what the books service has stored. A book that was finished before stays. */
  async #undo({ claim, row }: RunningImport, making: Making, end: MakeEnd): Promise<void> {
    const { imports, peers } = this.#deps;
    const { bookId } = await peers.call(abandonImport, { params: { id: making.id }, query: { userId: row.userId } });
    const change = bookId === null ? end : ({ state: 'made', bookId } as const);
    await imports.settle(claim, { ...change, making: null });
  }
}
