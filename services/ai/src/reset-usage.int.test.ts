import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { resetAllAiUsage, resetUserAiUsage } from '@inkbear/contracts/ai/usage-reset';
import { aiAdminAction, aiCountersChanged, aiUsageReset } from '@inkbear/contracts/events';
import { testUser, type TestService } from '@inkbear/service-kit/testing/test-service';
import { inTransaction } from '@inkbear/service-kit/mongo';
import { scopeOf } from './quota/limit-rules.ts';
import { UsageRepository } from './quota/usage.repository.ts';
import { AiService } from './testing/ai-service.ts';

const admin = { role: 'admin', sid: 'a-session' } as const;

describe('AI usage reset by an admin', () => {
  const fixture = new AiService();
  const { owner, generate, used } = fixture;
  const body = { userId: owner.userId };
  let ai: TestService;
  let usageRepository: UsageRepository;
  const month = new Date().toISOString().slice(0, 7);
  const usage = () => ai.platform.connection.collection<{ _id: string; used: number; userId: string }>('usage');
  const usedOf = async (key: string) => (await usage().findOne({ _id: key }))?.used;
  const reset = (route: typeof resetAllAiUsage | typeof resetUserAiUsage, input = body) =>
    ai.call(route, { as: admin, body: input });

  beforeAll(async () => {
    ai = (await fixture.start()).service;
    usageRepository = new UsageRepository(ai.platform.connection, ai.platform.clock);
    await usage().insertMany([
      { _id: `user:${owner.userId}:coaching:${month}`, used: 5, userId: owner.userId },
      { _id: `user:${owner.userId}:ideas:${month}`, used: 3, userId: owner.userId },
      { _id: 'story:s1:story.polish', used: 2, userId: owner.userId },
      { _id: 'user:other:coaching:2026-01', used: 5, userId: 'other' },
    ]);
  });
  afterAll(async () => await fixture.stop());

  it('resets ideas and coaching for the scope “month”, but not chapters, other users or the daily tokens', async () => {
    await generate('c-month');
    const tokens = async () =>
      (
        await usage()
          .find({ userId: owner.userId, _id: { $regex: /:tokens:/ } })
          .toArray()
      ).map((row) => row.used);
    const before = await tokens();
    expect((await reset(resetUserAiUsage)).status).toBe(200);
    expect([
      await usedOf(`user:${owner.userId}:coaching:${month}`),
      await usedOf(`user:${owner.userId}:ideas:${month}`),
      await used({ chapterId: 'c-month' }, 'chapter.generate'),
      await usedOf('user:other:coaching:2026-01'),
      await tokens(),
    ]).toEqual([0, 0, 1, 5, before]);
    expect((await ai.emitted(aiUsageReset)).at(-1)).toMatchObject({
      key: owner.userId,
      data: { userId: owner.userId, scope: 'month' },
    });
    expect((await ai.emitted(aiAdminAction)).at(-1)?.data).toMatchObject({
      actor: 'admin:a-session',
      action: 'ai-usage.reset-month',
      target: owner.userId,
    });
  });

  it('also resets books, chapters and stories for the scope “all”, and publishes each counter', async () => {
    await generate('c-all~b-all');
    expect((await generate('c-all~b-all')).status).toBe(429);
    const countBefore = (await ai.emitted(aiCountersChanged)).length;
    expect((await reset(resetAllAiUsage)).status).toBe(200);
    expect([
      await used({ chapterId: 'c-all~b-all' }, 'chapter.generate'),
      await usedOf('story:s1:story.polish'),
    ]).toEqual([0, 0]);
    const changed = new Map(
      (await ai.emitted(aiCountersChanged)).slice(countBefore).map(({ key, data }) => [key, data]),
    );
    expect(changed.get('chapter:c-all~b-all')).toMatchObject({ chapterId: 'c-all~b-all', aiGeneratedCount: 0 });
    expect(changed.get('story:s1')).toMatchObject({ storyId: 's1', polishCount: 0 });
    expect((await generate('c-all~b-all')).status).toBe(200);
  });

  it('keeps the new count when a running call releases its reservation', async () => {
    const key = 'chapter:c-running:chapter.generate';
    const rule = (limit: 'chapter.generate' | 'book.words', name: string, max: number) => ({
      limit,
      key: name,
      max,
      resetsAt: null,
    });
    await usageRepository.reserve('running-call', {
      scope: scopeOf(owner.userId, { chapterId: 'c-running' }),
      rules: [rule('chapter.generate', key, 1)],
      variantOf: null,
      words: { rule: rule('book.words', 'book:b-running:book.words', 80_000), amount: 500 },
    });
    await reset(resetAllAiUsage);
    await inTransaction(ai.platform.connection, (session) => usageRepository.release('running-call', session));
    expect([await usedOf(key), await usedOf('book:b-running:book.words')]).toEqual([0, 0]);
  });

  it('accepts only admins, and only existing users', async () => {
    for (const route of [resetAllAiUsage, resetUserAiUsage]) {
      expect((await reset(route, { userId: 'nobody' })).body['message']).toBe('User Not Found');
      for (const caller of [undefined, owner, testUser(), { role: 'service', service: 'admin' } as const])
        expect((await ai.call(route, { ...(caller ? { as: caller } : {}), body })).status).toBe(401);
    }
  });
});
