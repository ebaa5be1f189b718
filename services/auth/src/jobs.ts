import type { Batches } from '@inkbear/service-kit/batches';
import { batchJob, type Job } from '@inkbear/service-kit/jobs';
import { eraseRemovedUsers } from './users/remove-user.ts';

type JobDeps = Parameters<typeof eraseRemovedUsers>[0] & { readonly batches: Batches };

export const jobs = (deps: JobDeps): Job[] => [batchJob(deps.batches, '0 7 * * * *', eraseRemovedUsers(deps))];
