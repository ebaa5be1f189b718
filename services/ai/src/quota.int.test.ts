import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { getLimits, listResults } from '@inkbear/contracts/ai/limit';
import { unknownStyle } from '@inkbear/contracts/books/style-sheet';
import { aiResultCreated, aiCallSettled, aiCountersChanged } from '@inkbear/contracts/events';
import { inTransaction } from '@inkbear/service-kit/mongo';
import { ProblemError } from '@inkbear/service-kit/problem';
import { checkErasure } from '@inkbear/service-kit/testing/check-erasure';
import { testUser, type TestService } from '@inkbear/service-kit/testing/test-service';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { runGeneration } from './generations/run-generation.ts';
import { bookWordsLimit, scopeOf } from './quota/limit-rules.ts';
import { defaultBudgets } from './context/budgets.ts';
import { GenerationWorker } from './generations/generation-worker.ts';
import { UsageRepository } from './quota/usage.repository.ts';
import { TokenCeilings } from './quota/token-ceilings.ts';
import { TokenCounterRepository } from './quota/token-counter.repository.ts';
import { ContextChoiceRepository } from './context-choices/context-choice.repository.ts';
import { ResultRepository } from './results/result.repository.ts';
import { AutomaticReadingRepository } from './reading/automatic-reading.repository.ts';
import { ProviderSummaryRepository } from './summaries/provider-summary.repository.ts';
import { SummaryRepository } from './summaries/summary.repository.ts';
import { AiService, book, chapter } from './testing/ai-service.ts';
import { testModels } from './testing/test-models.ts';

