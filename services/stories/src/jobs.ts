import { purgeDeletedRevisions } from '@inkbear/manuscript-store/delete-revisions';
import type { ManuscriptStore } from '@inkbear/manuscript-store/manuscript-store';
import { compactHistory } from '@inkbear/manuscript-store/compact-history';
import type { Batches } from '@inkbear/service-kit/batches';
import { batchJob, type Job } from '@inkbear/service-kit/jobs';
import type { StoryRow } from './stories/story.ts';
import { publishStoryChanges } from './stories/publish-story-change.ts';
import { purgeTrash } from './trash/purge-trash.ts';
import type { TrashDeps } from './trash/trash-story.ts';

type JobDeps = TrashDeps & {
  readonly batches: Batches;
  readonly store: ManuscriptStore<StoryRow>;
};

export const jobs = (deps: JobDeps): Job[] => [
  batchJob(deps.batches, '*/2 * * * * *', publishStoryChanges(deps)),
  batchJob(deps.batches, '0 */5 * * * *', purgeTrash(deps)),
  batchJob(deps.batches, '0 50 2 * * *', purgeDeletedRevisions(deps.store)),
  batchJob(deps.batches, '0 40 3 * * *', compactHistory(deps.store)),
];
