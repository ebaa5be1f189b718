import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { storiesAdminAction, storyChanged } from '@inkbear/contracts/events';
import { adminDeleteStory } from '@inkbear/contracts/stories/admin-story';
import { findStoryForOwner, listStories, listStoriesForOwner } from '@inkbear/contracts/stories/story';
import type { Identity } from '@inkbear/service-kit/identity';
import { checkErasure } from '@inkbear/service-kit/testing/check-erasure';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from './definition.ts';
import type { StoryRow } from './stories/story.ts';

describe('personal stories', () => {
  let stories: TestService;
  beforeAll(async () => (stories = await TestService.start(definition)));
  afterAll(async () => await stories.stop());

  const rows = () => stories.platform.connection.collection<StoryRow>('stories');
  const row = (id: string, more: Partial<StoryRow>): StoryRow => ({ _id: id, userId: 'u', title: id, storyType: 'life-milestone', content: 'Once', wordCount: 1, targetWordCount: 1500, isComplete: false, createdAt: new Date(0), updatedAt: new Date(0), deletedAt: null, ...more });

  it('lists one’s own stories, the newest change first, without what was deleted', async () => {
    const as = testUser();
    const mine = { userId: as.userId };
    await rows().insertMany([row('old', mine), row('new', { ...mine, updatedAt: new Date(1000) }), row('gone', { ...mine, deletedAt: new Date() }), row('foreign', { userId: 'someone-else' })]);
    const { status, body } = await stories.call(listStories, { as });
    expect([status, (body as unknown as { id: string }[]).map(({ id }) => id)]).toEqual([200, ['new', 'old']]);
    expect(JSON.stringify(body)).not.toContain('userId');
    expect((await stories.call(listStoriesForOwner, { as: { role: 'service', service: 'export' }, params: { id: as.userId } })).body).toEqual(body);
    expect((await stories.call(listStoriesForOwner, { as, params: { id: as.userId } })).status).toBe(404);
  });

  it('tells peers whether a story is somebody’s', async () => {
    const as = { role: 'service', service: 'ai' } as const;
    await rows().insertMany([row('owned', { userId: 'owner' }), row('trashed', { userId: 'owner', deletedAt: new Date() })]);
    const ask = async (id: string, userId: string) => (await stories.call(findStoryForOwner, { as, params: { id }, query: { userId } })).status;
    expect([await ask('owned', 'owner'), await ask('owned', 'another'), await ask('trashed', 'owner'), await ask('missing', 'owner')]).toEqual([200, 404, 404, 404]);
  });

  describe('deleted by an admin', () => {
    const as = { role: 'admin', sid: 'a-session' } as const;
    const remove = (id: string, who: Identity | 'nobody' = as) => stories.call(adminDeleteStory, { as: who, params: { id } });

    it('lies in its owner’s trash for 30 days, and everyone hears of it once', async () => {
      const owner = testUser();
      await rows().insertOne(row('unwanted', { userId: owner.userId, title: 'A life' }));
      expect([(await remove('unwanted')).status, (await remove('unwanted')).status]).toEqual([200, 404]);
      expect((await stories.call(listStories, { as: owner })).body).toEqual([]);
      const kept = await rows().findOne({ _id: 'unwanted' });
      expect([kept?.content, (kept?.purgeAt?.getTime() ?? 0) - (kept?.deletedAt?.getTime() ?? 0)]).toEqual(['Once', 30 * 86_400_000]);
      expect((await stories.emitted(storyChanged)).map(({ key, data }) => [key, data['stage'], data['title'], data['userId']])).toEqual([['unwanted', 'trashed', 'A life', owner.userId]]);
      expect((await stories.emitted(storiesAdminAction)).map(({ data }) => data)).toEqual([expect.objectContaining({ actor: 'admin:a-session', action: 'story.deleted', target: 'unwanted', after: { stage: 'trashed' } })]);
    });

    it('only by an admin', async () => {
      await rows().insertOne(row('kept', {}));
      expect([(await remove('kept', 'nobody')).status, (await remove('kept', testUser())).status, (await remove('kept', { role: 'service', service: 'admin' })).status, (await remove('missing')).body['message']]).toEqual([401, 401, 401, 'Story Not Found']);
    });
  });

  it('erases the stories of someone who is gone for good, those in the trash too', async () => {
    const seed = async ({ userId, email }: { userId: string; email: string }) => void (await rows().insertMany([row(`live ${userId}`, { userId, content: email }), row(`trashed ${userId}`, { userId, title: `About ${email}` })]).then(() => stories.call(adminDeleteStory, { as: { role: 'admin', sid: 's' }, params: { id: `trashed ${userId}` } })));
    expect(await checkErasure(stories, { seed })).toEqual({ unseeded: [], left: [], lost: [] });
  });

  it('asks for a session', async () => expect((await stories.call(listStories)).status).toBe(401));
});
