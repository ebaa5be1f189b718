import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getAiStatus, getCoachingStatus, getLimits, listResults } from '@inkbear/contracts/ai/limit';
import { enhanceContent, extendChapter, generateChapter, generateOutline, generateTitles, genreQuiz, polishChapter } from '@inkbear/contracts/ai/writing';
import { aiCallSettled, aiCountersChanged, chapterRemoved, entitlementChanged } from '@inkbear/contracts/events';
import { freeEntitlement } from '@inkbear/contracts/plans';
import { identityHeader } from '@inkbear/service-kit/identity';
import { FakePeer } from '@inkbear/service-kit/testing/fake-peer';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from './definition.ts';
import { createParts } from './deps.ts';
import type { Provider } from './providers/provider.ts';
import { Quota } from './quota/quota.ts';

const at = '2026-01-01T00:00:00.000Z';
const owner = testUser();
const book = (id: string) => ({
  id, title: 'The Long Winter', genre: 'fantasy', subgenre: '', targetAudience: '', status: 'active', authorName: '', penName: '', publishingHouse: '', outline: 'The farm is sold. Then Mara Vell meets Tomas at the mill.', synopsis: '', introduction: '', dedication: '',
  totalChapters: 1, completedChapters: 0, wordCount: 50_000, writtenWords: 0, exported: false, language: 'EN', readbackEnabled: false, titleGenerationCount: 0, outlineGenerationCount: 0, aiSuspended: id === 'suspended', canEdit: true, createdAt: at, updatedAt: at,
});
const chapter = (id: string, bookId = 'b1') => ({ id, bookId, chapterNumber: 1, title: 'Snow', content: '', wordCount: 0, targetWordCount: 2500, isComplete: false, description: 'Mara finds the letter.', keyPoints: ['the letter is a lie'], aiGeneratedCount: 0, aiEditCount: 0, polishCount: 0, rev: 1, createdAt: at, updatedAt: at });

/** Counts its calls and does what a test tells it to. */
class ScriptedProvider implements Provider {
  readonly name = 'offline';
  readonly model = 'scripted';
  calls = 0;
  behave: Provider['generate'] = async (_request, { onDelta }) => {
    onDelta('A good ');
    onDelta('chapter.');
    return { text: 'A good chapter.', inputTokens: 100, outputTokens: 10 };
  };
  readonly #usual = this.behave;
  reset(): void {
    this.behave = this.#usual;
    this.calls = 0;
  }
  generate: Provider['generate'] = (request, options) => {
    this.calls += 1;
    return this.behave(request, options);
  };
}

