import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { limits, quotas } from '@inkbear/contracts/plans';
import { adminDeleteStory } from '@inkbear/contracts/stories/admin-story';
import { getStoriesStorage } from '@inkbear/contracts/storage';
import { readStoryPage, restoreTrashedStory } from '@inkbear/contracts/stories/internal';
import {
  createStorySnapshot,
  deleteStory,
  deleteStoryRevisions,
  getStoryRevision,
  listStories,
  listStoryRevisions,
  undeleteStoryRevisions,
} from '@inkbear/contracts/stories/story';
import { StoriesService } from './testing/stories-service.ts';

const allowed = quotas.stories.pro;

describe('story quota', () => {
  let stories: StoriesService;
  let author: Awaited<ReturnType<StoriesService['author']>>;
  let id: string;
  beforeAll(async () => (stories = await StoriesService.start()));
  afterAll(async () => await stories.stop());
  beforeEach(async () => ({ author, id } = await stories.authorWithStory('Once.')));
  const call: StoriesService['service']['call'] = (route, input) => stories.service.call(route, input);
  const storage = async () =>
    (await call(getStoriesStorage, { as: author })).body as { used: number; allowed: number; deleted: number };
  /** Sets the stored bytes of the author's stories. */
  const setUsedBytes = async (bytes: number) => {
    const { used } = await storage();
    await stories.rows('stories').updateOne({ _id: id }, { $inc: { storedBytes: bytes - used } as never });
    expect((await storage()).used).toBe(bytes);
  };
  const problem = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
    status,
    body['code'],
    body['used'],
    body['allowed'],
  ];

  it('counts forms, texts and revisions; allows 200 MB on Pro and 20 MB on Free', async () => {
    const before = await storage();
    await stories.put(author, id, { content: 'y'.repeat(3000) });
    const after = await storage();
    expect([after.used - before.used > 6000, after.used - before.used < 7000, after.allowed]).toEqual([
      true,
      true,
      allowed,
    ]);
    await stories.setPlan(author, {});
    expect((await storage()).allowed).toBe(quotas.stories.free);
  });

  it('stores a PUT without If-Match as the difference from the stored text', async () => {
    const text = Array.from({ length: 150_000 }, (_one, index) => `w${index}`).join(' ');
    expect(text.length).toBeGreaterThan(1_000_000);
    await stories.put(author, id, { content: text });
    const before = await storage();
    expect((await stories.put(author, id, { content: text.replace(' w75000 ', ' winter ') })).status).toBe(200);
    const added = (await storage()).used - before.used;
    expect([added > 0, added < 1024]).toEqual([true, true]);
    const { body } = await call(getStoryRevision, { as: author, params: { id, rev: '3' } });
    expect(body['content'] === text).toBe(true);
  });

  it('refuses creating at 100 % and editing at 125 %', async () => {
    await setUsedBytes(allowed);
    const refused = [
      await stories.create(author),
      await stories.put(author, id, { content: 'forced' }),
      await call(createStorySnapshot, { as: author, params: { id }, body: { name: 'draft' } }),
    ];
    expect(refused.map(problem)).toEqual(refused.map(() => [403, 'stories.quota_used', allowed, allowed]));
    for (const { body } of refused) expect(body['message']).toContain('Delete old versions');
    expect([
      (await stories.patch(author, id, 2, [5, [0, ' More.']])).status,
      (await stories.put(author, id, { content: 'Seen.' }, { 'if-match': '"3"' })).status,
    ]).toEqual([200, 200]);
    await setUsedBytes(allowed * 1.25);
    expect(problem(await stories.patch(author, id, 4, [5, [0, 'x']]))).toEqual([
      403,
      'stories.quota_used',
      allowed * 1.25,
      allowed,
    ]);
  });

  it('frees space when revisions are deleted, and lets only their author recover them', async () => {
    await stories.put(author, id, { content: 'y'.repeat(300_000) });
    await stories.put(author, id, { content: 'short' });
    await setUsedBytes(allowed);
    expect((await call(deleteStoryRevisions, { as: author, params: { id }, body: { revs: [3] } })).body).toEqual({
      message: '1 version deleted. You can recover it for 30 days.',
      revs: [3],
    });
    expect((await stories.put(author, id, { content: 'forced' })).status).toBe(200);
    const listed = async (query: { deleted?: 'true' } = {}) =>
      (
        (await call(listStoryRevisions, { as: author, params: { id }, query })).body as unknown as { rev: number }[]
      ).map(({ rev }) => rev);
    expect([await listed(), await listed({ deleted: 'true' })]).toEqual([[5, 4, 2, 1], [3]]);
    expect(
      (await call(undeleteStoryRevisions, { as: author, params: { id }, body: { revs: [3] } })).body['revs'],
    ).toEqual([3]);
    expect((await call(deleteStoryRevisions, { as: author, params: { id }, body: { revs: [5] } })).body['code']).toBe(
      'stories.revision_current',
    );
    expect(
      (await call(deleteStoryRevisions, { as: await stories.author(), params: { id }, body: { revs: [3] } })).body[
        'message'
      ],
    ).toBe('Story Not Found');
  });

  it('allows 1,000 stories and 5,000 in the trash', async () => {
    const original = (await stories.rows('stories').findOne({ _id: id })) as Record<string, unknown>;
    const copies = (count: number, more: object) =>
      Array.from({ length: count }, () => ({ ...original, ...more, _id: randomUUID() }));
    await stories.rows('stories').insertMany(copies(limits.storiesPerUser - 1, {}));
    expect(problem(await stories.create(author))).toEqual([403, 'stories.quota_used', 1000, 1000]);
    await stories.rows('stories').deleteOne({ userId: author.userId, _id: { $ne: id } as never });
    const concurrent = await Promise.all(Array.from({ length: 12 }, () => stories.create(author)));
    expect(concurrent.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 11 }, () => 403)]);
    await stories.rows('stories').insertMany(
      copies(limits.trashEntries, {
        state: 'trashed',
        deletedAt: new Date(),
        purgeAt: new Date(Date.now() + 86_400_000),
      }),
    );
    expect(problem(await call(deleteStory, { as: author, params: { id } }))).toEqual([
      403,
      'stories.quota_used',
      limits.trashEntries,
      limits.trashEntries,
    ]);
    expect((await call(adminDeleteStory, { as: { role: 'admin', sid: 'admin-1' }, params: { id } })).status).toBe(200);
    expect((await stories.create(author)).status).toBe(201);
    expect((await call(listStories, { as: author })).body).toHaveLength(1000);
    const trashed = (await stories.rows('stories').findOne({ state: 'trashed', userId: author.userId })) as unknown as {
      _id: string;
    };
    const restore = () =>
      call(restoreTrashedStory, {
        as: { role: 'service', service: 'books' },
        params: { id: trashed._id },
        query: { userId: author.userId },
      });
    expect(problem(await restore())).toEqual([403, 'stories.quota_used', 1000, 1000]);
    await stories.rows('stories').deleteOne({ state: 'live', userId: author.userId });
    expect((await restore()).status).toBe(200);
  });

  it('limits the forms and front matter of all stories together, because one list returns them', async () => {
    await stories.rows('stories').updateOne({ _id: id }, { $inc: { fieldBytes: limits.listBytes - 50 } as never });
    expect(problem(await stories.create(author))).toEqual([
      403,
      'stories.quota_used',
      expect.any(Number),
      limits.listBytes,
    ]);
    expect(problem(await stories.put(author, id, { introduction: 'i'.repeat(5000) }))).toEqual([
      403,
      'stories.quota_used',
      expect.any(Number),
      limits.listBytes,
    ]);
  });

  it('serves texts to the export service in pages of at most 4 MB', async () => {
    for (let count = 0; count < 3; count += 1) {
      const other = (await stories.create(author)).body['id'] as string;
      await stories.put(author, other, { content: 'z'.repeat(1_900_000) });
    }
    const pages: number[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const { body } = await call(readStoryPage, {
        as: { role: 'service', service: 'export' },
        params: { id: author.userId },
        query: { after },
      });
      const page = body as unknown as { stories: unknown[]; next: string | null };
      pages.push(page.stories.length);
      after = page.next;
    }
    expect(pages).toEqual([3, 1]);
  });
});
