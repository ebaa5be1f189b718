import { Cron } from 'croner';
import type { Batch, Batches } from './batches.ts';
import type { Leases } from './leases.ts';
import type { Logger } from './logger.ts';

/** Something done again and again, by one process at a time. */
export interface Job {
  readonly name: string;
  /** Cron pattern in UTC, seconds first, e.g. `0 *\/10 * * * *` for every ten minutes. */
  readonly pattern: string;
  /** Asked before the lease is taken: a job that has nothing to do writes nothing. */
  readonly hasWork?: () => Promise<boolean>;
  readonly run: () => Promise<void>;
}

/** Runs jobs under leases; a run that fails is logged and comes again at its next time. */
export class Jobs {
  readonly #leases: Leases;
  readonly #logger: Logger;
  readonly #crons: Cron[] = [];
  readonly #running = new Set<Promise<unknown>>();

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
    await this.#leases.hold(`job:${job.name}`, { ttlMs: 60_000 }, job.run);
  }

  async stop(): Promise<void> {
    for (const cron of this.#crons) cron.stop();
    await Promise.all(this.#running);
  }
}

/** A job that is one batch; it takes its lease only when something is due. */
export function batchJob<T>(batches: Batches, pattern: string, batch: Batch<T>): Job {
  return {
    name: batch.name,
    pattern,
    hasWork: () => batches.hasWork(batch),
    run: async () => void (await batches.run(batch)),
  };
}
