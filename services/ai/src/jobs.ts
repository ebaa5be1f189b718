import type { Batches } from '@inkbear/service-kit/batches';
import { batchJob, type Job } from '@inkbear/service-kit/jobs';
import { releaseAbandonedUsage } from './quota/release-usage.ts';
import type { TokenCeilings } from './quota/token-ceilings.ts';

type JobDeps = Parameters<typeof releaseAbandonedUsage>[0] & {
  readonly batches: Batches;
  readonly tokens: TokenCeilings;
};

export const jobs = (deps: JobDeps): Job[] => [
  batchJob(deps.batches, '30 * * * * *', releaseAbandonedUsage(deps)),
  batchJob(deps.batches, '45 * * * * *', deps.tokens.releaseAbandoned),
];
