import type { RateLimits } from './rate-limits/rate-limits.ts';
import type { Revocations } from './sessions/revocations.ts';

/** Work that every replica repeats. Unlike a job of a service it needs no lease. */
export interface ReplicaJob {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => void;
}

interface JobDeps {
  readonly revocations: Revocations;
  readonly limits: RateLimits;
  readonly publishEveryMs?: number | undefined;
}

export const jobs = ({ revocations, limits, publishEveryMs = 1000 }: JobDeps): ReplicaJob[] => [
  { name: 'publish-rate-counts', everyMs: publishEveryMs, run: () => limits.publishCounts() },
  { name: 'remove-expired-revocations', everyMs: 60_000, run: () => revocations.sweep(Date.now()) },
];
