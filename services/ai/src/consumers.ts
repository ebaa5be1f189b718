import { bookRemoved, chapterRemoved, storyChanged } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { ResultRepository } from './results/result.repository.ts';

/**
 * Deletes the results of a purged book, chapter or story. Trashing deletes nothing, so a restored book keeps its
 * results and its usage counters.
 */
export const consumers = ({ results }: { results: ResultRepository }): Subscription[] => [
  on(bookRemoved, async ({ data }, { session }) => {
    if (data.stage === 'purged') await results.deleteByScope({ bookId: data.bookId }, session);
  }),
  on(chapterRemoved, async ({ data }, { session }) => {
    if (data.stage === 'purged') await results.deleteByScope({ chapterId: data.chapterId }, session);
  }),
  on(storyChanged, async ({ data }, { session }) => {
    if (data.stage === 'purged') await results.deleteByScope({ storyId: data.storyId }, session);
  }),
];
