import { setTimeout as sleep } from 'node:timers/promises';
import { exportFileFinished } from '@inkbear/contracts/events';
import type { FileFailure, FileProfile, FileProgress } from '@inkbear/contracts/export/edition';
import type { Logger } from '@inkbear/service-kit/logger';
import { ProblemError } from '@inkbear/service-kit/problem';
import { CpuTimeError, OutOfMemoryError } from '@inkbear/service-kit/process-pool';
import { busyPollMs, type LeasedJob, LeasedQueue, StoppedError } from '../queue/leased-queue.ts';
import { measureExport } from '../rendering/measure-export.ts';
import type { TypesettingPool } from '../rendering/typesetting-pool.ts';
import { chooseFile, type EditionRow, type FileRow, queueLimits } from './edition.ts';
import type { Claim, FileOutcome } from './edition.repository.ts';
import type { FileResult } from './make-file.ts';
import { queueLock, type RequestDeps } from './request-files.ts';
import { storeFile } from './store-file.ts';

interface RunnerDeps extends RequestDeps {
  readonly typesetting: TypesettingPool;
  readonly logger: Logger;
  /** Files that this process makes at a time. */
  readonly capacity: number;
}

/** A file that this process makes. */
interface RunningFile extends LeasedJob {
  readonly claim: Claim;
  readonly edition: EditionRow;
  readonly file: FileRow;
  progress: FileProgress;
}

/** What an author reads when a file could not be made; other failures have their own messages. */
const failureMessages = {
  'export.failed': 'This file could not be made. Please try again.',
  'export.too_large': 'This book is too long for this format. Please try another format, or split it into two volumes.',
} as const satisfies Partial<Record<FileFailure, string>>;

/** Errors that a retry cannot fix. */
const permanentErrors = ['export.incomplete', 'export.quota_used'] as const;

/** The formats of events and metrics. See `fileProfiles` for what the profiles are. */
export const formatOf = {
  print: 'paperback',
  screen: 'ebook',
  epub: 'epub',
  manuscript: 'docx',
  designed: 'docx',
  markdown: 'markdown',
} as const satisfies Record<FileProfile, string>;

/**
 * Makes the waiting files of all editions. A file is finished by one conditional update, so it finishes once, whoever else
 * has made it.
 */
