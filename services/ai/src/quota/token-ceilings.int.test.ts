import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Connection } from '@inkbear/service-kit/mongo';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { TestService } from '@inkbear/service-kit/testing/test-service';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { defaultBudgets } from '../context/budgets.ts';
import { GenerationWorker } from '../generations/generation-worker.ts';
import type { GenerationDeps } from '../generations/generation.ts';
import { runGeneration } from '../generations/run-generation.ts';
import type { Task } from '../generations/task.ts';
import type { Models } from '../models/choose-models.ts';
import { buildPrompt } from '../prompts/build-prompt.ts';
import { promptOptions } from '../testing/prompt-options.ts';
import { testModel, testModels } from '../testing/test-models.ts';
import { estimateTokens } from '../providers/provider.ts';
import { ResultRepository } from '../results/result.repository.ts';
import { AiService, globalCeiling, userCeiling } from '../testing/ai-service.ts';
import { scopeOf } from './limit-rules.ts';
import { UsageRepository } from './usage.repository.ts';
import { TokenCeilings } from './token-ceilings.ts';
import { TokenCounterRepository } from './token-counter.repository.ts';

const task: Task = {
  kind: 'story-tone',
  story: { id: 's', title: 'T', storyType: 'life-milestone', formData: {}, targetWordCount: 1500, synopsis: '' },
  content: 'Once.',
  tone: 'reflective',
};
/** Calls that the ceiling of a test allows. */
const allowed = 7;
const calls = 200;
/** Tokens that `ScriptedProvider` reports for one call. */
const tokensPerCall = 110;
const today = new Date().toISOString().slice(0, 10);
const keyOfAll = `all:tokens:${today}`;
const keyOf = (userId: string) => `user:${userId}:tokens:${today}`;

