import type { Batches } from '@inkbear/service-kit/batches';
import { batchJob, type Job } from '@inkbear/service-kit/jobs';
import { deleteUnreferencedFiles, type RemoveDeps, removeOldEditions } from './editions/remove-editions.ts';
import { type RemoveImportDeps, removeOldImports } from './imports/remove-imports.ts';

export const jobs = (deps: RemoveDeps & RemoveImportDeps & { readonly batches: Batches }): Job[] => [
  batchJob(deps.batches, '0 */5 * * * *', deleteUnreferencedFiles(deps)),
  batchJob(deps.batches, '0 20 3 * * *', removeOldEditions(deps)),
  batchJob(deps.batches, '0 40 3 * * *', removeOldImports(deps)),
];
