import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listStories, listStoriesForOwner } from '@inkbear/contracts/stories/story';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from './definition.ts';
import type { StoryRow } from './stories/story.ts';

describe('personal stories', () => {
  let stories: TestService;
  beforeAll(async () => (stories = await TestService.start(definition)));
  afterAll(async () => await stories.stop());

  it('lists one’s own stories, the newest change first, without what was deleted', async () => {
    const as = testUser();
    const row = (id: string, more: Partial<StoryRow> = {}): StoryRow => ({ _id: id, userId: as.userId, title: id, storyType: 'life-milestone', content: 'Once', wordCount: 1, targetWordCount: 1500, isComplete: false, createdAt: new Date(0), updatedAt: new Date(0), deletedAt: null, ...more });
    await stories.platform.connection.collection<StoryRow>('stories').insertMany([row('old'), row('new', { updatedAt: new Date(1000) }), row('gone', { deletedAt: new Date() }), row('foreign', { userId: 'someone-else' })]);
    const { status, body } = await stories.call(listStories, { as });
    expect([status, (body as unknown as { id: string }[]).map(({ id }) => id)]).toEqual([200, ['new', 'old']]);
    expect(JSON.stringify(body)).not.toContain('userId');
    expect((await stories.call(listStoriesForOwner, { as: { role: 'service', service: 'export' }, params: { id: as.userId } })).body).toEqual(body);
    expect((await stories.call(listStoriesForOwner, { as, params: { id: as.userId } })).status).toBe(404);
  });

  it('asks for a session', async () => expect((await stories.call(listStories)).status).toBe(401));
});
