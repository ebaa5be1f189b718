import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { storiesAdminAction, storyChanged } from '@inkbear/contracts/events';
import { adminDeleteStory } from '@inkbear/contracts/stories/admin-story';
import { listTrashedStories, restoreTrashedStory } from '@inkbear/contracts/stories/internal';
import { deleteStory, getStoryRevision, listStories, listStoryRevisions } from '@inkbear/contracts/stories/story';
import type { Identity } from '@inkbear/service-kit/identity';
import { type Author, StoriesService } from '../testing/stories-service.ts';

const books = { role: 'service', service: 'books' } as const;
const admin = { role: 'admin', sid: 'a-session' } as const;

describe('a deleted story', () => {
  let stories: StoriesService;
  beforeAll(async () => (stories = await StoriesService.start()));
  afterAll(async () => await stories.stop());
  const remove = (as: Author, id: string) => stories.service.call(deleteStory, { as, params: { id } });
  const removeAsAdmin = (id: string, as: Identity | 'nobody' = admin) =>
    stories.service.call(adminDeleteStory, { as, params: { id } });
  const restore = (userId: string, id: string) =>
    stories.service.call(restoreTrashedStory, { as: books, params: { id }, query: { userId } });
  const trashOf = async ({ userId }: Author) =>
    (await stories.service.call(listTrashedStories, { as: books, params: { id: userId } })).body as unknown as {
      storyId: string;
      title: string;
      deletedAt: string;
      purgeAt: string;
    }[];
  const stages = async (id: string) =>
    (await stories.service.emitted(storyChanged)).filter(({ key }) => key === id).map(({ data }) => data['stage']);

  it('can be restored with its text for 30 days', async () => {
    const { author, id } = await stories.authorWithStory('One text.');
    expect([(await remove(author, id)).body['message'], (await remove(author, id)).status]).toEqual([
      'The story was moved to the trash. You can restore it for 30 days.',
      404,
    ]);
    expect([
      (await stories.get(author, id)).body['message'],
      (await stories.service.call(listStories, { as: author })).body,
    ]).toEqual(['Story Not Found', []]);
    const [row] = await trashOf(author);
    expect(row).toMatchObject({ storyId: id, title: 'Family Legacy' });
    expect(Date.parse(row?.purgeAt ?? '') - Date.parse(row?.deletedAt ?? '')).toBe(30 * 86_400_000);
    expect([
      (await restore('another', id)).status,
      (await restore(author.userId, id)).status,
      (await restore(author.userId, id)).status,
    ]).toEqual([404, 200, 404]);
    expect([(await stories.get(author, id)).body['content'], await trashOf(author), await stages(id)]).toEqual([
      'One text.',
      [],
      ['live', 'trashed', 'live'],
    ]);
    expect((await stories.patch(author, id, 2, [9, [0, ' More.']])).status).toBe(200);
  });

  it('keeps its last revision from being compacted', async () => {
    const { author, id } = await stories.authorWithStory();
    for (const [rev, letter] of [
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ] as const)
      await stories.patch(author, id, rev, [...(rev > 1 ? [rev - 1] : []), [0, letter]]);
    await remove(author, id);
    await restore(author.userId, id);
    await stories.patch(author, id, 4, [3, [0, 'd']]);
    await stories.patch(author, id, 5, [4, [0, 'e']]);
    await stories.afterDays(2, () => stories.runJob('compact-history'));
    const revisions = (await stories.service.call(listStoryRevisions, { as: author, params: { id } }))
      .body as unknown as { rev: number }[];
    expect(revisions.map(({ rev }) => rev)).toEqual([6, 4, 1]);
    expect(
      (await stories.service.call(getStoryRevision, { as: author, params: { id, rev: '4' } })).body['content'],
    ).toBe('abc');
  });

  it('is purged after 30 days with its history and its published titles', async () => {
    const { author, id } = await stories.authorWithStory('One text.');
    const other = await stories.authorWithStory('Another.');
    await remove(author, id);
    await stories.afterDays(29.9, () => stories.runJob('purge-trash'));
    expect(await trashOf(author)).toHaveLength(1);
    await stories.afterDays(30.1, async () => {
      expect([await trashOf(author), (await restore(author.userId, id)).status]).toEqual([[], 404]);
      await stories.runJob('purge-trash');
    });
    const counts = (itemId: string) =>
      Promise.all([
        stories.rows('stories').countDocuments({ _id: itemId }),
        stories.rows('story_changes').countDocuments({ itemId }),
      ]);
    expect([await counts(id), await counts(other.id)]).toEqual([
      [0, 0],
      [1, 2],
    ]);
    const published = (await stories.service.emitted(storyChanged))
      .filter(({ key }) => key === id)
      .map(({ data }) => [data['stage'], data['title']]);
    expect(published).toEqual([
      ['live', ''],
      ['trashed', ''],
      ['purged', ''],
    ]);
  });

  it('goes to its owner’s trash when an admin deletes it, and the action is audited', async () => {
    const { author, id } = await stories.authorWithStory('A life');
    expect([(await removeAsAdmin(id)).status, (await removeAsAdmin(id)).status]).toEqual([200, 404]);
    expect(await trashOf(author)).toHaveLength(1);
    expect((await stories.service.emitted(storiesAdminAction)).map(({ data }) => data)).toEqual([
      expect.objectContaining({
        actor: 'admin:a-session',
        action: 'story.deleted',
        target: id,
        before: { stage: 'live', userId: author.userId },
        after: { stage: 'trashed' },
      }),
    ]);
    expect((await restore(author.userId, id)).status).toBe(200);
    const refused = [
      await removeAsAdmin(id, 'nobody'),
      await removeAsAdmin(id, author),
      await removeAsAdmin(id, books),
      await removeAsAdmin('missing'),
    ];
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 404]);
  });
});
