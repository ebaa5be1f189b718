import type { Batches } from '@inkbear/service-kit/batches';
import { batchJob, type Job } from '@inkbear/service-kit/jobs';
import { releaseAbandonedUsage } from './quota/release-usage.ts';
import type { TokenCeilings } from './quota/token-ceilings.ts';
import { readChangedChapters } from './reading/read-changed-chapters.ts';

type JobDeps = Parameters<typeof releaseAbandonedUsage>[0] &
  Parameters<typeof readChangedChapters>[0] & {
    readonly batches: Batches;
    readonly tokens: TokenCeilings;
  };

export const jobs = (deps: JobDeps): Job[] => [
  batchJob(deps.batches, '30 * * * * *', releaseAbandonedUsage(deps)),
  batchJob(deps.batches, '45 * * * * *', deps.tokens.releaseAbandoned),
  batchJob(deps.batches, '15 * * * * *', readChangedChapters(deps)),
];
