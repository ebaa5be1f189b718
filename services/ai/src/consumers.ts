import { bookRemoved, chapterRemoved, storyChanged } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { ContextChoiceRepository } from './context-choices/context-choice.repository.ts';
import type { ResultRepository } from './results/result.repository.ts';
import type { SummaryRepository } from './summaries/summary.repository.ts';

interface ConsumerDeps {
  readonly results: ResultRepository;
  readonly contextChoices: ContextChoiceRepository;
  readonly summaries: SummaryRepository;
}

/**
 * Deletes the results of a purged book, chapter or story, the summaries of its chapters, the context choice of the book,
 * and the id of the chapter in that choice. Trashing deletes nothing, so a restored book keeps them and its usage counters.
 */
export const consumers = ({ results, contextChoices, summaries }: ConsumerDeps): Subscription[] => [
  on(bookRemoved, async ({ data: { stage, bookId } }, { session }) => {
    if (stage !== 'purged') return;
    await results.deleteByScope({ bookId }, session);
    await contextChoices.deleteOfBook(bookId, session);
    await summaries.deleteOfBook(bookId, session);
  }),
  on(chapterRemoved, async ({ data }, { session }) => {
    if (data.stage !== 'purged') return;
    await results.deleteByScope({ chapterId: data.chapterId }, session);
    await contextChoices.removeChapter(data, session);
    await summaries.deleteOfChapter(data.chapterId, session);
  }),
  on(storyChanged, async ({ data }, { session }) => {
    if (data.stage === 'purged') await results.deleteByScope({ storyId: data.storyId }, session);
  }),
];
