import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { listResults } from '@inkbear/contracts/ai/limit';
import { generateTitles } from '@inkbear/contracts/ai/ideas';
import { quotas } from '@inkbear/contracts/plans';
import { getAiStorage } from '@inkbear/contracts/storage';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import type { ResultRow } from './results/result.repository.ts';
import { AiService } from './testing/ai-service.ts';

const megabyte = 1024 * 1024;

describe('stored results', () => {
  const ai = new AiService();
  let as: ReturnType<typeof testUser>;
  beforeAll(async () => await ai.start());
  afterAll(async () => await ai.stop());
  beforeEach(() => void (as = testUser()));
  const rows = () => ai.service.platform.connection.collection<ResultRow>('results');
  const row = (index: number, bytes: number): ResultRow => ({
    _id: randomUUID(),
    userId: as.userId,
    kind: 'titles',
    bookId: null,
    chapterId: null,
    text: 'x'.repeat(Math.min(bytes, 5 * megabyte)),
    bytes,
    variantOf: null,
    variants: 0,
    createdAt: new Date(1_700_000_000_000 + Math.floor(index / 2) * 1000),
    expireAt: new Date(Date.now() + 86_400_000),
  });
  const page = async (query: Record<string, string> = {}) => {
    const { status, body, headers } = await ai.service.call(listResults, { as, query });
    return {
      status,
      ids: (body as unknown as { resultId: string }[]).map?.(({ resultId }) => resultId),
      link: headers.get('link'),
    };
  };
  const allPages = async () => {
    const pages: string[][] = [];
    for (let link: string | null = '<?>'; link !== null && pages.length < 20;) {
      const next = await page(Object.fromEntries(new URL(link.slice(1, link.indexOf('>')), 'http://ai').searchParams));
      pages.push(next.ids);
      link = next.link;
    }
    return pages;
  };

  it('returns pages of 100, newest first, with each result once even when times are equal', async () => {
    const inserted = Array.from({ length: 230 }, (_one, index) => row(index, 10));
    await rows().insertMany(inserted);
    const pages = await allPages();
    expect(pages.map((ids) => ids.length)).toEqual([100, 100, 30]);
    const sorted = inserted.toSorted(
      (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a._id < b._id ? 1 : -1),
    );
    expect(pages.flat()).toEqual(sorted.map(({ _id }) => _id));
  });

  it('returns pages of at most 4 MB, and a larger result on a page of its own', async () => {
    await rows().insertMany([row(0, megabyte), row(2, 2 * megabyte), row(4, 5 * megabyte), row(6, 3 * megabyte)]);
    expect((await allPages()).map((ids) => ids.length)).toEqual([1, 1, 2]);
  });

  it('rejects an invalid cursor', async () => {
    for (const cursor of ['x', '1.', '12.$ne', `1.${'a'.repeat(100)}`])
      expect([cursor, (await page({ cursor })).status]).toEqual([cursor, 400]);
  });

  it('deletes the oldest results beyond 50 MB instead of refusing AI', async () => {
    await rows().insertMany(Array.from({ length: 10 }, (_one, index) => row(index, quotas.aiResults / 10)));
    const oldest = (await allPages()).flat().at(-1);
    ai.provider.respond = async () => ({
      text: JSON.stringify({ titles: [{ title: 'Bees', reason: 'short' }] }),
      inputTokens: 1,
      outputTokens: 1,
    });
    const { status } = await ai.service.call(generateTitles, { as, body: { topic: 'bees' } });
    ai.provider.reset();
    const remaining = (await allPages()).flat();
    expect([status, remaining.length, remaining.includes(oldest ?? '')]).toEqual([200, 10, false]);
    const { body } = await ai.service.call(getAiStorage, { as });
    expect(body).toEqual({ used: expect.any(Number), allowed: quotas.aiResults, deleted: 0 });
    expect(Number(body['used'])).toBeLessThanOrEqual(quotas.aiResults);
  });
});
