import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { storyChanged } from '@inkbear/contracts/events';
import { deleteStory } from '@inkbear/contracts/stories/story';
import { checkErasure } from '@inkbear/service-kit/testing/check-erasure';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import { StoriesService } from '../testing/stories-service.ts';

let stories: StoriesService;
beforeAll(async () => (stories = await StoriesService.start()));
afterAll(async () => await stories.stop());

it('erases an author’s stories with their trash, history and published titles, and no other author’s', async () => {
  const storyIds = new Map<string, string>();
  const seed = async ({ userId, email }: { userId: string; email: string }) => {
    const author = testUser(userId);
    stories.paid.add(userId);
    await stories.setPlan(author, { plan: 'pro_monthly', isActive: true });
    const [live, trashed] = await Promise.all(
      ['live', 'trashed'].map(
        async (name) => (await stories.create(author, { title: `${name} of ${email}` })).body['id'] as string,
      ),
    );
    for (let rev = 1; rev < 102; rev += 1)
      await stories.patch(author, live ?? '', rev, [...(rev > 1 ? [rev - 1] : []), [0, 'x']]);
    await stories.service.call(deleteStory, { as: author, params: { id: trashed ?? '' } });
    storyIds.set(userId, live ?? '');
  };
  // These rows have no user id; they are deleted with their story.
  expect(await checkErasure(stories.service, { seed, withoutUserData: ['story_changes', 'story_snapshots'] })).toEqual({
    unseeded: [],
    remaining: [],
    lost: [],
  });
  const [erased = '', other = ''] = storyIds.values();
  const rowsOf = (itemId: string) =>
    Promise.all(
      (['story_changes', 'story_snapshots'] as const).map((name) => stories.rows(name).countDocuments({ itemId })),
    );
  expect(await rowsOf(erased)).toEqual([0, 0]);
  const [otherChanges, otherSnapshots] = await rowsOf(other);
  expect([(otherChanges ?? 0) > 90, otherSnapshots]).toEqual([true, 1]);
  const titles = (await stories.service.emitted(storyChanged))
    .filter(({ data }) => data['userId'] === [...storyIds.keys()][0])
    .map(({ data }) => data['title']);
  expect([titles.length > 2, new Set(titles)]).toEqual([true, new Set([''])]);
});
