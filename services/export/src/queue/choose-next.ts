import type { JobLease } from './leased-queue.ts';

/** What the order of a queue depends on. */
export interface QueuedJob {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly lease: JobLease | null;
}

const isRunning = ({ lease }: QueuedJob, now: Date): boolean => lease !== null && lease.until > now;

/**
 * The job to run next: of the user whose last job began longest ago, the oldest. A user has one running job. Null when no
 * job waits.
 * @param open the jobs that are not finished
 * @param startedAt when the last job of a user began
 */
export function chooseNext<Job extends QueuedJob>(
  open: readonly Job[],
  now: Date,
  startedAt: ReadonlyMap<string, Date>,
): Job | null {
  const busyUsers = new Set(open.filter((job) => isRunning(job, now)).map(({ userId }) => userId));
  const servedAt = (userId: string): number => startedAt.get(userId)?.getTime() ?? 0;
  const [next] = open
    .filter(({ userId }) => !busyUsers.has(userId))
    .toSorted(
      (a, b) =>
        servedAt(a.userId) - servedAt(b.userId) ||
        a.createdAt.getTime() - b.createdAt.getTime() ||
        a.id.localeCompare(b.id),
    );
  return next ?? null;
}
