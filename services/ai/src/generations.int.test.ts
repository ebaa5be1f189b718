import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getAiStatus, getCoachingStatus, getLimits, listResults } from '@inkbear/contracts/ai/limit';
import { enhanceContent, extendChapter, generateChapter, polishChapter } from '@inkbear/contracts/ai/writing';
import { askWritingCoach, generateOutline, generateTitles, genreQuiz } from '@inkbear/contracts/ai/ideas';
import {
  aiCallSettled,
  aiCountersChanged,
  aiResultCreated,
  chapterRemoved,
  entitlementChanged,
} from '@inkbear/contracts/events';
import { freeEntitlement } from '@inkbear/contracts/plans';
import { identityHeader } from '@inkbear/service-kit/identity';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { CopyFinder } from '@inkbear/story-analysis/provenance/copy-finder';
import { decodeFingerprint } from '@inkbear/story-analysis/provenance/fingerprint';
import { definition } from './definition.ts';
import { TokenCeilings } from './quota/token-ceilings.ts';
import { AiService } from './testing/ai-service.ts';
import { promptVersion } from './prompts/prompt-versions.ts';

describe('generations', () => {
  const fixture = new AiService();
  const { owner, provider, proUserIds, chapterRequest, generate, used } = fixture;
  let ai: TestService;
  beforeAll(async () => (ai = (await fixture.start()).service));
  afterAll(async () => await fixture.stop());
  afterEach(() => provider.reset());

  it('generates a chapter, counts it, stores the result and publishes the events', async () => {
    const { status, body } = await generate('c-one');
    expect([status, body['content'], body['wordCount']]).toEqual([200, 'A good chapter.', 3]);
    expect(await used({ chapterId: 'c-one' }, 'chapter.generate')).toBe(1);
    expect(await used({ chapterId: 'c-one' }, 'book.words')).toBe(3);
    expect((await ai.call(listResults, { as: owner, query: { chapterId: 'c-one' } })).body).toEqual([
      expect.objectContaining({ resultId: body['resultId'], text: 'A good chapter.', kind: 'generate' }),
    ]);
    expect((await ai.emitted(aiCountersChanged)).find(({ key }) => key === 'chapter:c-one')?.data).toMatchObject({
      aiGeneratedCount: 1,
      chapterId: 'c-one',
    });
    expect((await ai.emitted(aiCallSettled)).at(-1)?.data).toMatchObject({
      outcome: 'finished',
      inputTokens: 100,
      cachedTokens: 0,
      cacheWriteTokens: 0,
      outputTokens: 10,
      cost: 0.0002,
      model: 'scripted',
      promptVersion: promptVersion('generate'),
    });
    const stored = await ai.platform.connection.collection('results').findOne({ _id: body['resultId'] as never });
    expect(stored?.['promptVersion']).toBe(promptVersion('generate'));
    const again = await generate('c-one');
    expect([again.status, again.body['message']]).toEqual([429, 'You have used the one generation of this chapter.']);
  });

  it('sends the provider the same key for each request about a book, which names neither author nor book', async () => {
    const keys: (string | null | undefined)[] = [];
    for (const chapterId of ['k1~b-key', 'k2~b-key', 'k3~b-other']) {
      expect((await generate(chapterId)).status).toBe(200);
      keys.push(provider.lastRequest?.cacheKey);
    }
    expect(keys).toEqual([keys[0], keys[0], expect.not.stringContaining(keys[0] ?? '')]);
    expect(keys[0]).not.toMatch(new RegExp(`b-key|${owner.userId}`));
    await ai.call(generateTitles, { as: owner, body: { topic: 'snow' } });
    expect(provider.lastRequest?.cacheKey).toBeNull();
  });

  it('publishes what is written for a chapter with the hashes of its text, and without the text', async () => {
    const text = 'The harbour lay under a grey sky and nobody came down to the boats that morning.';
    provider.respond = async () => ({ text, inputTokens: 1, outputTokens: 1 });
    const { body } = await generate('c-hashes');
    const event = (await ai.emitted(aiResultCreated)).find(({ key }) => key === body['resultId']);
    expect(event?.data).toMatchObject({
      userId: owner.userId,
      chapterId: 'c-hashes',
      action: 'generate',
      option: null,
    });
    const fingerprint = aiResultCreated.data.parse(event?.data).fingerprint ?? { window: 0, hashes: '' };
    expect(new CopyFinder([['result', decodeFingerprint(fingerprint)]]).find(text.toUpperCase())).toBe('result');
    expect(JSON.stringify(event)).not.toContain('harbour');
  });

  it('streams deltas and ends with the complete reply', async () => {
    const { text } = await generate('c-stream', {}, { accept: 'text/event-stream' });
    expect(text).toContain('event: delta\ndata: {"text":"A good "}');
    expect(text).toMatch(/event: done\ndata: \{"content":"A good chapter\."/);
  });

  it('lets exactly one of 200 parallel calls through when one is left', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => generate('c-race')));
    expect([
      answers.filter(({ status }) => status === 200).length,
      provider.calls,
      await used({ chapterId: 'c-race' }, 'chapter.generate'),
    ]).toEqual([1, 1, 1]);
    // A queued call must be repeated when its identity token has expired in the meantime.
    expect(answers.map(({ status }) => status).filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  });

  it('ends a reply that is longer than any that was asked for, and does not count it', async () => {
    let isEnded = false;
    provider.respond = async (_request, { onDelta }) => {
      try {
        for (let pieces = 0; pieces < 1000; pieces += 1) onDelta('x'.repeat(10_000));
      } finally {
        isEnded = true;
      }
      return { text: 'A good chapter.', inputTokens: 1, outputTokens: 1 };
    };
    const { status, body } = await generate('c-endless');
    expect([status, body['code'], isEnded]).toEqual([502, 'ai.provider_failed', true]);
    expect(await used({ chapterId: 'c-endless' }, 'chapter.generate')).toBe(0);
  });

  it('does not count a call when the provider fails', async () => {
    provider.respond = async () => {
      throw new Error('the provider is down');
    };
    const { status, body } = await generate('c-fail');
    expect([status, body['code'], JSON.stringify(body).includes('provider is down')]).toEqual([
      502,
      'ai.provider_failed',
      false,
    ]);
    expect(await used({ chapterId: 'c-fail' }, 'chapter.generate')).toBe(0);
  });

  it('does not count the first three stopped calls of a day, counts the fourth, and aborts each provider call', async () => {
    let aborted = 0;
    provider.respond = (_request, { signal, onDelta }) =>
      new Promise((_resolve, reject) => {
        onDelta('half a ');
        signal.addEventListener('abort', () => {
          aborted += 1;
          reject(new Error('aborted'));
        });
      });
    for (let round = 1; round <= 4; round += 1) {
      const stop = new AbortController();
      const response = await fetch(`${ai.url}${generateChapter.path}`, {
        method: 'POST',
        signal: stop.signal,
        body: JSON.stringify(chapterRequest('c-stop')),
        headers: { accept: 'text/event-stream', 'content-type': 'application/json', [identityHeader]: ai.sign(owner) },
      });
      await response.body?.getReader().read();
      stop.abort();
      await eventually(
        async () => (await ai.emitted(aiCallSettled)).filter(({ data }) => data['chapterId'] === 'c-stop').length,
        (settled) => settled >= round,
      );
    }
    expect([aborted, await used({ chapterId: 'c-stop' }, 'chapter.generate')]).toEqual([4, 1]);
    expect(
      (await ai.emitted(aiCallSettled))
        .filter(({ data }) => data['chapterId'] === 'c-stop')
        .every(({ data }) => data['outcome'] === 'stopped' && Number(data['outputTokens']) > 0),
    ).toBe(true);
  });

  it('counts a result and its two variants as one call', async () => {
    const { body } = await generate('c-again');
    const variant = { variantOf: body['resultId'] };
    expect([
      (await generate('c-again', variant)).status,
      (await generate('c-again', variant)).status,
      (await generate('c-again', variant)).status,
    ]).toEqual([200, 200, 429]);
    expect(await used({ chapterId: 'c-again' }, 'chapter.generate')).toBe(1);
    expect((await generate('c-other', variant)).status).toBe(404);
  });

  it('lists ideas by kind with their topic, so that a title can become an outline later', async () => {
    const author = testUser();
    provider.respond = async () => ({
      text: '{"titles": [{"title": "Snow", "reason": "Short."}], "overview": "It snows.", "targetAudience": "", "chapters": []}',
      inputTokens: 1,
      outputTokens: 1,
    });
    await ai.call(generateTitles, { as: author, body: { topic: 'a winter on Skye', genre: 'memoir' } });
    await ai.call(generateOutline, { as: author, body: { title: 'Snow', genre: 'memoir', targetLength: '40000' } });
    const listed = async (kind?: string) =>
      (
        (await ai.call(listResults, { as: author, query: { kind } })).body as unknown as {
          kind: string;
          asked: unknown;
        }[]
      ).map(({ kind: each, asked }) => [each, asked]);
    expect(await listed('titles')).toEqual([['titles', { topic: 'a winter on Skye', genre: 'memoir' }]]);
    expect(await listed('outline')).toEqual([['outline', { title: 'Snow', genre: 'memoir', targetLength: 40_000 }]]);
    expect([(await listed()).length, await listed('generate')]).toEqual([2, []]);
  });

  it('retries a malformed reply once, then fails and does not count the call', async () => {
    provider.respond = async () => ({
      text: provider.calls === 1 ? 'Sorry!' : '{"titles": [{"title": "Snow", "reason": "Short."}]}',
      inputTokens: 1,
      outputTokens: 1,
    });
    expect(
      (await ai.call(generateTitles, { as: owner, body: { topic: 'snow', bookId: 'b-titles' } })).body['titles'],
    ).toEqual([{ title: 'Snow', reason: 'Short.' }]);
    provider.reset();
    provider.respond = async () => ({ text: '{"titles": "no"}', inputTokens: 1, outputTokens: 1 });
    const bad = await ai.call(generateTitles, { as: owner, body: { topic: 'snow', bookId: 'b-titles' } });
    expect([bad.status, bad.body['code'], provider.calls, await used({ bookId: 'b-titles' }, 'book.title')]).toEqual([
      502,
      'ai.bad_reply',
      2,
      1,
    ]);
  });

  it('counts whole-chapter edits and polishes, not selections', async () => {
    const edit = (more = {}) =>
      ai.call(enhanceContent, {
        as: owner,
        body: { content: 'Some text.', action: 'rewrite', chapterId: 'c-edit', ...more },
      });
    expect([
      (await edit({ isSelection: true })).status,
      (await edit()).status,
      (await edit()).status,
      (await edit()).status,
      (await edit({ isSelection: true })).status,
    ]).toEqual([200, 200, 200, 429, 200]);
    expect(
      (await ai.call(extendChapter, { as: owner, body: { content: 'Some text.', chapterId: 'c-extend' } })).body,
    ).toMatchObject({ extended_content: 'Some text.\n\nA good chapter.', wordsAdded: 3 });
    expect(
      (await ai.call(polishChapter, { as: owner, body: { content: '  ', chapterId: 'c-edit' } })).body['message'],
    ).toBe('Add some content first to use AI tools.');
  });

  it('rejects chapter tools on the free plan with the specified message, and counts ideas', async () => {
    const free = testUser();
    const refused = await ai.call(generateChapter, { as: free, body: chapterRequest('c-free') });
    expect([refused.status, refused.body['code'], refused.body['message']]).toEqual([
      403,
      'plan.required',
      'Chapter generation requires a Pro subscription',
    ]);
    provider.respond = async () => ({
      text: '{"titles": [{"title": "Snow", "reason": "Short."}]}',
      inputTokens: 1,
      outputTokens: 1,
    });
    const answers = [];
    for (let round = 0; round < 6; round += 1)
      answers.push(await ai.call(generateTitles, { as: free, body: { topic: 'snow' } }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers.at(-1)?.body['message']).toMatch(
      /^You have used all 5 title, quiz and outline requests for this month\. The limit resets on 1 /,
    );
    expect(answers.at(-1)?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await ai.call(getCoachingStatus, { as: free })).body['remaining']).toBe(0);
    expect((await ai.call(getCoachingStatus, { as: owner })).body['remaining']).toBe(5);
  });

  it('asks billing before it rejects an idea of a user who has just paid', async () => {
    const upgraded = testUser();
    provider.respond = async () => ({
      text: '{"titles": [{"title": "Snow", "reason": "Short."}]}',
      inputTokens: 1,
      outputTokens: 1,
    });
    const titles = async () => (await ai.call(generateTitles, { as: upgraded, body: { topic: 'snow' } })).status;
    for (let round = 0; round < 5; round += 1) expect(await titles()).toBe(200);
    expect(await titles()).toBe(429);
    proUserIds.add(upgraded.userId);
    expect(await titles()).toBe(200);
  });

  it('finishes a call once even when correcting its token reservation fails', async () => {
    const correct = jest.spyOn(TokenCeilings.prototype, 'correct').mockRejectedValueOnce(new Error('no database'));
    expect((await generate('c-uncounted')).status).toBe(200);
    correct.mockRestore();
    expect(
      (await ai.emitted(aiCallSettled))
        .filter(({ data }) => data['chapterId'] === 'c-uncounted')
        .map(({ data }) => data['outcome']),
    ).toEqual(['finished']);
  });

  it('allows variants only for the same book', async () => {
    provider.respond = async () => ({
      text: '{"titles": [{"title": "Snow", "reason": "Short."}]}',
      inputTokens: 1,
      outputTokens: 1,
    });
    const titles = (bookId: string, variantOf?: unknown) =>
      ai.call(generateTitles, { as: owner, body: { topic: 'snow', bookId, ...(variantOf ? { variantOf } : {}) } });
    const { body } = await titles('b-first');
    expect([
      (await titles('b-second', body['resultId'])).status,
      (await titles('b-first', body['resultId'])).status,
    ]).toEqual([404, 200]);
  });

  it('replies 404 for another user’s chapter, and rejects a suspended book', async () => {
    expect((await generate('missing-1')).status).toBe(404);
    expect((await ai.call(getLimits, { as: testUser(), query: { chapterId: 'c-one' } })).status).toBe(404);
    expect((await ai.call(listResults, { as: testUser(), query: { chapterId: 'c-one' } })).status).toBe(404);
    expect((await generate('suspended-1')).body['code']).toBe('ai.suspended');
    expect((await ai.call(generateChapter, { body: chapterRequest('c') })).status).toBe(401);
  });

  it('rejects calls at the user’s daily token ceiling', async () => {
    await ai.platform.connection
      .collection('usage')
      .updateMany({ _id: { $regex: `^user:${owner.userId}:tokens:` } as never }, { $set: { used: 2_000_000 } });
    expect((await generate('c-ceiling')).body['code']).toBe('ai.fair_use');
    await ai.platform.connection
      .collection('usage')
      .updateMany({ _id: { $regex: `^user:${owner.userId}:tokens:` } as never }, { $set: { used: 0 } });
  });

  it('deletes the results of a purged chapter, idempotently', async () => {
    await generate('c-purged');
    const event = await ai.deliver(chapterRemoved, 'c-purged', {
      chapterId: 'c-purged',
      bookId: 'b',
      userId: owner.userId,
      stage: 'purged',
    });
    await ai.redeliver(event);
    expect((await ai.call(listResults, { as: owner, query: { chapterId: 'c-purged' } })).body).toEqual([]);
  });

  it('serves every route with the offline provider', async () => {
    const offline = await TestService.start(definition, {
      ...fixture.peerUrls,
      USER_DAILY_TOKENS: 1_000_000,
      GLOBAL_DAILY_TOKENS: 10_000_000,
      INPUT_PRICE_PER_MILLION: 0,
      OUTPUT_PRICE_PER_MILLION: 0,
      OFFLINE_PACE_MS: 0,
      OPENAI_MODEL: 'unused',
    });
    try {
      expect((await offline.call(getAiStatus)).body).toEqual({ provider: 'offline', model: 'offline' });
      await offline.deliver(entitlementChanged, owner.userId, {
        ...freeEntitlement(owner.userId),
        plan: 'pro_monthly',
        isActive: true,
      });
      const written = await offline.call(generateChapter, {
        as: owner,
        body: chapterRequest('c-offline', { targetWords: 1000 }),
      });
      expect([
        written.status,
        Number(written.body['wordCount']) > 700,
        String(written.body['content']).includes('the letter is a lie'),
      ]).toEqual([200, true, true]);
      const coached = await offline.call(askWritingCoach, {
        as: owner,
        body: { bookId: 'b-coach', chapterNumber: 1, question: 'Is Mara too quiet?' },
      });
      expect([
        coached.status,
        String(coached.body['feedback']).startsWith('No AI model is connected here'),
        coached.body['improvements'],
      ]).toEqual([200, true, expect.arrayContaining(['One filler word could go: really.'])]);
      expect(
        (await offline.call(generateOutline, { as: owner, body: { title: 'Snow', genre: 'fantasy' } })).body[
          'chapters'
        ],
      ).toHaveLength(10);
      expect(
        (await offline.call(generateTitles, { as: owner, body: { topic: 'deep snow' } })).body['titles']?.length,
      ).toBeGreaterThan(3);
      expect(
        (
          await offline.call(genreQuiz, {
            as: owner,
            body: {
              interests: ['Fantasy worlds'],
              expertise: ['Travel'],
              writingGoals: ['Finish'],
              timeCommitment: 'regular',
            },
          })
        ).body['recommendedGenre'],
      ).toBe('fantasy');
    } finally {
      await offline.stop();
    }
  });
});
