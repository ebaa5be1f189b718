import type { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import type { EraseRows } from '@inkbear/service-kit/erasure';
import type { StoryRepository } from './story.repository.ts';
import type { ToldTitles } from './told-titles.ts';

const storiesAtOnce = 20;

/** The stories of somebody who is gone for good, histories before the rows that lead to them, and the titles in what was told: it may end anywhere and is called again. */
export const eraseStories = ({
  stories,
  history,
  toldTitles,
}: {
  stories: StoryRepository;
  history: HistoryRepository;
  toldTitles: ToldTitles;
}): EraseRows[] => [
  async (userId, most) => {
    const ids = await stories.listIdsOf(userId, storiesAtOnce);
    if (ids.length === 0) return 0;
    if ((await history.eraseSome(ids, most)) > 0) return most;
    await toldTitles.blank(ids);
    await stories.erase(ids);
    // What thinning moved out of a head while it went.
    await history.erase(ids);
    return most;
  },
];
