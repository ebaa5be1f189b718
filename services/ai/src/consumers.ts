import { bookRemoved, chapterContentChanged, chapterRemoved, storyChanged } from '@inkbear/contracts/events';
import type { Clock } from '@inkbear/service-kit/clock';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { ContextChoiceRepository } from './context-choices/context-choice.repository.ts';
import type { AutomaticReadingRepository } from './reading/automatic-reading.repository.ts';
import type { ResultRepository } from './results/result.repository.ts';
import type { ProviderSummaryRepository } from './summaries/provider-summary.repository.ts';
import type { SummaryRepository } from './summaries/summary.repository.ts';

interface ConsumerDeps {
  readonly results: ResultRepository;
  readonly contextChoices: ContextChoiceRepository;
  readonly summaries: SummaryRepository;
  readonly providerSummaries: ProviderSummaryRepository;
  readonly automaticReadings: AutomaticReadingRepository;
  readonly clock: Clock;
}

/**
 * Schedules the automatic reading of changed chapters. Deletes the results of a purged book, chapter or story, the
 * summaries and scheduled readings of its chapters, the context choice of the book, and the id of the chapter in that
 * choice. Trashing deletes nothing, so a restored book keeps them and its usage counters.
 */
export const consumers = ({
  results,
  contextChoices,
  summaries,
  providerSummaries,
  automaticReadings,
  clock,
}: ConsumerDeps): Subscription[] => [
  on(chapterContentChanged, ({ data }, { session }) => automaticReadings.addChange(data, clock.now(), session)),
  on(bookRemoved, async ({ data: { stage, bookId } }, { session }) => {
    if (stage !== 'purged') return;
    await results.deleteByScope({ bookId }, session);
    await contextChoices.deleteOfBook(bookId, session);
    await summaries.deleteOfBook(bookId, session);
    await providerSummaries.deleteOfBook(bookId, session);
    await automaticReadings.deleteOfBook(bookId, session);
  }),
  on(chapterRemoved, async ({ data }, { session }) => {
    if (data.stage !== 'purged') return;
    await results.deleteByScope({ chapterId: data.chapterId }, session);
    await contextChoices.removeChapter(data, session);
    await summaries.deleteOfChapter(data.chapterId, session);
    await providerSummaries.deleteOfChapter(data.chapterId, session);
    await automaticReadings.deleteOfChapter(data.chapterId, session);
  }),
  on(storyChanged, async ({ data }, { session }) => {
    if (data.stage === 'purged') await results.deleteByScope({ storyId: data.storyId }, session);
  }),
];
