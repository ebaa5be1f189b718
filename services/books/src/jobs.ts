import { purgeDeletedRevisions } from '@inkbear/manuscript-store/delete-revisions';
import type { ManuscriptStore } from '@inkbear/manuscript-store/manuscript-store';
import { compactHistory } from '@inkbear/manuscript-store/compact-history';
import type { Batches } from '@inkbear/service-kit/batches';
import { batchJob, type Job } from '@inkbear/service-kit/jobs';
import { purgeDecisions } from './bible/purge-decisions.ts';
import type { TrashDeps } from './books/trash-book.ts';
import type { ChapterRow } from './chapters/chapter.ts';
import { removeOldImports } from './imports/abandon-import.ts';
import type { ImportDeps } from './imports/begin-import.ts';
import { purgeRemovedTexts } from './provenance/purge-removed-texts.ts';
import { type ProgressReportDeps, reportProgress } from './progress/report-progress.ts';
import { type ExtractionDeps, extractChapters } from './extraction/extract-chapters.ts';
import { purgeTrash } from './trash/purge-trash.ts';

type JobDeps = TrashDeps &
  ProgressReportDeps &
  ExtractionDeps &
  ImportDeps & { readonly batches: Batches; readonly store: ManuscriptStore<ChapterRow> };

export const jobs = (deps: JobDeps): Job[] => [
  batchJob(deps.batches, '*/2 * * * * *', reportProgress(deps)),
  batchJob(deps.batches, '*/5 * * * * *', extractChapters(deps)),
  batchJob(deps.batches, '0 */5 * * * *', purgeTrash(deps)),
  batchJob(deps.batches, '0 10 2 * * *', purgeDecisions(deps)),
  batchJob(deps.batches, '0 30 2 * * *', purgeRemovedTexts(deps)),
  batchJob(deps.batches, '0 40 2 * * *', purgeDeletedRevisions(deps.store)),
  batchJob(deps.batches, '0 20 3 * * *', compactHistory(deps.store)),
  batchJob(deps.batches, '0 50 3 * * *', removeOldImports(deps)),
];
