import type { Logger } from '@inkbear/service-kit/logger';

/** The lease of a job that a process runs at present. */
export interface JobLease {
  id: string;
  until: Date;
}

/** A process renews its lease every second. A job whose lease has expired is run by another one. */
export const leaseTimes = { leaseMs: 60_000, renewMs: 1000 } as const;

/** A job that this process runs. */
export interface LeasedJob {
  readonly leaseId: string;
  readonly control: AbortController;
}

/** Why a job was stopped. */
export class StoppedError extends Error {
  /**
   * `lost`: the lease was lost, because the job was cancelled or claimed by another process; `shutdown`: the job returns to
   * the queue.
   */
  readonly reason: 'lost' | 'shutdown';

  constructor(reason: 'lost' | 'shutdown') {
    super(`The job was stopped: ${reason}`);
    this.reason = reason;
  }
}

interface LeasedQueueOptions<Job extends LeasedJob> {
  /** The name in the log. */
  readonly name: string;
  /** Jobs that this process runs at a time. */
  readonly capacity: number;
  readonly logger: Logger;
  /** How many jobs are open, running ones included, and whether one of them could begin now. */
  readonly look: () => Promise<{ open: number; canStart: boolean }>;
  /** Leases the next job. Null when there is none, or when another process has taken it. */
  readonly claim: () => Promise<Job | null>;
  /** Must not reject: what fails is logged, and the job is run again after its lease has expired. */
  readonly run: (job: Job) => Promise<void>;
  /** Extends the lease of a job and stores its progress. False when the lease was lost: cancelled, removed or expired. */
  readonly renew: (job: Job) => Promise<boolean>;
}

/** How long it waits before it looks for jobs again: while some are open, and while none are. */
export const busyPollMs = 1000;
const idlePollMs = 5000;

/**
 * Runs the jobs of a queue in the database. Each process takes jobs by leases, so a job of a process that died is run by
 * another one.
 */
export class LeasedQueue<Job extends LeasedJob> {
  readonly #options: LeasedQueueOptions<Job>;
  readonly #running = new Map<string, { job: Job; done: Promise<void> }>();
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | null = null;
  #isPollRequested = false;
  #isStopped = false;

  constructor(options: LeasedQueueOptions<Job>) {
    this.#options = options;
    this.#schedule(idlePollMs);
  }

  /** Looks for waiting jobs at once, and stops what was cancelled. Called after jobs were added or removed. */
  wake(): void {
    for (const { job } of this.#running.values()) void this.#renew(job);
    if (this.#isStopped) return;
    this.#isPollRequested = true;
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = null;
      if (this.#isPollRequested) this.wake();
    });
  }

  /** Stops the running jobs, so that they return to the queue, and waits for that. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#polling;
    const running = [...this.#running.values()];
    for (const { job } of running) job.control.abort(new StoppedError('shutdown'));
    await Promise.all(running.map(({ done }) => done));
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => this.wake(), ms).unref();
  }

  async #poll(): Promise<void> {
    this.#isPollRequested = false;
    let open = 0;
    try {
      open = await this.#startWaiting();
    } catch (err) {
      this.#options.logger.warn({ err, queue: this.#options.name }, 'queue_poll_failed');
    }
    this.#schedule(open > 0 ? busyPollMs : idlePollMs);
  }

  /** Starts jobs while this process has room. Returns how many are open. */
  async #startWaiting(): Promise<number> {
    const { look, capacity } = this.#options;
    for (;;) {
      const { open, canStart } = await look();
      const isFull = this.#isStopped || this.#running.size >= capacity;
      if (isFull || !canStart || !(await this.#startNext())) return open;
    }
  }

  /** False when there is no next job. */
  async #startNext(): Promise<boolean> {
    const job = await this.#options.claim();
    if (!job) return false;
    const done = this.#run(job).finally(() => {
      this.#running.delete(job.leaseId);
      this.wake();
    });
    this.#running.set(job.leaseId, { job, done });
    return true;
  }

  async #run(job: Job): Promise<void> {
    const renewal = setInterval(() => void this.#renew(job), leaseTimes.renewMs);
    try {
      await this.#options.run(job);
    } finally {
      clearInterval(renewal);
    }
  }

  async #renew(job: Job): Promise<void> {
    try {
      const isHeld = await this.#options.renew(job);
      if (!isHeld) job.control.abort(new StoppedError('lost'));
    } catch (err) {
      this.#options.logger.warn({ err, queue: this.#options.name }, 'queue_lease_renew_failed');
    }
  }
}