export class EditionRunner {
  readonly #deps: RunnerDeps;
  readonly #queue: LeasedQueue<RunningFile>;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
    this.#queue = new LeasedQueue({
      name: 'edition_files',
      capacity: deps.capacity,
      logger: deps.logger,
      look: () => this.#look(),
      claim: () => this.#claim(),
      run: (running) => this.#make(running),
      renew: ({ claim, progress }) => deps.editions.renew(claim, progress, new Date()),
    });
  }

  /** Looks for waiting files at once, and stops what was cancelled. Called after files were requested or removed. */
  wake(): void {
    this.#queue.wake();
  }

  /** Returns running files to the queue, without counting the try. */
  async stop(): Promise<void> {
    await this.#queue.stop();
  }

  async #look(): Promise<{ open: number; canStart: boolean }> {
    const queued = await this.#deps.editions.listQueued();
    return { open: queued.length, canStart: chooseFile(queued, new Date(), new Map()) !== null };
  }

  async #claim(): Promise<RunningFile | null> {
    const { editions, outbox, newId } = this.#deps;
    const taken = await outbox.run(async ({ session, lock }) => {
      await lock(queueLock);
      const queued = await editions.listQueued(session);
      const users = [...new Set(queued.map(({ userId }) => userId))];
      const now = new Date();
      const next = chooseFile(queued, now, users.length > 1 ? await editions.listStarts(users, session) : new Map());
      if (!next) return null;
      const claim: Claim = { ...next, leaseId: newId() };
      const until = new Date(now.getTime() + queueLimits.leaseMs);
      const edition = await editions.claim(claim, { now, until }, session);
      return edition && { claim, edition };
    });
    const file = taken?.edition.files.find(({ id }) => id === taken.claim.fileId);
    if (!taken || !file) return null;
    const { leaseId } = taken.claim;
    return { ...taken, leaseId, file, control: new AbortController(), progress: { step: 'set', done: 0, of: 0 } };
  }

  /** Never rejects: what fails here is logged, and the file is made again after its lease has expired. */
  async #make(running: RunningFile): Promise<void> {
    const { logger } = this.#deps;
    const { profile, tries } = running.file;
    const fields = { editionId: running.edition._id, fileId: running.file.id, profile };
    logger.info({ ...fields, attempt: tries }, 'edition_file_started');
    try {
      if (tries > queueLimits.tries) await this.#fail(running, 'export.failed', failureMessages['export.failed']);
      else await measureExport(formatOf[profile], running.control.signal, () => this.#generate(running));
    } catch (error) {
      try {
        await this.#afterError(running, error);
      } catch (err) {
        logger.error({ err, ...fields }, 'edition_file_release_failed');
      }
    }
  }

  async #generate(running: RunningFile): Promise<void> {
    const { typesetting, storedFiles, logger } = this.#deps;
    const { edition, file, control } = running;
    const options = {
      owner: edition.userId,
      signal: control.signal,
      maxCpuMs: queueLimits.maxCpuMs,
      maxMs: queueLimits.maxMs,
      onProgress: (progress: FileProgress) => {
        running.progress = progress;
      },
    };
    const result = await typesetting.makeFile(options, async () => ({
      kind: 'file',
      profile: file.profile,
      frozen: await storedFiles.read(edition.frozenId),
      cover: await this.#readCover(running),
      uuid: edition.bookId,
      date: edition.createdAt.getTime(),
    }));
    control.signal.throwIfAborted();
    if (result.outcome === 'made') return await this.#store(running, result);
    logger.error({ fileId: file.id, profile: file.profile, ...result.comparison }, 'edition_file_incomplete');
    throw new ProblemError('export.incomplete');
  }

  async #readCover({ edition: { bookId, userId }, file }: RunningFile) {
    const cover = file.profile === 'epub' ? await this.#deps.covers.find(bookId, userId) : null;
    if (!cover) return null;
    return { bytes: await this.#deps.storedFiles.read(cover.storedId), mediaType: 'image/jpeg' as const };
  }

  /** Stores the file, and finishes it unless the lease was lost meanwhile. */
  async #store(running: RunningFile, made: Extract<FileResult, { outcome: 'made' }>): Promise<void> {
    const { clock, newId } = this.#deps;
    const { userId } = running.edition;
    const storedId = newId();
    const finishedAt = clock.now();
    const { file: content, sha256, pages, comparison, preflight } = made;
    const isFinished = await storeFile(this.#deps, { id: storedId, userId, kind: 'file', content }, () =>
      this.#finish(running, {
        state: 'ready',
        finishedAt,
        sha256,
        pages,
        bytes: content.byteLength,
        storedId,
        comparison,
        preflight: preflight && { ...preflight, checkedAt: finishedAt.toISOString() },
      }),
    );
    if (isFinished) return;
    const lost = new StoppedError('lost');
    running.control.abort(lost);
    throw lost;
  }

  /** Ends the file with its event in one transaction. False when the lease was lost. */
  async #finish({ claim, edition, file }: RunningFile, end: FileOutcome): Promise<boolean> {
    const { editions, storedFiles, outbox } = this.#deps;
    const { userId, bookId } = edition;
    return await outbox.run(async ({ session, emit }) => {
      if (!(await editions.finish(claim, end, session))) return false;
      if (!end.storedId) return true;
      await storedFiles.addReference(end.storedId, session);
      await emit(exportFileFinished, bookId, { userId, bookId, chapterId: null, format: formatOf[file.profile] });
      return true;
    });
  }

  async #fail(running: RunningFile, code: FileFailure, message: string): Promise<void> {
    await this.#finish(running, { state: 'failed', finishedAt: this.#deps.clock.now(), error: { code, message } });
  }

  /** Decides what becomes of a file that could not be made. */
  async #afterError(running: RunningFile, error: unknown): Promise<void> {
    const { editions, logger } = this.#deps;
    const { claim, file, control } = running;
    const reason: unknown = control.signal.aborted ? control.signal.reason : error;
    if (reason instanceof StoppedError) {
      logger.info({ fileId: file.id, reason: reason.reason }, 'edition_file_stopped');
      if (reason.reason === 'shutdown') await editions.release(claim, { countsAsAttempt: false });
      return;
    }
    // Another attempt would need as much memory or time again, while others wait for the process.
    if (error instanceof OutOfMemoryError || error instanceof CpuTimeError)
      return await this.#fail(running, 'export.too_large', failureMessages['export.too_large']);
    const problem = error instanceof ProblemError ? error : null;
    const permanent = permanentErrors.find((code) => code === problem?.code);
    if (problem && permanent) return await this.#fail(running, permanent, problem.message);
    if (problem?.code === 'export.busy') {
      await editions.release(claim, { countsAsAttempt: false });
      return await sleep(busyPollMs, undefined, { ref: false });
    }
    logger.error({ err: error, fileId: file.id, profile: file.profile, attempt: file.tries }, 'edition_file_failed');
    if (file.tries < queueLimits.tries) return await editions.release(claim, { countsAsAttempt: true });
    await this.#fail(running, 'export.failed', failureMessages['export.failed']);
  }
}
