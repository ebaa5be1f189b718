import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { generateChapter } from '@inkbear/contracts/ai/writing';
import { limits } from '@inkbear/contracts/plans';
import { identityHeader } from '@inkbear/service-kit/identity';
import { ProblemError } from '@inkbear/service-kit/problem';
import { TestMetrics } from '@inkbear/service-kit/testing/test-metrics';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { AiRefusal } from './quota/ai-refusal.ts';
import { AiService, userCeiling } from './testing/ai-service.ts';

const today = new Date().toISOString().slice(0, 10);
const kind = 'generate';

describe('AI metrics', () => {
  const fixture = new AiService();
  const { owner, provider, generate } = fixture;
  let scrape: TestMetrics;
  beforeAll(async () => {
    scrape = await TestMetrics.start();
    await fixture.start();
  });
  afterAll(async () => {
    await fixture.stop();
    await scrape.stop();
  });
  afterEach(() => provider.reset());

  const tokens = (type: string) => scrape.sum('gen_ai_client_token_usage_sum', { kind, gen_ai_token_type: type });
  const calls = (outcome: string) => scrape.sum('gen_ai_client_operation_duration_count', { kind, outcome });
  const uses = (outcome: string) => scrape.sum('inkbear_ai_uses_total', { kind, outcome });
  const refusals = (reason: string) => scrape.sum('inkbear_ai_refusals_total', { kind, reason });

  it('counts the tokens, the cost, the provider call and the use of a finished generation', async () => {
    expect((await generate('c-1')).status).toBe(200);
    expect([await tokens('input'), await tokens('output')]).toEqual([100, 10]);
    // 100 tokens at 1 dollar for a million, 10 at 10 dollars.
    expect(await scrape.sum('inkbear_ai_cost_total', { kind })).toBeCloseTo(0.0002, 10);
    expect(await scrape.sum('gen_ai_client_operation_time_to_first_chunk_count', { kind })).toBe(1);
    expect([await calls('finished'), await uses('committed'), await uses('released')]).toEqual([1, 1, 0]);
  });

  it('counts both provider calls when the first reply is malformed', async () => {
    const finished = await calls('finished');
    let replies = 0;
    provider.respond = async () => {
      replies += 1;
      return { text: replies === 1 ? '' : 'A chapter.', inputTokens: 100, outputTokens: 10 };
    };
    expect((await generate('c-malformed')).status).toBe(200);
    expect(await calls('finished')).toBe(finished + 2);
  });

  it('counts a failed call and the release of its use', async () => {
    provider.respond = async () => {
      throw new Error('down');
    };
    expect((await generate('c-fail')).status).toBe(502);
    expect([await calls('failed'), await uses('released')]).toEqual([1, 1]);
  });

  it.each<[name: string, outcome: 'refused' | 'failed', error: Error]>([
    ['the provider refuses the key', 'refused', Object.assign(new Error('no'), { status: 401 })],
    ['the provider refuses the request', 'refused', Object.assign(new Error('no'), { status: 400 })],
    ['our own queue is full', 'refused', new ProblemError('ai.too_busy')],
    ['a token ceiling is reached', 'refused', new AiRefusal('ai.fair_use', 'tokens.all')],
    ['the provider limits the rate', 'failed', Object.assign(new Error('no'), { status: 429 })],
    ['the provider times out', 'failed', Object.assign(new Error('no'), { status: 408 })],
    ['the provider has an error', 'failed', Object.assign(new Error('no'), { status: 500 })],
    ['the provider is unreachable', 'failed', Object.assign(new Error('no'), { code: 'ECONNREFUSED' })],
    ['the offline provider has no worker', 'failed', new ProblemError('server.unavailable')],
  ])('counts a call as refused or failed: %s', async (name, outcome, error) => {
    const before = { refused: await calls('refused'), failed: await calls('failed') };
    provider.respond = async () => {
      throw error;
    };
    expect((await generate(`c-${name.replaceAll(' ', '-')}`)).status).toBeGreaterThanOrEqual(400);
    const after = { refused: await calls('refused'), failed: await calls('failed') };
    expect(after).toEqual({ ...before, [outcome]: before[outcome] + 1 });
  });

  it('counts a call that the author stopped', async () => {
    provider.respond = (_request, { signal, onDelta }) =>
      new Promise((_resolve, reject) => {
        onDelta('half a ');
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    const released = await uses('released');
    const stop = new AbortController();
    const response = await fetch(`${fixture.service.url}${generateChapter.path}`, {
      method: 'POST',
      signal: stop.signal,
      body: JSON.stringify(fixture.chapterRequest('c-stop')),
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        [identityHeader]: fixture.service.sign(owner),
      },
    });
    await response.body?.getReader().read();
    expect(await scrape.sum('inkbear_http_event_streams', { http_route: generateChapter.id })).toBe(1);
    stop.abort();
    await eventually(
      () => uses('released'),
      (count) => count === released + 1,
    );
    expect(await calls('stopped')).toBe(1);
    expect(await scrape.sum('inkbear_http_event_streams', { http_route: generateChapter.id })).toBe(0);
  });

  it('counts refusals by the limit that is reached', async () => {
    for (let use = 0; use <= limits.perChapter.generate; use += 1) await generate('c-limit');
    expect(await refusals('chapter.generate')).toBe(1);
    const first = await generate('c-variants');
    const variantOf = String(first.body['resultId']);
    for (let variant = 0; variant < 3; variant += 1) await generate('c-variants', { variantOf });
    expect(await refusals('variants')).toBe(1);
  });

  it('counts refusals by the token ceiling of the user', async () => {
    await fixture.service.platform.connection
      .collection<{ _id: string }>('usage')
      .updateOne({ _id: `user:${owner.userId}:tokens:${today}` }, { $set: { used: userCeiling } }, { upsert: true });
    expect((await generate('c-ceiling')).status).toBe(429);
    expect(await refusals('tokens.user')).toBe(1);
  });
});