describe('usage counters', () => {
  const fixture = new AiService();
  const { owner, provider, generate, used } = fixture;
  const worker = new GenerationWorker(defaultBudgets);
  let ai: TestService;
  beforeAll(async () => (ai = (await fixture.start()).service));
  afterAll(async () => {
    await worker.close();
    await fixture.stop();
  });
  afterEach(() => provider.reset());

  it('releases the reservations of a crashed process', async () => {
    const usage = new UsageRepository(ai.platform.connection, ai.platform.clock);
    await usage.reserve('crashed-call', {
      scope: scopeOf(owner.userId, { bookId: 'book-of-c-crashed', chapterId: 'c-crashed' }),
      rules: [{ limit: 'chapter.generate', key: 'chapter:c-crashed:chapter.generate', max: 1, resetsAt: null }],
      variantOf: null,
      words: { rule: bookWordsLimit('book-of-c-crashed'), amount: 3500 },
    });
    expect(await used({ chapterId: 'c-crashed' }, 'book.words')).toBe(3500);
    await ai.platform.connection
      .collection('reservations')
      .updateOne({ _id: 'crashed-call' as never }, { $set: { createdAt: new Date(Date.now() - 11 * 60_000) } });
    await ai.runJob('release-abandoned-usage');
    await ai.runJob('release-abandoned-usage');
    expect(await used({ chapterId: 'c-crashed' }, 'chapter.generate')).toBe(0);
    expect(
      (await ai.emitted(aiCountersChanged))
        .filter(({ key }) => key === 'chapter:c-crashed')
        .map(({ data }) => data['aiGeneratedCount']),
    ).toEqual([0]);
    expect(await used({ chapterId: 'c-crashed' }, 'book.words')).toBe(0);
  });

  it('releases only the variant that a crashed process had reserved', async () => {
    const { body } = await generate('c-crashed-again');
    const again = async () => (await generate('c-crashed-again', { variantOf: body['resultId'] })).status;
    const rejectPending: ((error: Error) => void)[] = [];
    provider.respond = () => new Promise((_resolve, reject) => void rejectPending.push(reject));
    const calls = [again(), again()];
    await eventually(() => rejectPending.length === 2);
    provider.reset();
    expect(await again()).toBe(429);
    const reservations = ai.platform.connection.collection('reservations');
    await reservations.updateOne(
      { userId: owner.userId, state: 'reserved', variantOf: body['resultId'] },
      { $set: { createdAt: new Date(Date.now() - 11 * 60_000) } },
    );
    await ai.runJob('release-abandoned-usage');
    expect([await again(), await again()]).toEqual([200, 429]);
    for (const reject of rejectPending) reject(new Error('the provider is down'));
    expect(await Promise.all(calls)).toEqual([502, 502]);
    expect([await again(), await again()]).toEqual([200, 429]);
  });

  it('counts neither a shutdown nor a deadline as a stop by the author', async () => {
    const { connection, clock, entitlements, outbox, newId, logger } = ai.platform;
    const deps = {
      provider,
      usage: new UsageRepository(connection, clock),
      tokens: new TokenCeilings(new TokenCounterRepository(connection), clock, { user: 1e9, global: 1e9 }),
      worker,
      results: new ResultRepository(connection, clock),
      entitlements,
      outbox,
      clock,
      newId,
      logger,
      models: testModels,
    };
    const context = {
      book: book('b-shutdown'),
      chapter: chapter('c-shutdown', 'b-shutdown'),
      earlierChapters: [],
      fullTextChapterIds: new Set<string>(),
      style: unknownStyle,
      entries: [],
      pinnedEntries: new Set<string>(),
      arePassagesExcluded: false,
      isPlanExcluded: false,
    };
    /** Runs a generation that is aborted with this reason while the provider works. Returns how it ended. */
    const runAborted = async (reason?: Error) => {
      const call = new AbortController();
      provider.respond = (_request, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
          call.abort(reason);
        });
      return await runGeneration(deps, {
        scope: { userId: owner.userId, bookId: 'b-shutdown', chapterId: 'c-shutdown', storyId: null },
        requestKey: null,
        variantOf: undefined,
        signal: call.signal,
        sendDelta: null,
        parse: (text) => text,
        textOf: (text) => text,
        task: {
          kind: 'generate',
          context,
          bookTitle: '',
          chapterTitle: '',
          chapterNumber: 1,
          description: '',
          genre: 'fantasy',
          targetWords: 1000,
          enhanced: false,
        },
      }).then(
        () => 'finished',
        (error: unknown) => (error instanceof ProblemError ? error.code : 'stopped'),
      );
    };
    const counters = async () => [
      await used({ chapterId: 'c-shutdown~b-shutdown' }, 'book.words'),
      ...(await deps.usage.readCounters(['chapter:c-shutdown:chapter.generate'])),
    ];
    for (let round = 1; round <= 4; round += 1)
      expect(await runAborted(new ProblemError('server.unavailable'))).toBe('server.unavailable');
    expect(await runAborted(new DOMException('too late', 'TimeoutError'))).toBe('ai.provider_failed');
    expect(await counters()).toEqual([0, 0]);
    for (let round = 1; round <= 3; round += 1) expect(await runAborted()).toBe('stopped');
    expect(await counters()).toEqual([0, 0]);
    expect(await runAborted()).toBe('stopped');
    expect(await counters()).toEqual([0, 1]);
    expect(
      (await ai.emitted(aiCallSettled))
        .filter(({ data }) => data['chapterId'] === 'c-shutdown')
        .map(({ data }) => data['outcome']),
    ).toEqual([...Array<string>(5).fill('failed'), ...Array<string>(4).fill('stopped')]);
  });

  it('publishes counters only when they differ from the last published ones', async () => {
    const published = async (key: string) =>
      (await ai.emitted(aiCountersChanged))
        .filter((event) => event.key === key)
        .map(({ data }) => data['aiGeneratedCount']);
    expect((await generate('c-first~b-same')).status).toBe(200);
    expect((await generate('c-second~b-same')).status).toBe(200);
    // Neither call used a title or an outline of the book.
    expect(await published('book:b-same')).toEqual([0]);
    provider.respond = () => Promise.reject(new Error('the provider is down'));
    for (let call = 1; call <= 2; call += 1) expect((await generate('c-third~b-same')).status).toBe(502);
    provider.reset();
    expect((await generate('c-third~b-same')).status).toBe(200);
    expect([await published('chapter:c-first~b-same'), await published('chapter:c-third~b-same')]).toEqual([
      [1],
      [0, 1],
    ]);
  });

  it('never lets parallel calls reserve more words than a book has left, and counts the written words', async () => {
    await ai.platform.connection
      .collection<{ _id: string }>('usage')
      .insertOne({ _id: bookWordsLimit('b-words').key, used: 80_000 - 3 * 1500 } as never);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const respond = provider.respond;
    provider.respond = async (...call) => {
      await released;
      return await respond(...call);
    };
    const refused: Record<string, unknown>[] = [];
    const calls = Array.from({ length: 12 }, (_item, index) =>
      generate(`w${index}~b-words`).then(({ status, body }) => (status === 429 ? refused.push(body) : status)),
    );
    await eventually(() => refused.length >= 9 && provider.calls >= 3);
    expect([provider.calls, refused.length, new Set(refused.map((body) => body['code']))]).toEqual([
      3,
      9,
      new Set(['ai.limit_reached']),
    ]);
    expect(await used({ bookId: 'b-words' }, 'book.words')).toBe(80_000);
    release();
    await Promise.all(calls);
    expect(await used({ bookId: 'b-words' }, 'book.words')).toBe(80_000 - 3 * 1500 + 9);
    expect(refused[0]?.['message']).toBe('You have used all 80,000 words that AI may write for this book.');
    await ai.platform.connection
      .collection<{ _id: string }>('usage')
      .updateOne({ _id: bookWordsLimit('b-words').key }, { $set: { used: 79_000 } });
    expect((await generate('w99~b-words')).body['message']).toBe(
      'AI may write 80,000 words for one book. 1,000 of them are left, and this request needs 1,500.',
    );
    expect(await used({ chapterId: 'w99~b-words' }, 'chapter.generate')).toBe(0);
  });

  it('releases a variant when the book has too few words left for it', async () => {
    const { body } = await generate('v1~b-variant');
    const setUsedWords = (value: number) =>
      ai.platform.connection
        .collection<{ _id: string }>('usage')
        .updateOne({ _id: bookWordsLimit('b-variant').key }, { $set: { used: value } });
    await setUsedWords(79_999);
    const variant = { variantOf: body['resultId'] };
    for (let round = 0; round < 3; round += 1) expect((await generate('v1~b-variant', variant)).status).toBe(429);
    await setUsedWords(0);
    expect([
      (await generate('v1~b-variant', variant)).status,
      (await generate('v1~b-variant', variant)).status,
      (await generate('v1~b-variant', variant)).status,
    ]).toEqual([200, 200, 429]);
  });

  it('lists the limits of a chapter, a book or a story without reading its text, and hides those of others', async () => {
    fixture.bookRequests.length = 0;
    const names = async (query: Record<string, string>) =>
      ((await ai.call(getLimits, { as: owner, query })).body as unknown as { limit: string }[]).map(
        ({ limit }) => limit.split('.')[0],
      );
    expect(new Set(await names({ chapterId: 'c-one' }))).toEqual(new Set(['ideas', 'coaching', 'book', 'chapter']));
    expect(new Set(await names({ storyId: 's1' }))).toEqual(new Set(['ideas', 'coaching', 'story']));
    expect(fixture.bookRequests).toEqual(['/internal/scope']);
    await new ResultRepository(ai.platform.connection, ai.platform.clock).insert(
      {
        _id: 'of-a-story',
        userId: owner.userId,
        kind: 'polish',
        bookId: null,
        chapterId: null,
        storyId: 's1',
        text: 'Once',
        variantOf: null,
      },
      await ai.platform.connection.startSession(),
    );
    expect((await ai.call(listResults, { as: owner, query: { storyId: 's1' } })).body).toEqual([
      expect.objectContaining({ resultId: 'of-a-story' }),
    ]);
    expect([
      (await ai.call(getLimits, { as: owner, query: { storyId: 'missing' } })).status,
      (await ai.call(listResults, { as: testUser(), query: { storyId: 's1' } })).status,
    ]).toEqual([404, 404]);
  });

  it('erases every collection of an erased user, and the hashes in events', async () => {
    const { connection, clock } = ai.platform;
    const usage = new UsageRepository(connection, clock);
    const tokens = new TokenCeilings(new TokenCounterRepository(connection), clock, { user: 1e9, global: 1e9 });
    const results = new ResultRepository(connection, clock);
    const contextChoices = new ContextChoiceRepository(connection);
    const summaries = new SummaryRepository(connection);
    const providerSummaries = new ProviderSummaryRepository(connection);
    const automaticReadings = new AutomaticReadingRepository(connection);
    const published: string[] = [];
    const seed = async ({ userId, email }: { userId: string; email: string }) => {
      await usage.reserve(`open ${userId}`, {
        scope: scopeOf(userId),
        rules: [
          { limit: 'ideas', key: `user:${userId}:ideas:2026-01`, max: 5, resetsAt: null },
          { limit: 'chapter.generate', key: `chapter:of ${userId}`, max: 1, resetsAt: null },
        ],
        words: null,
        variantOf: null,
      });
      await tokens.reserve({ id: `tokens of ${userId}`, userId, amount: 5, promptTokens: 0 });
      await inTransaction(connection, async (session) => {
        await usage.consumeFreeStop({ userId, subject: `chapter of ${userId}`, action: 'generate' }, session);
        await results.insert(
          {
            _id: `result ${userId}`,
            userId,
            kind: 'generate',
            bookId: null,
            chapterId: null,
            storyId: null,
            text: email,
            variantOf: null,
          },
          session,
        );
      });
      const saved = { userId, rev: 1, updatedAt: clock.now() };
      await contextChoices.save({ _id: `book of ${userId}`, ...saved, choice: { exclude: [], pin: [] } });
      await summaries.save({
        _id: `chapter of ${userId}`,
        ...saved,
        bookId: `book of ${userId}`,
        texts: { line: email, short: '', long: '' },
        fingerprint: { window: 4, hashes: 'AAAA' },
      });
      await providerSummaries.save({
        _id: `chapter of ${userId}`,
        userId,
        bookId: `book of ${userId}`,
        texts: { line: email, short: '', long: '' },
        fingerprint: { window: 4, hashes: 'AAAA' },
        promptVersion: 'summarise-chapter@2',
        createdAt: clock.now(),
      });
      await ai.platform.outbox.run(({ session }) =>
        automaticReadings.addChange(
          { chapterId: `chapter of ${userId}`, bookId: `book of ${userId}`, userId, rev: 1, changedWords: 60 },
          clock.now(),
          session,
        ),
      );
      await ai.platform.outbox.run(({ emit }) =>
        emit(aiResultCreated, `result ${userId}`, {
          resultId: `result ${userId}`,
          userId,
          bookId: 'b1',
          chapterId: 'c1',
          action: 'generate',
          option: null,
          fingerprint: { window: 4, hashes: 'AAAA' },
        }),
      );
      published.push(`result ${userId}`);
      await connection.collection<{ _id: string }>('usage').insertOne({ _id: `user:${userId}:ideas:2020-01` });
    };
    expect(await checkErasure(ai, { seed })).toEqual({ unseeded: [], remaining: [], lost: [] });
    const events = (await ai.emitted(aiResultCreated)).filter(({ key }) => published.includes(key));
    expect(events.map(({ data }) => data['fingerprint'])).toEqual([null, { window: 4, hashes: 'AAAA' }]);
  });
});
