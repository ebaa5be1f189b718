import type { Batches } from '@inkbear/service-kit/batches';
import { batchJob, type Job } from '@inkbear/service-kit/jobs';
import { eraseClosedAccounts } from './users/close-account.ts';

type JobDeps = Parameters<typeof eraseClosedAccounts>[0] & { readonly batches: Batches };

export const jobs = (deps: JobDeps): Job[] => [batchJob(deps.batches, '0 7 * * * *', eraseClosedAccounts(deps))];
