import { bookRemoved, chapterRemoved, storyChanged } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { ResultRepository } from './results/result.repository.ts';

/** What is gone for good takes its results along. Counters stay: a restored book gives no second turn. */
export const consumers = ({ results }: { results: ResultRepository }): Subscription[] => [
  on(bookRemoved, async ({ data }, { session }) => {
    if (data.stage === 'purged') await results.removeOf({ bookId: data.bookId }, session);
  }),
  on(chapterRemoved, async ({ data }, { session }) => {
    if (data.stage === 'purged') await results.removeOf({ chapterId: data.chapterId }, session);
  }),
  on(storyChanged, async ({ data }, { session }) => {
    if (data.stage === 'purged') await results.removeOf({ storyId: data.storyId }, session);
  }),
];
