import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getLimits, listResults } from '@inkbear/contracts/ai/limit';
import { aiCallSettled, aiCountersChanged, storyChanged } from '@inkbear/contracts/events';
import {
  adjustStoryLength,
  changeStoryTone,
  enhanceStory,
  generateStory,
  getStoryLimits,
  polishStory,
} from '@inkbear/contracts/stories/story-writing';
import { identityHeader } from '@inkbear/service-kit/identity';
import { testUser, type TestService } from '@inkbear/service-kit/testing/test-service';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import type { ProviderRequest } from './providers/provider.ts';
import { AiService } from './testing/ai-service.ts';

type StoryRoute =
  typeof generateStory | typeof polishStory | typeof enhanceStory | typeof changeStoryTone | typeof adjustStoryLength;
const whole = { content: 'They came from Skye.' };
const selection = { selectedText: 'came from Skye', enhancementType: 'emotion' };
const calls: [StoryRoute, Record<string, unknown>][] = [
  [generateStory, {}],
  [polishStory, whole],
  [enhanceStory, selection],
  [changeStoryTone, { ...whole, tone: 'reflective' }],
  [adjustStoryLength, { ...whole, adjustment: 'expand' }],
];

describe('AI for a personal story', () => {
  const fixture = new AiService();
  const { owner, provider, storedStories, proUserIds, used } = fixture;
  let ai: TestService;
  let providerRequests: ProviderRequest[];
  beforeAll(async () => (ai = (await fixture.start()).service));
  afterAll(async () => await fixture.stop());
  afterEach(() => provider.reset());
  beforeEach(() => {
    providerRequests = [];
    storedStories.length = 0;
    provider.respond = async (request, { onDelta }) => {
      providerRequests.push(request);
      onDelta('Once ');
      onDelta('upon a time.');
      return { text: 'Once upon a time.', inputTokens: 100, outputTokens: 10 };
    };
  });
  const post = (
    route: StoryRoute,
    id: string,
    body: Record<string, unknown> = {},
    as = owner,
    headers: Record<string, string> = {},
  ) => ai.call(route, { as, params: { id }, body, headers });
  const limitsOf = async (id: string) => (await ai.call(getStoryLimits, { as: owner, params: { id } })).body;

  it('generates a story without text, stores it, counts it once and publishes the events', async () => {
    const { status, body } = await post(generateStory, 's-one');
    expect([status, body]).toEqual([
      200,
      {
        content: 'Once upon a time.',
        wordCount: 4,
        storedRev: 2,
        resultId: expect.any(String),
        limits: expect.arrayContaining([{ limit: 'story.generate', used: 1, max: 1, resetsAt: null }]),
      },
    ]);
    expect(storedStories).toEqual([{ id: 's-one', resultId: body['resultId'], content: 'Once upon a time.' }]);
    expect(providerRequests[0]?.stable).toContain('Family History: They came from Skye. Mara kept bees.');
    expect(
      (await ai.emitted(aiCountersChanged))
        .filter(({ key }) => key === 'story:s-one')
        .map(({ data }) => [data['storyId'], data['aiGeneratedCount'], data['bookId']]),
    ).toEqual([['s-one', 1, null]]);
    expect((await ai.emitted(aiCallSettled)).at(-1)?.data).toMatchObject({
      storyId: 's-one',
      chapterId: null,
      action: 'story-generate',
      outcome: 'finished',
      inputTokens: 100,
    });
    expect((await ai.call(listResults, { as: owner, query: { storyId: 's-one' } })).body).toEqual([
      expect.objectContaining({ kind: 'story-generate', text: 'Once upon a time.', askedRev: 1 }),
    ]);
    const again = await post(generateStory, 's-one');
    expect([again.status, again.body['code'], again.body['message']]).toEqual([
      429,
      'ai.limit_reached',
      'You have used the one generation of this story.',
    ]);
  });

  it('never overwrites a text: replies 409, or with a proposal if the author wrote meanwhile or requests a variant', async () => {
    const refused = await post(generateStory, 's-two=Mine.');
    expect([refused.status, refused.body['code'], provider.calls]).toEqual([409, 'stories.has_content', 0]);
    const { body } = await post(generateStory, 'written-meanwhile');
    expect([body['storedRev'], storedStories.length]).toEqual([null, 1]);
    const first = await post(generateStory, 's-three');
    await ai.platform.connection
      .collection('results')
      .updateOne({ _id: first.body['resultId'] as never }, { $set: { storyId: 's-three=Once.' } });
    const variant = await post(generateStory, 's-three=Once.', { variantOf: first.body['resultId'] });
    expect([variant.status, variant.body['storedRev'], storedStories.length]).toEqual([200, null, 2]);
  });

  it.each<[string, StoryRoute, Record<string, unknown>, string, Record<string, unknown>, string]>([
    ['a polished text', polishStory, whole, 'content', { kind: 'story-polish' }, 'Polish this text'],
    [
      'another tone',
      changeStoryTone,
      { ...whole, tone: 'celebratory' },
      'content',
      { kind: 'story-tone', tone: 'celebratory' },
      'celebratory and joyful',
    ],
    [
      'a longer text',
      adjustStoryLength,
      { ...whole, adjustment: 'expand' },
      'content',
      { kind: 'story-length', adjustment: 'expand' },
      'half as long again',
    ],
    [
      'a shorter text',
      adjustStoryLength,
      { ...whole, adjustment: 'condense' },
      'content',
      { kind: 'story-length', adjustment: 'condense' },
      'a third shorter',
    ],
    [
      'a better passage',
      enhanceStory,
      {
        ...selection,
        instruction: 'more of the sea',
        fullContent: 'They came from Skye. They came from Skye.',
        passageStart: 26,
      },
      'enhancedText',
      { kind: 'story-enhance', enhancement: 'emotion', around: { before: 'They came from Skye. They', after: '.' } },
      'name="request">\nmore of the sea',
    ],
  ])(
    'replies with %s as a proposal, stores it only as a result, and does not change the story',
    async (_what, route, body, field, task, words) => {
      const { status, body: answer } = await post(route, `s-${route.id}-${words.length}`, { ...body, askedRev: 7 });
      expect([status, answer]).toEqual([
        200,
        { [field]: 'Once upon a time.', resultId: expect.any(String), limits: expect.any(Array) },
      ]);
      expect(providerRequests[0]?.task).toMatchObject(task);
      expect(providerRequests[0]?.volatile).toContain(words);
      expect(storedStories).toEqual([]);
      expect(
        (await ai.call(listResults, { as: owner, query: { storyId: `s-${route.id}-${words.length}` } })).body,
      ).toEqual([expect.objectContaining({ askedRev: 7, text: 'Once upon a time.' })]);
    },
  );

  it('limits enhancements and polishes to two, but not changes of tone and length', async () => {
    const statuses = async (route: StoryRoute, body: Record<string, unknown>) =>
      [await post(route, 's-count', body), await post(route, 's-count', body), await post(route, 's-count', body)].map(
        ({ status }) => status,
      );
    expect([
      await statuses(enhanceStory, selection),
      await statuses(polishStory, whole),
      await statuses(changeStoryTone, { ...whole, tone: 'reflective' }),
      await statuses(adjustStoryLength, { ...whole, adjustment: 'expand' }),
    ]).toEqual([
      [200, 200, 429],
      [200, 200, 429],
      [200, 200, 200],
      [200, 200, 200],
    ]);
    expect(await limitsOf('s-count')).toEqual({
      canGenerate: true,
      totalGenerations: 0,
      maxGenerations: 1,
      canEdit: false,
      totalEdits: 2,
      maxEdits: 2,
      canPolish: false,
      totalPolish: 2,
      maxPolish: 2,
    });
    const named = (
      (await ai.call(getLimits, { as: owner, query: { storyId: 's-count' } })).body as unknown as {
        limit: string;
        used: number;
      }[]
    )
      .filter(({ limit }) => limit.startsWith('story.'))
      .map(({ limit, used: count }) => [limit, count]);
    expect(named).toEqual([
      ['story.generate', 0],
      ['story.enhance', 2],
      ['story.polish', 2],
    ]);
  });

  it('lets exactly one of 100 parallel generations through, and stores one', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => post(generateStory, 's-race')));
    expect([
      answers.filter(({ status }) => status === 200).length,
      provider.calls,
      storedStories.length,
      await used({ storyId: 's-race' }, 'story.generate'),
    ]).toEqual([1, 1, 1, 1]);
  });

  it('counts no call and stores nothing when the provider fails', async () => {
    provider.respond = () => Promise.reject(new Error('down'));
    for (const [route, body] of calls)
      expect((await post(route, 's-fail', body)).body['code']).toBe('ai.provider_failed');
    expect([await limitsOf('s-fail'), storedStories]).toMatchObject([
      { totalGenerations: 0, totalEdits: 0, totalPolish: 0 },
      [],
    ]);
  });

  it('streams deltas and ends with the complete reply; when stopped, it aborts the provider call and does not count the call', async () => {
    const { text } = await post(generateStory, 's-stream', {}, owner, { accept: 'text/event-stream' });
    expect(text).toContain('event: delta\ndata: {"text":"Once "}');
    expect(text).toMatch(/event: done\ndata: \{"content":"Once upon a time\.","wordCount":4,"storedRev":2/);
    storedStories.length = 0;
    provider.respond = (_request, { signal, onDelta }) =>
      new Promise((_resolve, reject) => {
        onDelta('half a ');
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    const stop = new AbortController();
    const response = await fetch(`${ai.url}/api/personal-stories/s-stop/generate`, {
      method: 'POST',
      signal: stop.signal,
      headers: { accept: 'text/event-stream', [identityHeader]: ai.sign(owner) },
    });
    await response.body?.getReader().read();
    stop.abort();
    const settled = async () =>
      (await ai.emitted(aiCallSettled))
        .filter(({ data }) => data['storyId'] === 's-stop')
        .map(({ data }) => data['outcome']);
    await eventually(settled, (outcomes) => outcomes.length > 0);
    expect([await settled(), await used({ storyId: 's-stop' }, 'story.generate'), storedStories]).toEqual([
      ['stopped'],
      0,
      [],
    ]);
  });

  it.each(calls.map(([route, body]) => [route.id, route, body] as const))(
    'refuses %s to a free author with the specified message, and asks billing first',
    async (_id, route, body) => {
      const free = testUser();
      const refused = await post(route, 's-free', body, free);
      const message =
        route === generateStory
          ? 'Story generation requires a Pro plan.'
          : 'AI writing tools require a Pro subscription.';
      expect([refused.status, refused.body['code'], refused.body['message'], provider.calls]).toEqual([
        403,
        'plan.required',
        message,
        0,
      ]);
      proUserIds.add(free.userId);
      expect((await post(route, 's-free', body, free)).body['message']).toBe('Story Not Found');
    },
  );

  it('replies 404 for another user’s story', async () => {
    for (const [route, body] of calls)
      expect([route.id, (await post(route, 'missing', body)).body['message']]).toEqual([route.id, 'Story Not Found']);
    expect([
      (await ai.call(getStoryLimits, { as: owner, params: { id: 'missing' } })).status,
      (await ai.call(getStoryLimits, { as: testUser(), params: { id: 's-one' } })).status,
      (await ai.call(getStoryLimits, { params: { id: 's-one' } })).status,
    ]).toEqual([404, 404, 401]);
  });

  it.each<[StoryRoute, Record<string, unknown>, string]>([
    [polishStory, { content: ' \n' }, 'Generate or write some content first.'],
    [changeStoryTone, { content: '', tone: 'reflective' }, 'Generate or write some content first.'],
    [adjustStoryLength, { content: ' ', adjustment: 'expand' }, 'Generate or write some content first.'],
    [enhanceStory, { ...selection, selectedText: 'ten chars.' }, 'Highlight text in your story to enhance it.'],
    [enhanceStory, { ...selection, selectedText: ' '.repeat(20) }, 'Highlight text in your story to enhance it.'],
  ])('replies with a message that names the missing input', async (route, body, message) => {
    const { status, body: problem } = await post(route, 's-blank', body);
    expect([status, problem['message'], provider.calls]).toEqual([400, message, 0]);
  });

  it('deletes the results of a purged story', async () => {
    await post(polishStory, 's-purged', whole);
    const data = {
      storyId: 's-purged',
      userId: owner.userId,
      title: '',
      storyType: 'family-legacy',
      wordCount: 0,
      isComplete: false,
      createdAt: '2026-01-01T00:00:00.000Z',
    };
    const countResults = async () =>
      ((await ai.call(listResults, { as: owner, query: { storyId: 's-purged' } })).body as unknown as unknown[]).length;
    await ai.deliver(storyChanged, 's-purged', { ...data, stage: 'trashed' });
    expect(await countResults()).toBe(1);
    await ai.redeliver(await ai.deliver(storyChanged, 's-purged', { ...data, stage: 'purged' }, { seq: 2 }));
    expect(await countResults()).toBe(0);
  });
});