describe('AI', () => {
  const provider = new ScriptedProvider();
  let ai: TestService;
  let books: FakePeer;
  let billing: FakePeer;
  /** Whom billing knows to be Pro, whether or not its event has arrived. */
  const paid = new Set<string>();
  beforeAll(async () => {
    books = await FakePeer.start((path) => {
      const id = /\/internal\/(?:books|chapters)\/([^?]+)/.exec(path)?.[1] ?? '';
      if (!path.includes(`userId=${owner.userId}`) || id.startsWith('missing')) return FakePeer.problem(path.includes('chapters') ? 'books.chapter_not_found' : 'books.not_found');
      return path.startsWith('/internal/chapters/') ? chapter(id, id.startsWith('suspended') ? 'suspended' : `book-of-${id}`) : { book: book(id), chapters: [chapter('c')] };
    });
    billing = await FakePeer.start((path) => {
      const id = path.split('/').at(-1) ?? '';
      return { ...freeEntitlement(id), ...(paid.has(id) ? { plan: 'pro_monthly', isActive: true } : {}) };
    });
    ai = await TestService.start({ ...definition, createParts: (platform, env) => createParts(platform, env, provider) }, { BOOKS_URL: books.url, BILLING_URL: billing.url, USER_DAILY_TOKENS: 1_000_000, GLOBAL_DAILY_TOKENS: 10_000_000, INPUT_PRICE_PER_MILLION: 1, OUTPUT_PRICE_PER_MILLION: 10 });
    await ai.deliver(entitlementChanged, owner.userId, { ...freeEntitlement(owner.userId), plan: 'pro_monthly', isActive: true });
  });
  afterAll(async () => {
    await ai.stop();
    await books.stop();
    await billing.stop();
  });
  afterEach(() => provider.reset());

  const wish = (chapterId: string, more: Record<string, unknown> = {}) => ({ bookTitle: 'The Long Winter', chapterTitle: 'Snow', chapterDescription: '', chapterNumber: 1, bookGenre: 'fantasy', targetWords: 3500, chapterId, ...more });
  const generate = (chapterId: string, more: Record<string, unknown> = {}, headers = {}) => ai.call(generateChapter, { as: owner, body: wish(chapterId, more), headers });
  const used = async (query: Record<string, string>, name: string) => ((await ai.call(getLimits, { as: owner, query })).body as unknown as { limit: string; used: number }[]).find(({ limit }) => limit === name)?.used;

  it('generates a chapter, counts it, keeps it, and tells books and the admins', async () => {
    const { status, body } = await generate('c-one');
    expect([status, body['content'], body['wordCount']]).toEqual([200, 'A good chapter.', 3]);
    expect(await used({ chapterId: 'c-one' }, 'chapter.generate')).toBe(1);
    expect(await used({ chapterId: 'c-one' }, 'book.words')).toBe(3);
    expect((await ai.call(listResults, { as: owner, query: { chapterId: 'c-one' } })).body).toEqual([expect.objectContaining({ resultId: body['resultId'], text: 'A good chapter.', kind: 'generate' })]);
    expect((await ai.emitted(aiCountersChanged)).find(({ key }) => key === 'chapter:c-one')?.data).toMatchObject({ aiGeneratedCount: 1, chapterId: 'c-one' });
    expect((await ai.emitted(aiCallSettled)).at(-1)?.data).toMatchObject({ outcome: 'finished', inputTokens: 100, outputTokens: 10, cost: 0.0002, model: 'scripted' });
    const again = await generate('c-one');
    expect([again.status, again.body['message']]).toEqual([429, 'You have used the one chapter generation of this chapter.']);
  });

  it('streams the pieces and ends with the plain reply', async () => {
    const { text } = await generate('c-stream', {}, { accept: 'text/event-stream' });
    expect(text).toContain('event: delta\ndata: {"text":"A good "}');
    expect(text).toMatch(/event: done\ndata: \{"content":"A good chapter\."/);
  });

  it('lets exactly one of two hundred calls through when one is left, and asks the provider once', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => generate('c-race')));
    expect([answers.filter(({ status }) => status === 200).length, provider.calls, await used({ chapterId: 'c-race' }, 'chapter.generate')]).toEqual([1, 1, 1]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });

  it('gives the use back when the provider fails, and says so', async () => {
    provider.behave = async () => {
      throw new Error('the provider is down');
    };
    const { status, body } = await generate('c-fail');
    expect([status, body['code'], JSON.stringify(body).includes('provider is down')]).toEqual([502, 'ai.provider_failed', false]);
    expect(await used({ chapterId: 'c-fail' }, 'chapter.generate')).toBe(0);
  });

  it('gives a stopped use back three times a day, then counts it, and stops the provider', async () => {
    let aborted = 0;
    provider.behave = (_request, { signal, onDelta }) =>
      new Promise((_resolve, reject) => {
        onDelta('half a ');
        signal.addEventListener('abort', () => {
          aborted += 1;
          reject(new Error('aborted'));
        });
      });
    for (let round = 1; round <= 4; round += 1) {
      const stop = new AbortController();
      const response = await fetch(`${ai.url}${generateChapter.path}`, { method: 'POST', signal: stop.signal, body: JSON.stringify(wish('c-stop')), headers: { accept: 'text/event-stream', 'content-type': 'application/json', [identityHeader]: ai.sign(owner) } });
      await response.body?.getReader().read();
      stop.abort();
      for (let tries = 0; tries < 100 && (await ai.emitted(aiCallSettled)).filter(({ data }) => data['chapterId'] === 'c-stop').length < round; tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect([aborted, await used({ chapterId: 'c-stop' }, 'chapter.generate')]).toEqual([4, 1]);
    expect((await ai.emitted(aiCallSettled)).filter(({ data }) => data['chapterId'] === 'c-stop').every(({ data }) => data['outcome'] === 'stopped' && Number(data['outputTokens']) > 0)).toBe(true);
  });

  it('gives back what a dead process had reserved', async () => {
    const quota = new Quota(ai.platform.connection, ai.platform.clock, { user: 1, global: 1 });
    await quota.reserve('dead-call', [{ limit: 'chapter.generate', key: 'chapter:c-dead:chapter.generate', max: 1, resetsAt: null }]);
    await ai.platform.connection.collection('reservations').updateOne({ _id: 'dead-call' as never }, { $set: { createdAt: new Date(Date.now() - 11 * 60_000) } });
    expect([await quota.returnAbandoned(), await quota.returnAbandoned(), await used({ chapterId: 'c-dead' }, 'chapter.generate')]).toEqual([1, 0, 0]);
  });

  it('lets one try again twice within the same use', async () => {
    const { body } = await generate('c-again');
    const more = { variantOf: body['resultId'] };
    expect([(await generate('c-again', more)).status, (await generate('c-again', more)).status, (await generate('c-again', more)).status]).toEqual([200, 200, 429]);
    expect(await used({ chapterId: 'c-again' }, 'chapter.generate')).toBe(1);
    expect((await generate('c-other', more)).status).toBe(404);
  });

  it('asks once more for a reply that does not fit, then gives up and gives the use back', async () => {
    provider.behave = async () => ({ text: provider.calls === 1 ? 'Sorry!' : '{"titles": [{"title": "Snow", "reason": "Short."}]}', inputTokens: 1, outputTokens: 1 });
    expect((await ai.call(generateTitles, { as: owner, body: { topic: 'snow', bookId: 'b-titles' } })).body['titles']).toEqual([{ title: 'Snow', reason: 'Short.' }]);
    provider.reset();
    provider.behave = async () => ({ text: '{"titles": "no"}', inputTokens: 1, outputTokens: 1 });
    const bad = await ai.call(generateTitles, { as: owner, body: { topic: 'snow', bookId: 'b-titles' } });
    expect([bad.status, bad.body['code'], provider.calls, await used({ bookId: 'b-titles' }, 'book.title')]).toEqual([502, 'ai.bad_reply', 2, 1]);
  });

  it('counts whole-chapter edits and polishes, not selections', async () => {
    const edit = (more = {}) => ai.call(enhanceContent, { as: owner, body: { content: 'Some text.', action: 'rewrite', chapterId: 'c-edit', ...more } });
    expect([(await edit({ isSelection: true })).status, (await edit()).status, (await edit()).status, (await edit()).status, (await edit({ isSelection: true })).status]).toEqual([200, 200, 200, 429, 200]);
    expect((await ai.call(extendChapter, { as: owner, body: { content: 'Some text.', chapterId: 'c-extend' } })).body).toMatchObject({ extended_content: 'Some text.\n\nA good chapter.', wordsAdded: 3 });
    expect((await ai.call(polishChapter, { as: owner, body: { content: '  ', chapterId: 'c-edit' } })).body['message']).toBe('Add some content first to use AI tools.');
  });

  it('refuses free authors the chapter tools with the specification’s words, and counts their ideas', async () => {
    const free = testUser();
    const refused = await ai.call(generateChapter, { as: free, body: wish('c-free') });
    expect([refused.status, refused.body['code'], refused.body['message']]).toEqual([403, 'plan.required', 'Chapter generation requires a Pro subscription']);
    provider.behave = async () => ({ text: '{"titles": [{"title": "Snow", "reason": "Short."}]}', inputTokens: 1, outputTokens: 1 });
    const answers = [];
    for (let round = 0; round < 6; round += 1) answers.push(await ai.call(generateTitles, { as: free, body: { topic: 'snow' } }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers.at(-1)?.body['message']).toMatch(/^You have used all 5 title, quiz and outline calls of this month\. It resets on 1 /);
    expect(answers.at(-1)?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await ai.call(getCoachingStatus, { as: free })).body['remaining']).toBe(0);
    expect((await ai.call(getCoachingStatus, { as: owner })).body['remaining']).toBe(5);
  });

  it('asks billing before the free number of ideas refuses someone who has just paid', async () => {
    const late = testUser();
    provider.behave = async () => ({ text: '{"titles": [{"title": "Snow", "reason": "Short."}]}', inputTokens: 1, outputTokens: 1 });
    const titles = async () => (await ai.call(generateTitles, { as: late, body: { topic: 'snow' } })).status;
    for (let round = 0; round < 5; round += 1) expect(await titles()).toBe(200);
    expect(await titles()).toBe(429);
    paid.add(late.userId);
    expect(await titles()).toBe(200);
  });

  it('finishes a call once although its tokens could not be counted', async () => {
    const countTokens = jest.spyOn(Quota.prototype, 'countTokens').mockRejectedValueOnce(new Error('no database'));
    expect((await generate('c-uncounted')).status).toBe(200);
    countTokens.mockRestore();
    expect((await ai.emitted(aiCallSettled)).filter(({ data }) => data['chapterId'] === 'c-uncounted').map(({ data }) => data['outcome'])).toEqual(['finished']);
  });

  it('tries again only for the same book', async () => {
    provider.behave = async () => ({ text: '{"titles": [{"title": "Snow", "reason": "Short."}]}', inputTokens: 1, outputTokens: 1 });
    const titles = (bookId: string, variantOf?: unknown) => ai.call(generateTitles, { as: owner, body: { topic: 'snow', bookId, ...(variantOf ? { variantOf } : {}) } });
    const { body } = await titles('b-first');
    expect([(await titles('b-second', body['resultId'])).status, (await titles('b-first', body['resultId'])).status]).toEqual([404, 200]);
  });

  it('treats someone else’s chapter as missing and a suspended book as closed', async () => {
    expect((await generate('missing-1')).status).toBe(404);
    expect((await ai.call(getLimits, { as: testUser(), query: { chapterId: 'c-one' } })).status).toBe(404);
    expect((await ai.call(listResults, { as: testUser(), query: { chapterId: 'c-one' } })).status).toBe(404);
    expect((await generate('suspended-1')).body['code']).toBe('ai.suspended');
    expect((await ai.call(generateChapter, { body: wish('c') })).status).toBe(401);
  });

  it('stops at the daily ceiling and counts tokens of every outcome', async () => {
    await ai.platform.connection.collection('usage').updateMany({ _id: { $regex: `^user:${owner.userId}:tokens:` } as never }, { $set: { used: 2_000_000 } });
    expect((await generate('c-ceiling')).body['code']).toBe('ai.fair_use');
    await ai.platform.connection.collection('usage').updateMany({ _id: { $regex: `^user:${owner.userId}:tokens:` } as never }, { $set: { used: 0 } });
  });

  it('removes results of what is gone for good, once', async () => {
    await generate('c-gone');
    const event = await ai.deliver(chapterRemoved, 'c-gone', { chapterId: 'c-gone', bookId: 'b', userId: owner.userId, stage: 'purged' });
    await ai.redeliver(event);
    expect((await ai.call(listResults, { as: owner, query: { chapterId: 'c-gone' } })).body).toEqual([]);
  });

  it('answers everything offline too', async () => {
    const offline = await TestService.start(definition, { BOOKS_URL: books.url, USER_DAILY_TOKENS: 1_000_000, GLOBAL_DAILY_TOKENS: 10_000_000, INPUT_PRICE_PER_MILLION: 0, OUTPUT_PRICE_PER_MILLION: 0, OFFLINE_PACE_MS: 0, OPENAI_MODEL: 'unused' });
    try {
      expect((await offline.call(getAiStatus)).body).toEqual({ provider: 'offline', model: 'offline' });
      await offline.deliver(entitlementChanged, owner.userId, { ...freeEntitlement(owner.userId), plan: 'pro_monthly', isActive: true });
      const written = await offline.call(generateChapter, { as: owner, body: wish('c-offline', { targetWords: 1000 }) });
      expect([written.status, Number(written.body['wordCount']) > 700, String(written.body['content']).includes('the letter is a lie')]).toEqual([200, true, true]);
      expect((await offline.call(generateOutline, { as: owner, body: { title: 'Snow', genre: 'fantasy' } })).body['chapters']).toHaveLength(10);
      expect((await offline.call(generateTitles, { as: owner, body: { topic: 'deep snow' } })).body['titles']?.length).toBeGreaterThan(3);
      expect((await offline.call(genreQuiz, { as: owner, body: { interests: ['Fantasy worlds'], expertise: ['Travel'], writingGoals: ['Finish'], timeCommitment: 'regular' } })).body['recommendedGenre']).toBe('fantasy');
    } finally {
      await offline.stop();
    }
  });
});
