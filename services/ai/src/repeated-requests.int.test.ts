import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { generateChapter } from '@inkbear/contracts/ai/writing';
import { generateStory } from '@inkbear/contracts/stories/story-writing';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import type { TestService } from '@inkbear/service-kit/testing/test-service';
import { scopeOf } from './quota/limit-rules.ts';
import { AiService } from './testing/ai-service.ts';

describe('a repeated AI request with the same Idempotency-Key', () => {
  const fixture = new AiService();
  const { owner, provider, generate, used } = fixture;
  let ai: TestService;
  beforeAll(async () => (ai = (await fixture.start()).service));
  afterEach(() => provider.reset());
  afterAll(() => fixture.stop());

  let keys = 0;
  const newKey = () => `key-of-test-${(keys += 1)}`;
  const withKey = (key: string) => ({ 'idempotency-key': key });
  const openStream = (chapterId: string, key: string) => fixture.openStream(chapterId, {}, withKey(key));
  /** A provider that sends the beginning of a chapter, and its end when the returned function is called. */
  const pauseProvider = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    provider.respond = async (_request, { onDelta, signal }) => {
      onDelta('A good ');
      await Promise.race([promise, new Promise((_done, reject) => signal.addEventListener('abort', reject))]);
      onDelta('chapter.');
      return { text: 'A good chapter.', inputTokens: 100, outputTokens: 10 };
    };
    return resolve;
  };

  it('joins the running call, and gets its whole text', async () => {
    const [key, finish] = [newKey(), pauseProvider()];
    const first = openStream('c-joined', key);
    await first.response;
    const second = openStream('c-joined', key);
    await second.response;
    finish();
    const texts = await Promise.all([first.text(), second.text()]);
    expect(texts[1]).toBe(texts[0]);
    expect(texts[1]).toContain('"content":"A good chapter."');
    expect([provider.calls, await used({ chapterId: 'c-joined' }, 'chapter.generate')]).toEqual([1, 1]);
  });

  it('keeps the call running when the first client has gone', async () => {
    const [key, finish] = [newKey(), pauseProvider()];
    const first = openStream('c-left', key);
    await first.response;
    const second = openStream('c-left', key);
    await second.response;
    first.disconnect();
    await expect(first.text()).rejects.toThrow();
    finish();
    expect(await second.text()).toContain('"content":"A good chapter."');
    expect(provider.calls).toBe(1);
  });

  it('gets the stored result of a finished call, as JSON and as a stream, and is not counted', async () => {
    const key = newKey();
    const { body } = await generate('c-kept', {}, withKey(key));
    const again = await generate('c-kept', {}, withKey(key));
    expect([again.status, again.body]).toEqual([200, body]);
    const streamed = await openStream('c-kept', key).text();
    expect(streamed).toContain(`"resultId":"${String(body['resultId'])}"`);
    expect([provider.calls, await used({ chapterId: 'c-kept' }, 'chapter.generate')]).toEqual([1, 1]);
    const stored = await ai.platform.connection
      .collection<{ _id: string }>('idempotency_keys')
      .findOne({ _id: `${owner.userId}:${generateChapter.id}:${key}` });
    expect(stored).toMatchObject({ reply: null });
  });

  it('begins again after a call that its client has left', async () => {
    const key = newKey();
    pauseProvider();
    const first = openStream('c-again', key);
    await first.response;
    first.disconnect();
    await eventually(async () => (await used({ chapterId: 'c-again' }, 'chapter.generate')) === 0);
    provider.reset();
    expect(await eventuallyGenerated('c-again', key)).toMatchObject({ content: 'A good chapter.' });
    expect(await used({ chapterId: 'c-again' }, 'chapter.generate')).toBe(1);
  });

  it('begins again after a call that failed', async () => {
    const key = newKey();
    provider.respond = () => Promise.reject(new Error('the provider is down'));
    expect((await generate('c-failed', {}, withKey(key))).status).toBe(502);
    provider.reset();
    expect((await generate('c-failed', {}, withKey(key))).body).toMatchObject({ content: 'A good chapter.' });
  });

  it('is rejected when its body differs', async () => {
    const key = newKey();
    await generate('c-differs', {}, withKey(key));
    expect((await generate('c-differs', { targetWords: 900 }, withKey(key))).body['code']).toBe('request.key_reused');
  });

  it.each([
    ['with the revision of the story that has its text', 'Once.', 1],
    ['as a proposal when the story has another text by now', 'Twice.', null],
  ])('gets the stored story %s', async (_how, text, storedRev) => {
    const [requestKey, id] = [newKey(), 'kept-story=Once.'];
    const resultId = `result-of-${requestKey}`;
    await ai.platform.connection.collection<{ _id: string }>('results').insertOne({
      _id: resultId,
      ...scopeOf(owner.userId, { storyId: id }),
      kind: 'story-generate',
      text,
      requestKey,
    } as { _id: string });
    const request = { as: owner, params: { id }, body: {} };
    expect((await ai.call(generateStory, { ...request, headers: withKey(newKey()) })).body['code']).toBe(
      'stories.has_content',
    );
    const { body } = await ai.call(generateStory, { ...request, headers: withKey(requestKey) });
    expect(body).toMatchObject({ content: text, resultId, storedRev });
    expect(provider.calls).toBe(0);
  });

  /** The reply to a repeat. The first call may still be ending. */
  async function eventuallyGenerated(chapterId: string, key: string): Promise<Record<string, unknown>> {
    const reply = await eventually(
      () => generate(chapterId, {}, withKey(key)),
      ({ status }) => status !== 409,
    );
    return reply.body;
  }
});
