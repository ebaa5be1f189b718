import type { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import type { EraseRows } from '@inkbear/service-kit/erasure';
import type { StoryRepository } from './story.repository.ts';

const storiesPerStep = 20;

/**
 * Deletes an erased user's stories in batches, with the titles in published events. The history of a story is deleted
 * first, because its rows are only found through the story. After an interruption the next call continues.
 */
export const eraseStories = ({
  stories,
  history,
}: {
  stories: StoryRepository;
  history: HistoryRepository;
}): EraseRows[] => [
  async (userId, limit) => {
    const ids = await stories.listIdsOfUser(userId, storiesPerStep);
    if (ids.length === 0) return 0;
    if ((await history.eraseSome(ids, limit)) > 0) return limit;
    await stories.blankPublishedTitles(ids);
    await stories.erase(ids);
    // A concurrent compaction may have flushed pending changes into the history meanwhile.
    await history.erase(ids);
    return limit;
  },
];