describe('TokenCeilings', () => {
  const fixture = new AiService();
  const { owner, provider } = fixture;
  const worker = new GenerationWorker(defaultBudgets);
  let replicas: TestService[] = [];
  beforeAll(async () => {
    const first = (await fixture.start()).service;
    replicas = [first, await fixture.startReplica({ MONGODB_DATABASE: first.platform.connection.name })];
    instances.push(...replicas.map(generationsOf));
  });
  afterAll(async () => {
    await worker.close();
    await replicas[1]?.stop();
    await fixture.stop();
  });
  afterEach(() => provider.reset());

  const replica = (index: number): TestService => replicas[index % replicas.length] ?? fixture.service;
  const counters = () =>
    fixture.service.platform.connection.collection<{ _id: string; used: number; holds?: object }>('usage');
  const reservations = () =>
    fixture.service.platform.connection.collection<{ _id: string; amount: number; createdAt: Date }>(
      'token_reservations',
    );
  const usedOf = async (key: string) => (await counters().findOne({ _id: key }))?.used ?? 0;
  const setUsed = (key: string, used: number) =>
    counters().updateOne({ _id: key }, { $set: { used } }, { upsert: true });

  /** Blocks the provider until the returned function is called. */
  const blockProvider = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const respond = provider.respond;
    provider.respond = async (...call) => {
      await promise;
      return await respond(...call);
    };
    return resolve;
  };
  /** The dependencies of one replica on the shared database, without routes and peers. */
  const instances: GenerationDeps[] = [];
  const generationsOf = ({
    platform: { connection, clock, entitlements, outbox, newId, logger },
  }: TestService): GenerationDeps => {
    const tokens = new TokenCeilings(new TokenCounterRepository(connection), clock, {
      user: userCeiling,
      global: globalCeiling,
    });
    const [usage, results] = [new UsageRepository(connection, clock), new ResultRepository(connection, clock)];
    return {
      provider,
      worker,
      usage,
      tokens,
      results,
      entitlements,
      outbox,
      clock,
      newId,
      logger,
      models: testModels,
    };
  };
  /** Runs one call on a replica. Returns `finished` or the error code. */
  const generateOn = async (index: number, userId: string, models: Models = testModels): Promise<string> => {
    const instance = instances[index % instances.length];
    if (!instance) throw new Error('There is no instance.');
    const deps = { ...instance, models };
    const call = {
      scope: scopeOf(userId),
      task,
      requestKey: null,
      variantOf: undefined,
      signal: new AbortController().signal,
      sendDelta: null,
      parse: (text: string) => text,
      textOf: (text: string) => text,
    };
    return await runGeneration(deps, call).then(
      () => 'finished',
      (error: unknown) => (error instanceof ProblemError ? error.code : String(error)),
    );
  };
  /** Runs 200 calls in parallel. Returns how many reached the provider, and the count of each outcome. */
  const race = async (userOf: (index: number) => string): Promise<Record<string, number>> => {
    const release = blockProvider();
    const outcomes: Record<string, number> = {};
    let refused = 0;
    const running = Array.from({ length: calls }, async (_item, index) => {
      const outcome = await generateOn(index, userOf(index));
      if (outcome !== 'finished') refused += 1;
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    });
    await eventually(() => refused + provider.calls >= calls);
    const reachedProvider = provider.calls;
    release();
    await Promise.all(running);
    return { reachedProvider, ...outcomes };
  };
  const { stable, volatile, maxOutputTokens } = buildPrompt(task, promptOptions);
  const amount = estimateTokens(stable + volatile) + maxOutputTokens;

  it('lets exactly 7 of 200 calls of one user through on two replicas when the ceiling allows 7', async () => {
    const userId = 'racing-user';
    await setUsed(keyOf(userId), userCeiling - allowed * amount);
    expect(await race(() => userId)).toEqual({
      reachedProvider: allowed,
      finished: allowed,
      'ai.fair_use': calls - allowed,
    });
    expect(await usedOf(keyOf(userId))).toBe(userCeiling - allowed * amount + allowed * tokensPerCall);
    expect((await counters().findOne({ _id: keyOf(userId) }))?.holds).toEqual({});
    expect(await reservations().countDocuments({}, { hint: '_id_' })).toBe(0);
  });

  it('lets exactly 7 of 200 calls of different users through when the global ceiling allows 7', async () => {
    await setUsed(keyOfAll, globalCeiling - allowed * amount);
    expect(await race((index) => `one-of-many-${index}`)).toEqual({
      reachedProvider: allowed,
      finished: allowed,
      'ai.fair_use': calls - allowed,
    });
    expect(await usedOf(keyOfAll)).toBe(globalCeiling - allowed * amount + allowed * tokensPerCall);
    const used = await Promise.all(
      Array.from({ length: calls }, (_item, index) => usedOf(keyOf(`one-of-many-${index}`))),
    );
    expect(used.filter((tokens) => tokens !== 0)).toEqual(Array<number>(allowed).fill(tokensPerCall));
    await setUsed(keyOfAll, 0);
  });

  it('reserves room for the reasoning of the model, and asks for it', async () => {
    const [userId, reasoningTokens] = ['reasoning-user', 5000];
    const release = blockProvider();
    const call = generateOn(0, userId, { ...testModels, edit: { ...testModel, reasoningTokens } });
    await eventually(() => provider.calls > 0);
    expect(await usedOf(keyOf(userId))).toBe(amount + reasoningTokens);
    expect(provider.lastRequest?.maxOutputTokens).toBe(maxOutputTokens + reasoningTokens);
    release();
    expect([await call, await usedOf(keyOf(userId))]).toEqual(['finished', tokensPerCall]);
  });

  it('counts the reasoning of a call that fails after the provider has accepted it', async () => {
    const [userId, reasoningTokens] = ['failed-reasoning-user', 5000];
    provider.respond = (_request, { onAccepted }) => {
      onAccepted();
      return Promise.reject(new Error('broken'));
    };
    const models = { ...testModels, edit: { ...testModel, reasoningTokens } };
    expect(await generateOn(0, userId, models)).toBe('ai.provider_failed');
    expect(await usedOf(keyOf(userId))).toBe(estimateTokens(stable + volatile) + reasoningTokens);
  });

  it('asks for no more than the model can write', async () => {
    const models = { ...testModels, edit: { ...testModel, reasoningTokens: 5000, maxOutputTokens: 100 } };
    expect(await generateOn(0, 'short-model-user', models)).toBe('finished');
    expect(provider.lastRequest?.maxOutputTokens).toBe(100);
  });

  it('counts the spent tokens of a failed call, releases the others, and does not count the call', async () => {
    await setUsed(keyOf(owner.userId), 0);
    provider.respond = (_request, { onDelta }) => {
      onDelta('x'.repeat(400));
      return Promise.reject(new Error('broken'));
    };
    expect((await fixture.generate('c-fails')).status).toBe(502);
    const used = await usedOf(keyOf(owner.userId));
    expect([used > 100, used < 1000]).toEqual([true, true]);
    expect(await fixture.used({ chapterId: 'c-fails' }, 'chapter.generate')).toBe(0);
  });

  it('counts nothing when the provider is unreachable, but the prompt’s tokens after a timeout', async () => {
    await setUsed(keyOf(owner.userId), 0);
    provider.respond = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    expect([(await fixture.generate('c-unreachable')).status, await usedOf(keyOf(owner.userId))]).toEqual([502, 0]);
    provider.respond = () => Promise.reject(new Error('Request timed out.'));
    expect((await fixture.generate('c-timed-out')).status).toBe(502);
    expect(await usedOf(keyOf(owner.userId))).toBeGreaterThan(0);
  });

  it('does not count a call whose tokens exceed a ceiling', async () => {
    await setUsed(keyOf(owner.userId), userCeiling);
    expect((await fixture.generate('c-over-ceiling')).body['code']).toBe('ai.fair_use');
    await setUsed(keyOf(owner.userId), 0);
    expect(await fixture.used({ chapterId: 'c-over-ceiling' }, 'chapter.generate')).toBe(0);
    expect((await fixture.generate('c-over-ceiling')).status).toBe(200);
  });

  it('rejects a text that is larger than a daily ceiling', async () => {
    const ceilings = new TokenCeilings(
      new TokenCounterRepository(fixture.service.platform.connection),
      fixture.service.platform.clock,
      {
        user: 1000,
        global: 5000,
      },
    );
    await expect(
      ceilings.reserve({ id: 'too-long', userId: 'u', amount: 1001, promptTokens: 1 }),
    ).rejects.toMatchObject({ code: 'ai.fair_use', message: expect.stringContaining('shorter passage') });
    expect(await reservations().countDocuments({}, { hint: '_id_' })).toBe(0);
  });

  describe('after a crash', () => {
    const ceilings = () =>
      new TokenCeilings(
        new TokenCounterRepository(fixture.service.platform.connection),
        fixture.service.platform.clock,
        {
          user: 1000,
          global: globalCeiling,
        },
      );
    const makeOld = (id: string) =>
      reservations().updateOne({ _id: id }, { $set: { createdAt: new Date(Date.now() - 10 * 60_000 - 1000) } });

    it('releases a crashed process’s reservation once, except for the prompt, and counts tokens reported later', async () => {
      const allBefore = await usedOf(keyOfAll);
      await ceilings().reserve({ id: 'crashed-0', userId: 'crash-user', amount: 900, promptTokens: 40 });
      await expect(
        ceilings().reserve({ id: 'crashed-1', userId: 'crash-user', amount: 200, promptTokens: 40 }),
      ).rejects.toMatchObject({ code: 'ai.fair_use', headers: { 'Retry-After': '30' } });
      await replica(1).runJob('release-abandoned-tokens');
      expect(await usedOf(keyOf('crash-user'))).toBe(900);
      await makeOld('crashed-0');
      await replica(1).runJob('release-abandoned-tokens');
      await replica(0).runJob('release-abandoned-tokens');
      expect([await usedOf(keyOf('crash-user')), await usedOf(keyOfAll)]).toEqual([40, allBefore + 40]);
      await ceilings().correct({ id: 'crashed-0', userId: 'crash-user' }, 70);
      expect([await usedOf(keyOf('crash-user')), await usedOf(keyOfAll)]).toEqual([110, allBefore + 110]);
    });

    it('corrects the global counter too after a crash between the two updates', async () => {
      const allBefore = await usedOf(keyOfAll);
      await ceilings().reserve({ id: 'partial-0', userId: 'partial-user', amount: 900, promptTokens: 40 });
      const crashAtGlobalCounter = (filter: { _id: string }, ...rest: [never]) =>
        filter._id === keyOfAll
          ? Promise.reject(new Error('The process crashed.'))
          : counters().updateOne(filter, ...rest);
      const connection = {
        collection: (name: string) => (name === 'usage' ? { updateOne: crashAtGlobalCounter } : reservations()),
      } as unknown as Connection;
      const crashing = new TokenCeilings(new TokenCounterRepository(connection), fixture.service.platform.clock, {
        user: 1000,
        global: globalCeiling,
      });
      await expect(crashing.correct({ id: 'partial-0', userId: 'partial-user' }, 300)).rejects.toThrow(
        'The process crashed.',
      );
      await makeOld('partial-0');
      await replica(0).runJob('release-abandoned-tokens');
      expect([await usedOf(keyOf('partial-user')), await usedOf(keyOfAll)]).toEqual([300, allBefore + 300]);
    });

    it('creates no counter for a user who was erased during a call', async () => {
      await ceilings().reserve({ id: 'erased-0', userId: 'erased-user', amount: 900, promptTokens: 40 });
      await ceilings().erase('erased-user', 100);
      await counters().deleteMany({ userId: 'erased-user' });
      const allBefore = await usedOf(keyOfAll);
      await ceilings().correct({ id: 'erased-0', userId: 'erased-user' }, 70);
      expect([await counters().findOne({ _id: keyOf('erased-user') }), await usedOf(keyOfAll)]).toEqual([
        null,
        allBefore + 70,
      ]);
    });

    it('releases nothing that the process had not yet reserved', async () => {
      const allBefore = await usedOf(keyOfAll);
      await reservations().insertOne({
        _id: 'half-0',
        userId: 'half-user',
        keys: [keyOf('half-user'), keyOfAll],
        amount: 300,
        createdAt: new Date(0),
      } as never);
      await setUsed(keyOf('half-user'), 5);
      await replica(0).runJob('release-abandoned-tokens');
      expect([await usedOf(keyOf('half-user')), await usedOf(keyOfAll)]).toEqual([5, allBefore]);
      expect(await reservations().countDocuments({}, { hint: '_id_' })).toBe(0);
    });
  });
});
