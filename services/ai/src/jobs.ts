import type { Batches } from '@inkbear/service-kit/batches';
import { batchJob, type Job } from '@inkbear/service-kit/jobs';
import { returnAbandoned } from './quota/give-back.ts';
import type { TokenCeilings } from './quota/token-ceilings.ts';

type JobDeps = Parameters<typeof returnAbandoned>[0] & { readonly batches: Batches; readonly tokens: TokenCeilings };

export const jobs = (deps: JobDeps): Job[] => [
  batchJob(deps.batches, '30 * * * * *', returnAbandoned(deps)),
  batchJob(deps.batches, '45 * * * * *', deps.tokens.abandoned),
];
