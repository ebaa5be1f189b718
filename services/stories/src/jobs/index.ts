import { purgeDeletedRevisions } from '@inkbear/manuscript-store/delete-revisions';
import type { Manuscripts } from '@inkbear/manuscript-store/manuscripts';
import { thinHistory } from '@inkbear/manuscript-store/thin-history';
import type { Job } from '@inkbear/service-kit/jobs';
import type { StoryRow } from '../stories/story.ts';
import { tellChanges } from '../stories/tell-story.ts';
import type { ToldTitles } from '../stories/told-titles.ts';
import { purgeTrash } from '../trash/purge-trash.ts';
import type { TrashDeps } from '../trash/trash-story.ts';

export const jobs = (deps: TrashDeps & { manuscripts: Manuscripts<StoryRow>; toldTitles: ToldTitles }): Job[] => [
  { name: 'tell-changes', pattern: '*/2 * * * * *', run: () => tellChanges(deps) },
  { name: 'purge-trash', pattern: '0 */5 * * * *', run: () => purgeTrash(deps) },
  { name: 'purge-deleted-revisions', pattern: '0 50 2 * * *', run: () => purgeDeletedRevisions(deps.manuscripts) },
  { name: 'thin-history', pattern: '0 40 3 * * *', run: () => thinHistory(deps.manuscripts) },
];
