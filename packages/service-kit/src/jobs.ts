import { Cron } from 'croner';
import type { Batch, Batches } from './batches.ts';
import type { Leases } from './leases.ts';
import type { Logger } from './logger.ts';

/** Recurring work that runs in one process at a time. */
export interface Job {
  readonly name: string;
  /** Cron pattern in UTC, seconds first, e.g. `0 *\/10 * * * *` for every ten minutes. */
  readonly pattern: string;
  /** Checked before the lease is acquired, so an idle job writes nothing. */
  readonly hasWork?: () => Promise<boolean>;
  /** @param signal aborts when the process stops */
  readonly run: (signal?: AbortSignal) => Promise<void>;
}

/** Runs jobs on their schedule under leases. A failed run is logged and repeated at the next scheduled time. */
export class Jobs {
  readonly #leases: Leases;
  readonly #logger: Logger;
  readonly #crons: Cron[] = [];
  readonly #running = new Set<Promise<unknown>>();
  readonly #stopping = new AbortController();

  constructor(leases: Leases, logger: Logger) {
    this.#leases = leases;
    this.#logger = logger;
  }

  start(jobs: readonly Job[]): void {
    for (const job of jobs)
      this.#crons.push(new Cron(job.pattern, { timezone: 'UTC', protect: true }, () => this.runNow(job)));
  }

  async runNow(job: Job): Promise<void> {
    const run = this.#runIfDue(job).catch((err: unknown) => this.#logger.error({ err, job: job.name }, 'job_failed'));
    this.#running.add(run);
    await run.finally(() => this.#running.delete(run));
  }

  async #runIfDue(job: Job): Promise<void> {
    if (job.hasWork && !(await job.hasWork())) return;
    await this.#leases.hold(`job:${job.name}`, { ttlMs: 60_000 }, () => job.run(this.#stopping.signal));
  }

  async stop(): Promise<void> {
    for (const cron of this.#crons) cron.stop();
    this.#stopping.abort();
    await Promise.all(this.#running);
  }
}

/** A job that runs one batch; it acquires its lease only when something is due. */
export function batchJob<T>(batches: Batches, pattern: string, batch: Batch<T>): Job {
  return {
    name: batch.name,
    pattern,
    hasWork: () => batches.hasWork(batch),
    run: async (signal) => void (await batches.run(batch, signal)),
  };
}
