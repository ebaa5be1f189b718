import type { Batches } from '@inkbear/service-kit/batches';
import { batchJob, type Job } from '@inkbear/service-kit/jobs';
import { processDue, type ProcessDueDeps } from './referrals/process-due.ts';

export const jobs = (deps: ProcessDueDeps & { readonly batches: Batches }): Job[] => [
  batchJob(deps.batches, '30 * * * * *', processDue(deps)),
];
