import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aiCountersChanged, storyChanged, exportStoryFinished, userRemoved } from '@inkbear/contracts/events';
import { routesOf } from '@inkbear/contracts/routes';
import {
  findStoryForOwner,
  readStoryForOwner,
  readStoryPage,
  storeGeneratedStory,
} from '@inkbear/contracts/stories/internal';
import {
  createStorySnapshot,
  deleteStory,
  getStoryRevision,
  listStories,
  listStoryRevisions,
  patchStory,
  restoreStoryRevision,
} from '@inkbear/contracts/stories/story';
import { StoriesService, storyRequest } from '../testing/stories-service.ts';

const ai = { role: 'service', service: 'ai' } as const;
const planRefusal = [
  403,
  'plan.required',
  'Personal stories require a Pro plan. Upgrade to create personalized content.',
];
const seconds = (count: number) => count / 86_400;

describe('personal stories', () => {
  let stories: StoriesService;
  beforeAll(async () => (stories = await StoriesService.start()));
  afterAll(async () => await stories.stop());
  const call: StoriesService['service']['call'] = (route, input) => stories.service.call(route, input);
  const published = async (id: string) =>
    (await stories.service.emitted(storyChanged))
      .filter(({ key }) => key === id)
      .map(({ data }) => [data['stage'], data['title'], data['wordCount'], data['isComplete']]);
  const revisions = async (as: Awaited<ReturnType<StoriesService['author']>>, id: string) =>
    (await call(listStoryRevisions, { as, params: { id } })).body as unknown as {
      rev: number;
      kind: string;
      name?: string;
    }[];

  describe('creating', () => {
    it('starts without a text and drops answers to prompts that the template does not have', async () => {
      const author = await stories.author();
      const { status, body, headers } = await stories.create(author, {
        title: ' Family Legacy ',
        formData: { ...storyRequest.formData, $where: 'x' },
        targetWordCount: 1800,
      });
      expect([status, headers.get('etag')]).toEqual([201, '"1"']);
      expect(body).toMatchObject({
        title: 'Family Legacy',
        storyType: 'family-legacy',
        formData: storyRequest.formData,
        targetWordCount: 1800,
        content: '',
        wordCount: 0,
        isComplete: false,
        authorName: '',
        publishingHouse: 'Inkbear Publishing Hub',
        aiGeneratedCount: 0,
        rev: 1,
      });
      expect(Object.keys(body['formData'] as object)).toEqual(Object.keys(storyRequest.formData));
      expect(await published(body['id'] as string)).toEqual([['live', 'Family Legacy', 0, false]]);
    });

    it('derives the target length from the answers', async () => {
      const author = await stories.author();
      const formData = {
        "Person's Name": 'Amara',
        Achievement: 'a',
        'Journey Details': 'b',
        'Story Length': 'Extended (5-7 pages)',
      };
      const targets = await Promise.all(
        [formData, { ...formData, 'Story Length': 'Short (2-3 pages)' }].map(
          async (given) =>
            (await stories.create(author, { storyType: 'achievement-celebration', formData: given })).body[
              'targetWordCount'
            ] as number,
        ),
      );
      expect(targets).toEqual([2500, 1500]);
    });

    it('refuses missing required answers with the same message as the form', async () => {
      const author = await stories.author();
      const { status, body } = await stories.create(author, {
        formData: { 'Family Name': 'Vell', 'Main Characters': '  ' },
      });
      expect([status, body['code'], body['message']]).toEqual([
        400,
        'request.invalid',
        'Please fill in: Main Characters, Family History',
      ]);
      for (const wrong of [
        { title: ' ' },
        { storyType: 'haiku' },
        { formData: { ...storyRequest.formData, 'Family Name': 1 } },
        { content: 'x' },
        { userId: 'x' },
      ])
        expect([wrong, (await stories.create(author, wrong)).status]).toEqual([wrong, 400]);
    });

    it('requires an active plan, and asks billing before it refuses', async () => {
      for (const plan of [{}, { plan: 'pro_oneoff', isActive: false }] as const) {
        const { status, body } = await stories.create(await stories.author(plan));
        expect([status, body['code'], body['message']]).toEqual(planRefusal);
      }
      const paying = await stories.author({});
      stories.paid.add(paying.userId);
      expect((await stories.create(paying)).status).toBe(201);
      expect((await stories.create(await stories.author({ plan: 'pro_oneoff', isActive: true }))).status).toBe(201);
    });

    it('is idempotent when the request is repeated', async () => {
      const author = await stories.author();
      const again = () => stories.create(author, {}, { 'idempotency-key': 'the-same-form' });
      const [first, second] = [await again(), await again()];
      expect([first.status, second.status, first.body['id']]).toEqual([201, 201, second.body['id']]);
      expect((await call(listStories, { as: author })).body).toHaveLength(1);
    });
  });

  describe('saving', () => {
    it('accepts the whole story or some fields, and computes word count and completeness itself', async () => {
      const { author, id } = await stories.authorWithStory();
      const long = `${'word '.repeat(20)}!`;
      expect((await stories.put(author, id, { content: long, wordCount: 7, isComplete: false })).body).toMatchObject({
        content: long,
        wordCount: 21,
        isComplete: true,
        rev: 2,
      });
      expect((await stories.put(author, id, { content: 'a'.repeat(100) })).body).toMatchObject({
        isComplete: false,
        wordCount: 1,
      });
      const updated = await stories.put(author, id, {
        authorName: ' Mara ',
        publishingHouse: '',
        dedication: 'For you',
        title: 'Ours',
      });
      expect(updated.body).toMatchObject({
        authorName: 'Mara',
        publishingHouse: '',
        dedication: 'For you',
        title: 'Ours',
        content: 'a'.repeat(100),
        rev: 3,
      });
      for (const [wrong, message] of [
        [{ content: ' \n' }, 'Generate or write some content first.'],
        [{ title: '' }, 'Title is required'],
      ] as const)
        expect([
          (await stories.put(author, id, wrong)).status,
          (await stories.put(author, id, wrong)).body['message'],
        ]).toEqual([400, message]);
      for (const wrong of [{ userId: 'x' }, { formData: {} }, { aiGeneratedCount: 0 }])
        expect((await stories.put(author, id, wrong)).status).toBe(400);
    });

    it('refuses a stale revision with 412, and keeps the replaced text in the history when none is sent', async () => {
      const { author, id } = await stories.authorWithStory('one');
      const stale = await stories.put(author, id, { content: 'two' }, { 'if-match': '"1"' });
      expect([stale.status, stale.body['code'], stale.body['rev']]).toEqual([412, 'stories.stale_revision', 2]);
      const saved = await stories.put(author, id, { content: 'two' }, { 'if-match': '"2"' });
      expect([saved.status, saved.headers.get('etag')]).toEqual([200, '"3"']);
      await stories.put(author, id, { content: 'three' });
      expect((await revisions(author, id)).map(({ kind }) => kind)).toEqual([
        'forced-put',
        'put',
        'forced-put',
        'created',
      ]);
      expect((await call(getStoryRevision, { as: author, params: { id, rev: '2' } })).body['content']).toBe('one');
    });

    it('returns the first reply for a repeated change, and refuses one without If-Match or one that does not fit', async () => {
      const { author, id } = await stories.authorWithStory();
      const again = () =>
        stories.patch(author, id, 1, [[0, 'Once upon']], {
          changeId: 'the-same-change',
          origins: [{ from: 0, to: 4, kind: 'pasted' }],
        });
      const [first, second] = [await again(), await again()];
      expect([first.body['rev'], first.body['wordCount'], 'content' in first.body, second.body]).toEqual([
        2,
        2,
        false,
        first.body,
      ]);
      expect((await stories.patch(author, id, 2, [5, [9]])).body['code']).toBe('stories.invalid_changes');
      expect((await stories.patch(author, id, 1, [[0, 'x']])).body).toMatchObject({
        code: 'stories.stale_revision',
        rev: 2,
      });
      const withoutIfMatch = await call(patchStory, {
        as: author,
        params: { id },
        body: { changeId: 'another-change', changes: [9, [0, '!']] },
      });
      expect([withoutIfMatch.status, withoutIfMatch.body['code']]).toEqual([400, 'stories.if_match_required']);
      expect((await stories.patch(author, id, 2, [[9]])).body).toMatchObject({ wordCount: 0, rev: 3 });
    });

    it('refuses to overwrite a field that has changed since the author saw it', async () => {
      const { author, id } = await stories.authorWithStory();
      await stories.put(author, id, { authorName: 'Mara' });
      const unseen = await stories.put(author, id, { authorName: 'Tomas', seen: { authorName: '' } });
      expect([unseen.status, unseen.body['code']]).toEqual([412, 'stories.stale_revision']);
      expect(
        (await stories.put(author, id, { authorName: 'Tomas', seen: { authorName: 'Mara' } })).body['authorName'],
      ).toBe('Tomas');
    });

    it('works on every plan', async () => {
      const { author, id } = await stories.authorWithStory('mine');
      await stories.setPlan(author, {});
      expect([
        (await stories.get(author, id)).status,
        (await stories.put(author, id, { content: 'still mine' })).status,
        (await stories.patch(author, id, 3, [10, [0, '!']])).status,
      ]).toEqual([200, 200, 200]);
    });

    it('accepts texts of up to 2 MB', async () => {
      const { author, id } = await stories.authorWithStory();
      const longest = 2 * 1024 * 1024 - 14;
      expect((await stories.put(author, id, { content: 'a'.repeat(longest) })).status).toBe(200);
      expect((await stories.patch(author, id, 2, [longest, [0, 'b'.repeat(15)]])).body['code']).toBe(
        'stories.too_large',
      );
    });
  });

  it('restores an old revision as a new one, and names the current revision', async () => {
    const { author, id } = await stories.authorWithStory('first');
    const named = await call(createStorySnapshot, { as: author, params: { id }, body: { name: 'draft one' } });
    expect([named.status, named.body['rev']]).toEqual([201, 2]);
    await stories.put(author, id, { content: 'second' });
    const restored = await call(restoreStoryRevision, { as: author, params: { id, rev: '2' } });
    expect([restored.status, restored.body['content'], restored.headers.get('etag')]).toEqual([200, 'first', '"4"']);
    expect((await revisions(author, id)).map(({ kind, name }) => name ?? kind)).toEqual([
      'restore',
      'forced-put',
      'draft one',
      'created',
    ]);
    const none = await call(getStoryRevision, { as: author, params: { id, rev: '9' } });
    expect([none.status, none.body['message']]).toEqual([404, 'Revision Not Found']);
  });

  it('lists stories by newest change for their author, and serves their texts to other services', async () => {
    const author = await stories.author();
    const [one, two] = [
      (await stories.create(author)).body['id'] as string,
      (await stories.create(author)).body['id'] as string,
    ];
    await stories.patch(author, one, 1, [[0, 'newest']]);
    const { body } = await call(listStories, { as: author });
    expect((body as unknown as { id: string }[]).map(({ id }) => id)).toEqual([one, two]);
    expect((body as unknown as object[]).every((story) => !('content' in story))).toBe(true);
    expect(JSON.stringify(body)).not.toContain(author.userId);
    const page = await call(readStoryPage, {
      as: { role: 'service', service: 'export' },
      params: { id: author.userId },
      query: {},
    });
    expect(page.body).toEqual({
      stories: [
        expect.objectContaining({ id: one, content: 'newest' }),
        expect.objectContaining({ id: two, content: '' }),
      ],
      next: null,
    });
    expect(
      (await call(readStoryForOwner, { as: ai, params: { id: one }, query: { userId: author.userId } })).body[
        'content'
      ],
    ).toBe('newest');
    const statusFor = async (userId: string) =>
      (await call(findStoryForOwner, { as: ai, params: { id: one }, query: { userId } })).status;
    expect([await statusFor(author.userId), await statusFor('another')]).toEqual([200, 404]);
  });

  it('hides stories from other users on every route', async () => {
    const { author, id } = await stories.authorWithStory('mine');
    const stranger = await stories.author();
    const mine = routesOf('stories').filter(({ access, path }) => access === 'user' && path.includes(':id'));
    expect(mine.length).toBeGreaterThan(6);
    for (const route of mine) {
      const callAs = (as: typeof stranger | 'nobody', story: string) =>
        call(route, {
          as,
          params: { id: story, rev: '1' } as never,
          body:
            route.method === 'GET'
              ? (undefined as never)
              : route.method === 'PATCH'
                ? { changeId: 'stranger-change', changes: [[0, 'x']] }
                : route.id === createStorySnapshot.id
                  ? { name: 'n' }
                  : route.path.includes('/revisions')
                    ? { revs: [1] }
                    : {},
          headers: { 'if-match': '"2"' },
        });
      const [foreign, missing, nobody] = [
        await callAs(stranger, id),
        await callAs(stranger, 'missing'),
        await callAs('nobody', id),
      ];
      expect([route.id, foreign.status, foreign.body['code'], foreign.body['message'], nobody.status]).toEqual([
        route.id,
        404,
        missing.body['code'],
        missing.body['message'],
        401,
      ]);
    }
    expect((await stories.get(author, id)).body).toMatchObject({ content: 'mine', rev: 2 });
  });

  describe('storing a generated text', () => {
    const storeGenerated = (id: string, userId: string, more: Record<string, string> = {}) =>
      call(storeGeneratedStory, {
        as: ai,
        params: { id },
        query: { userId },
        body: { resultId: 'result-0001', content: 'Once.\r\nTwice.', ...more },
      });

    it('stores it once in an empty story, as a revision of kind ai', async () => {
      const { author, id } = await stories.authorWithStory();
      const answers = [await storeGenerated(id, author.userId), await storeGenerated(id, author.userId)];
      expect(answers.map(({ status, body }) => [status, body['rev']])).toEqual([
        [200, 2],
        [200, 2],
      ]);
      expect((await stories.get(author, id)).body).toMatchObject({ content: 'Once.\nTwice.', wordCount: 2, rev: 2 });
      expect((await revisions(author, id)).map(({ kind }) => kind)).toEqual(['ai', 'created']);
      await stories.put(author, id, { content: 'Mine now.' });
      expect((await storeGenerated(id, author.userId)).body['rev']).toBe(2);
      expect((await stories.get(author, id)).body['content']).toBe('Mine now.');
    });

    it('does not store a long text again after the author deleted it', async () => {
      const { author, id } = await stories.authorWithStory();
      const content = 'A long draft. '.repeat(200);
      await storeGenerated(id, author.userId, { content });
      await stories.patch(author, id, 2, [[content.length]]);
      expect((await storeGenerated(id, author.userId, { content })).body['rev']).toBe(2);
      expect((await stories.get(author, id)).body).toMatchObject({ content: '', rev: 3 });
    });

    it('never overwrites the author’s text', async () => {
      const { author, id } = await stories.authorWithStory('Mine.');
      const refused = await storeGenerated(id, author.userId);
      expect([refused.status, refused.body['code'], (await stories.get(author, id)).body['content']]).toEqual([
        409,
        'stories.has_content',
        'Mine.',
      ]);
      expect([
        (await storeGenerated(id, 'another')).status,
        (await storeGenerated('missing', author.userId)).status,
      ]).toEqual([404, 404]);
    });

    it('keeps only the first of a concurrent generated text and edit', async () => {
      const { author, id } = await stories.authorWithStory();
      const [generated, edited] = await Promise.all([
        storeGenerated(id, author.userId),
        stories.patch(author, id, 1, [[0, 'Typed.']]),
      ]);
      expect([
        [200, 412],
        [409, 200],
      ]).toContainEqual([generated.status, edited.status]);
      expect((await stories.get(author, id)).body['content']).toBe(
        generated.status === 200 ? 'Once.\nTwice.' : 'Typed.',
      );
    });
  });

  describe('publishing changes', () => {
    it('publishes a saved story at most every 5 s, with its current state', async () => {
      const { author, id } = await stories.authorWithStory();
      await stories.patch(author, id, 1, [[0, 'one two']]);
      await stories.runJob('publish-story-changes');
      expect(await published(id)).toHaveLength(1);
      await stories.put(author, id, { title: 'Ours' });
      await stories.afterDays(seconds(6), () => stories.runJob('publish-story-changes'));
      await stories.afterDays(seconds(7), () => stories.runJob('publish-story-changes'));
      expect(await published(id)).toEqual([
        ['live', 'Family Legacy', 0, false],
        ['live', 'Ours', 2, false],
      ]);
      await stories.patch(author, id, 2, [7, [0, ' three']]);
      await stories.afterDays(seconds(14), () => stories.runJob('publish-story-changes'));
      expect((await published(id)).at(-1)).toEqual(['live', 'Ours', 3, false]);
    });

    it('publishes a save that follows directly after an event', async () => {
      const { author, id } = await stories.authorWithStory();
      await stories.patch(author, id, 1, [[0, 'one']]);
      await stories.afterDays(seconds(6), () => stories.runJob('publish-story-changes'));
      await stories.patch(author, id, 2, [3, [0, ' two']]);
      await stories.afterDays(seconds(12), () => stories.runJob('publish-story-changes'));
      expect((await published(id)).map(([, , words]) => words)).toEqual([0, 1, 2]);
    });

    it('publishes nothing for a save that leaves title and word count unchanged', async () => {
      const { author, id } = await stories.authorWithStory('one two');
      await stories.afterDays(seconds(6), () => stories.runJob('publish-story-changes'));
      const before = await published(id);
      await stories.patch(author, id, 2, [[3, 'six'], 4]);
      await stories.afterDays(seconds(12), () => stories.runJob('publish-story-changes'));
      expect((await stories.get(author, id)).body['content']).toBe('six two');
      expect(await published(id)).toEqual(before);
      await stories.patch(author, id, 3, [7, [0, ' ten']]);
      await stories.afterDays(seconds(18), () => stories.runJob('publish-story-changes'));
      expect((await published(id)).at(-1)).toEqual(['live', 'Family Legacy', 3, false]);
    });

    it('publishes nothing more for a story that was deleted before its event was due', async () => {
      const { author, id } = await stories.authorWithStory('one two');
      await call(deleteStory, { as: author, params: { id } });
      await stories.afterDays(seconds(6), () => stories.runJob('publish-story-changes'));
      expect((await published(id)).at(-1)?.[0]).toBe('trashed');
    });
  });

  it('stores AI counters and the exported flag, and ignores older counters', async () => {
    const { author, id } = await stories.authorWithStory();
    const counters = {
      userId: author.userId,
      bookId: null,
      chapterId: null,
      storyId: id,
      titleGenerationCount: 0,
      outlineGenerationCount: 0,
      aiGeneratedCount: 1,
      aiEditCount: 2,
      polishCount: 1,
    };
    await stories.service.deliver(aiCountersChanged, `story:${id}`, counters, { seq: 5 });
    await stories.service.deliver(aiCountersChanged, `story:${id}`, { ...counters, aiEditCount: 1 }, { seq: 4 });
    await stories.service.deliver(exportStoryFinished, id, { userId: author.userId, storyId: id });
    expect((await stories.get(author, id)).body).toMatchObject({
      aiGeneratedCount: 1,
      aiEditCount: 2,
      polishCount: 1,
      exported: true,
    });
    expect((await stories.patch(author, id, 1, [[0, 'x']])).body).toMatchObject({ aiEditCount: 2, exported: true });
  });

  it('makes stories unreachable as soon as their author is erased', async () => {
    const { author, id } = await stories.authorWithStory('mine');
    await stories.service.deliver(userRemoved, author.userId, { userId: author.userId, stage: 'grace' });
    expect((await stories.get(author, id)).status).toBe(200);
    await stories.service.deliver(userRemoved, author.userId, { userId: author.userId, stage: 'erased' }, { seq: 2 });
    expect([
      (await stories.get(author, id)).status,
      (await stories.patch(author, id, 2, [4, [0, '!']])).status,
    ]).toEqual([404, 404]);
  });
});
