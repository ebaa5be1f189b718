import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { generateTitles } from '@inkbear/contracts/ai/ideas';
import { generateEnhancementOptions } from '@inkbear/contracts/ai/writing';
import { aiCallSettled } from '@inkbear/contracts/events';
import type { TestService } from '@inkbear/service-kit/testing/test-service';
import type OpenAI from 'openai';
import { openAiChat } from './providers/openai-chat.ts';
import { openAiResponses } from './providers/openai-responses.ts';
import { AiService } from './testing/ai-service.ts';
import { FakeOpenAi, type FakeReply } from './testing/fake-openai.ts';

const declined = { code: 'ai.refused', message: 'The AI declined to write this. Nothing was counted.' };
const stream = { accept: 'text/event-stream' };
const [snow, ice] = [
  { title: 'Snow', subtitle: null, reason: 'Short.' },
  { title: 'Ice', subtitle: 'A Memoir', reason: 'Cold.' },
];
const titles = JSON.stringify({ titles: [snow, ice] });
/** The titles up to the middle of the second one, and the rest. */
const halves = [titles.slice(0, -20), titles.slice(-20)];
const presented = [{ title: 'Snow', reason: 'Short.' }, ice];

/** The events of a stream by name. */
const eventsIn = (text: string) =>
  text.split('\n\n').flatMap((block) => {
    const match = /^event: (\w+)\ndata: (.*)$/.exec(block);
    return match ? [{ name: match[1] ?? '', data: JSON.parse(match[2] ?? '') as Record<string, unknown> }] : [];
  });

describe.each(['responses', 'chat'] as const)('a structured reply of the %s API', (api) => {
  const fixture = new AiService();
  const server = new FakeOpenAi();
  const { owner, provider, used } = fixture;
  let ai: TestService;
  let client: OpenAI;
  beforeAll(async () => {
    client = await server.start();
    ai = (await fixture.start()).service;
  });
  afterEach(() => provider.reset());
  afterAll(async () => {
    server.stop();
    await fixture.stop();
  });

  /** Prepares the replies of the model; the last one is repeated. Returns the number of requests so far. */
  const script = (...replies: FakeReply[]): (() => number) => {
    const before = server.requests.length;
    const real = (api === 'chat' ? openAiChat : openAiResponses)(client);
    provider.respond = (request, options) => real.generate(request, options);
    server.respond = () => replies[Math.min(server.requests.length - before, replies.length) - 1] ?? {};
    return () => server.requests.length - before;
  };
  const askTitles = (bookId: string, headers = {}) =>
    ai.call(generateTitles, { as: owner, body: { topic: 'snow', bookId }, headers });

  it('has no field for what the model sent as null', async () => {
    script({ pieces: [titles] });
    expect((await askTitles('b-null')).body['titles']).toEqual(presented);
  });

  it('is streamed by complete items, then whole', async () => {
    script({ pieces: halves });
    const events = eventsIn((await askTitles('b-stream', stream)).text);
    expect(events[0]).toEqual({ name: 'partial', data: { value: { titles: presented.slice(0, 1) } } });
    expect(events.at(-1)).toMatchObject({ name: 'done', data: { titles: presented } });
    expect(new Set(events.map(({ name }) => name))).toEqual(new Set(['partial', 'done']));
  });

  it('is requested again when it was cut, and counted once', async () => {
    const calls = script({ pieces: [halves[0] ?? ''], end: 'cut' }, { pieces: [titles] });
    const { status, body } = await askTitles('b-cut');
    expect([status, body['titles'], calls(), await used({ bookId: 'b-cut' }, 'book.title')]).toEqual([
      200,
      presented,
      2,
      1,
    ]);
  });

  it('is streamed from its start when it is requested again', async () => {
    script({ pieces: ['{"tit'], end: 'cut' }, { pieces: halves });
    const [first] = eventsIn((await askTitles('b-again', stream)).text);
    expect(first).toEqual({ name: 'partial', data: { value: { titles: presented.slice(0, 1) } } });
  });

  it('is requested again when it is over a limit of the contract', async () => {
    const calls = script({ pieces: [JSON.stringify({ titles: Array(51).fill(snow) })] }, { pieces: [titles] });
    expect([(await askTitles('b-limit')).body['titles'], calls()]).toEqual([presented, 2]);
  });

  it.each([
    ['declined', { refusal: ['I cannot help with that.'] }],
    ['ended by a content filter', { pieces: [halves[0] ?? ''], end: 'filtered' }],
    [
      'rejected by a content filter',
      { error: { status: 400, body: { code: 'content_filter', message: 'Filtered.' } } },
    ],
  ] as const)('that is %s gives 502, is not repeated and counts nothing', async (_name, answer) => {
    const calls = script(answer);
    const { status, body } = await askTitles('b-refused');
    expect([status, body, calls()]).toEqual([502, expect.objectContaining(declined), 1]);
    expect(await used({ bookId: 'b-refused' }, 'book.title')).toBe(0);
  });

  it('that is declined after partial events ends the stream with an error', async () => {
    script({ pieces: [halves[0] ?? ''], refusal: ['I cannot help with that.'] });
    const events = eventsIn((await askTitles('b-refused', stream)).text);
    expect(events.map(({ name }) => name)).toEqual(['partial', 'error']);
    expect(events[1]?.data).toMatchObject({ status: 502, ...declined });
    expect(await used({ bookId: 'b-refused' }, 'book.title')).toBe(0);
    expect((await ai.emitted(aiCallSettled)).at(-1)?.data).toMatchObject({
      outcome: 'failed',
      inputTokens: 7,
      cachedTokens: 3,
      cacheWriteTokens: 1,
      outputTokens: 2,
    });
  });

  it('streams versions of a selection', async () => {
    script({ pieces: ['{"options": ["one", "two', '", "three"]}'] });
    const { text } = await ai.call(generateEnhancementOptions, {
      as: owner,
      body: { selectedText: 'It snows.', chapterId: 'c-options', enhancementType: 'tone' },
      headers: stream,
    });
    expect(eventsIn(text)[0]).toEqual({ name: 'partial', data: { value: { options: ['one'] } } });
  });

  it('is not used for chapters; a refused chapter is reported the same way', async () => {
    script({ pieces: ['It '], refusal: ['No.'] });
    const { text } = await fixture.generate('c-refused', {}, stream);
    expect(eventsIn(text).map(({ name, data }) => [name, data['code'] ?? data['text']])).toEqual([
      ['delta', 'It '],
      ['error', 'ai.refused'],
    ]);
    const { status, body } = await fixture.generate('c-refused');
    expect([status, body]).toEqual([502, expect.objectContaining(declined)]);
    expect(await used({ chapterId: 'c-refused' }, 'chapter.generate')).toBe(0);
  });
});
