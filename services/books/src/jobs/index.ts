import { purgeDeletedRevisions } from '@inkbear/manuscript-store/delete-revisions';
import type { Manuscripts } from '@inkbear/manuscript-store/manuscripts';
import { thinHistory } from '@inkbear/manuscript-store/thin-history';
import type { Job } from '@inkbear/service-kit/jobs';
import type { TrashDeps } from '../books/trash-book.ts';
import type { ChapterRow } from '../chapters/chapter.ts';
import { type FlushDeps, flushProgress } from '../progress/flush-progress.ts';
import { purgeTrash } from '../trash/purge-trash.ts';

export const jobs = (deps: TrashDeps & FlushDeps & { manuscripts: Manuscripts<ChapterRow> }): Job[] => [
  { name: 'flush-progress', pattern: '*/2 * * * * *', run: () => flushProgress(deps) },
  { name: 'purge-trash', pattern: '0 */5 * * * *', run: () => purgeTrash(deps) },
  { name: 'purge-deleted-revisions', pattern: '0 40 2 * * *', run: () => purgeDeletedRevisions(deps.manuscripts) },
  { name: 'thin-history', pattern: '0 20 3 * * *', run: () => thinHistory(deps.manuscripts) },
];
