import type { Job } from '@inkbear/service-kit/jobs';
import type { TrashDeps } from '../books/trash-book.ts';
import { flushProgress } from '../progress/flush-progress.ts';
import { thinHistory } from '../revisions/thin-history.ts';
import { purgeTrash } from '../trash/purge-trash.ts';

export const jobs = (deps: TrashDeps): Job[] => [
  { name: 'flush-progress', pattern: '*/5 * * * * *', run: () => flushProgress(deps) },
  { name: 'purge-trash', pattern: '0 */5 * * * *', run: () => purgeTrash(deps) },
  { name: 'thin-history', pattern: '0 20 3 * * *', run: () => thinHistory(deps) },
];
