import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { estimateReading, readChapters } from '@inkbear/contracts/ai/reading';
import { errorCodes } from '@inkbear/contracts/error-codes';
import { aiCallSettled, entitlementChanged } from '@inkbear/contracts/events';
import { freeEntitlement } from '@inkbear/contracts/plans';
import { FakePeer } from '@inkbear/service-kit/testing/fake-peer';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import { AiRefusal } from '../quota/ai-refusal.ts';
import { AiService, userCeiling } from '../testing/ai-service.ts';

const text = 'Mara Venn came in at dusk. Her eyes were grey.\n\nIda watched Mara from Harrow.';
const finds = {
  entries: [{ name: 'Mara Venn', kind: 'character', aliases: ['Mara'] }],
  facts: [
    {
      entry: 'Mara',
      attribute: 'eyes',
      value: 'grey',
      quote: 'Her eyes were grey.',
      paragraph: 1,
      modality: 'narrated',
    },
    { entry: 'Mara', attribute: 'hair', value: 'red', quote: 'Her hair was red.', paragraph: 1, modality: 'narrated' },
  ],
};

describe('the reading of chapters by a provider', () => {
  const ai = new AiService();
  const { owner } = ai;
  const standard = ai.respondToReading;
  let books = 0;
  let bookId = '';
  let ids: string[] = [];
  beforeAll(async () => await ai.start());
  afterAll(async () => await ai.stop());
  beforeEach(() => {
    books += 1;
    bookId = `reading-${books}`;
    ids = ['c1', 'c2', 'c3'].map((id) => `${id}~${bookId}`);
    ai.readingScope = {
      ...ai.readingScope,
      providerReading: 'asked',
      aiSuspended: false,
      chapters: ids.map((id, at) => ({ id, rev: 2, providerRev: at === 2 ? 2 : 0, wordCount: 1000 * (at + 1) })),
      entries: [{ kind: 'place', name: 'Harrow', aliases: [] }],
    };
    for (const id of ids) ai.chapterTexts.set(id, text);
    ai.readings.length = 0;
    ai.provider.respond = async () => ({ text: JSON.stringify(finds), inputTokens: 500, outputTokens: 50 });
  });
  afterEach(() => {
    ai.provider.reset();
    ai.respondToReading = standard;
  });

  const read = (chapterIds = ids.slice(0, 2), more: object = {}) =>
    ai.service.call(readChapters, { as: owner, body: { bookId, chapterIds }, ...more });

  it('hands in what the text supports, and drops what it does not', async () => {
    const { status, body } = await read();
    expect([status, body]).toEqual([
      200,
      {
        chapters: ids.slice(0, 2).map((chapterId) => ({ chapterId, state: 'read', proposals: 3, contradictions: 0 })),
        tokens: 1100,
        stopped: null,
      },
    ]);
    expect(ai.readings).toHaveLength(2);
    const from = text.indexOf('Her eyes');
    expect(ai.readings[0]).toEqual({
      userId: owner.userId,
      chapterId: ids[0],
      rev: 1,
      names: [{ ...finds.entries[0], at: 0 }],
      facts: [
        {
          name: 'Mara',
          attribute: 'eyes',
          value: 'grey',
          modality: 'narrated',
          from,
          to: from + 19,
          quote: 'Her eyes were grey.',
        },
      ],
    });
    const settled = (await ai.service.emitted(aiCallSettled)).filter(({ data }) => data['bookId'] === bookId);
    expect(
      settled.map(({ data }) => [data['action'], data['outcome'], data['inputTokens'], data['promptVersion']]),
    ).toEqual([
      ['find-facts', 'finished', 500, 'find-facts@2'],
      ['find-facts', 'finished', 500, 'find-facts@2'],
    ]);
  });

  it('tells the provider the names that are known, and which paragraph is which', async () => {
    let prompt = '';
    ai.provider.respond = async ({ stable, volatile }) => {
      prompt = stable + volatile;
      return { text: JSON.stringify(finds), inputTokens: 1, outputTokens: 1 };
    };
    await read([ids[0] ?? '']);
    expect(prompt).toMatch(/Harrow: place/);
    expect(prompt).toContain('[1] Mara Venn came in');
    expect(prompt).toContain('[2] Ida watched Mara');
  });

  it('streams its progress chapter by chapter', async () => {
    const { text: stream } = await read(ids.slice(0, 2), { headers: { accept: 'text/event-stream' } });
    const states = [...stream.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, name, data]) => [
      name,
      (JSON.parse(data ?? '') as { chapters: { state: string }[] }).chapters.map(({ state }) => state).join(),
    ]);
    expect(states).toEqual([
      ['progress', 'read,waiting'],
      ['progress', 'read,read'],
      ['done', 'read,read'],
    ]);
  });

  it('goes on after a chapter that was saved meanwhile, and after one that failed', async () => {
    ai.respondToReading = ({ chapterId }) =>
      chapterId === ids[0] ? FakePeer.problem('books.stale_revision') : standard({} as never);
    ai.provider.respond = async ({ volatile }) => {
      if (volatile.includes('Nobody')) throw Object.assign(new Error('down'), { status: 500 });
      return { text: JSON.stringify(finds), inputTokens: 1, outputTokens: 1 };
    };
    ai.chapterTexts.set(ids[1] ?? '', 'Nobody came.');
    const { body } = await read(ids);
    expect((body['chapters'] as { state: string }[]).map(({ state }) => state)).toEqual(['changed', 'failed', 'read']);
  });

  it('stops when the tokens of the day are used up, and says why', async () => {
    let calls = 0;
    const reserve = ai.provider.respond;
    ai.provider.respond = async (...args) => {
      calls += 1;
      if (calls === 2) throw new AiRefusal('ai.fair_use', 'tokens.user');
      return await reserve(...args);
    };
    const { status, body } = await read(ids);
    expect([status, body['stopped']]).toEqual([200, expect.stringContaining('fair-use limit')]);
    expect((body['chapters'] as { state: string }[]).map(({ state }) => state)).toEqual(['read', 'waiting', 'waiting']);
  });

  it('ends after three chapters in a row that failed', async () => {
    const more = ['c4', 'c5', 'c6'].map((id) => `${id}~${bookId}`);
    const chapters = more.map((id) => ({ id, rev: 1, providerRev: 0, wordCount: 10 }));
    ai.readingScope = { ...ai.readingScope, chapters: [...ai.readingScope.chapters, ...chapters] };
    for (const id of more) ai.chapterTexts.set(id, text);
    let calls = 0;
    ai.provider.respond = async () => {
      calls += 1;
      if (calls === 2) return { text: JSON.stringify(finds), inputTokens: 1, outputTokens: 1 };
      throw Object.assign(new Error('down'), { status: 500 });
    };
    const { status, body } = await read([...ids, ...more]);
    expect((body['chapters'] as { state: string }[]).map(({ state }) => state)).toEqual([
      'failed',
      'read',
      'failed',
      'failed',
      'failed',
      'waiting',
    ]);
    expect([status, body['stopped']]).toEqual([200, errorCodes['ai.provider_failed'].message]);
  });

  it('ends when the storage is used up, and says how to go on', async () => {
    ai.respondToReading = () => ({ entries: 0, facts: 1, relations: 0, isStorageUsed: true });
    const { body } = await read(ids);
    expect((body['chapters'] as { state: string }[]).map(({ state }) => state)).toEqual(['read', 'waiting', 'waiting']);
    expect(body['stopped']).toMatch(/storage is used up.*Free up some storage/);
  });

  it('ends when the author no longer allows it', async () => {
    ai.respondToReading = (reading) => {
      ai.readingScope = { ...ai.readingScope, providerReading: 'off' };
      return standard(reading);
    };
    const { status, body } = await read(ids);
    expect([status, body['stopped']]).toEqual([200, errorCodes['bible.reading_off'].message]);
    expect(ai.provider.calls).toBe(1);
  });

  it('is refused without consent, a plan, or a chapter of the book', async () => {
    const code = async (chapterIds?: string[], as = owner) =>
      (await ai.service.call(readChapters, { as, body: { bookId, chapterIds: chapterIds ?? ids } })).body['code'];
    expect(await code(['c9'])).toBe('books.chapter_not_found');
    expect(await code(ids, testUser())).toBe('books.not_found');
    const entitlement = { ...freeEntitlement(owner.userId), isActive: true };
    await ai.service.deliver(entitlementChanged, owner.userId, { ...entitlement, plan: 'free' }, { seq: 2 });
    expect(await code()).toBe('plan.required');
    await ai.service.deliver(entitlementChanged, owner.userId, { ...entitlement, plan: 'pro_monthly' }, { seq: 3 });
    ai.readingScope = { ...ai.readingScope, providerReading: 'off' };
    expect(await code()).toBe('bible.reading_off');
    ai.readingScope = { ...ai.readingScope, aiSuspended: true };
    expect(await code()).toBe('ai.suspended');
    expect(ai.readings).toEqual([]);
    expect(ai.provider.calls).toBe(0);
    expect((await read([])).status).toBe(400);
    expect((await ai.service.call(readChapters, { body: { bookId, chapterIds: ids } })).status).toBe(401);
  });

  it('is refused when no model is connected', async () => {
    ai.provider.name = 'offline';
    const { status, body } = await read();
    expect([status, body['code'], ai.provider.calls]).toEqual([409, 'ai.no_model', 0]);
  });

  it('estimates the chapters that changed since the last reading', async () => {
    const { status, body } = await ai.service.call(estimateReading, { as: owner, query: { bookId } });
    const tokens = Math.ceil(3000 * 2.2);
    expect([status, body]).toEqual([
      200,
      { chapterIds: ids.slice(0, 2), tokens, percentOfDay: Math.ceil((tokens / userCeiling) * 100) },
    ]);
  });
});
