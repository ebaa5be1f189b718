import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type OpenAI from 'openai';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { type ReplyName, replySchemas } from '../prompts/reply-schemas.ts';
import { FakeOpenAi } from '../testing/fake-openai.ts';
import { testModel } from '../testing/test-models.ts';
import { openAiChat } from './openai-chat.ts';
import { openAiResponses } from './openai-responses.ts';
import type { Provider, ProviderRequest } from './provider.ts';

const request: ProviderRequest = {
  stable: 'RULES BOOK',
  bookLength: 5,
  nonce: 'qwmzka',
  model: testModel,
  cacheKey: 'key-of-the-book',
  volatile: 'REQUEST',
  expects: 'titles',
  maxOutputTokens: 50,
  variant: 0,
  task: { kind: 'titles', topic: 't', genre: 'g' },
};
const usage = { inputTokens: 7, cachedTokens: 3, cacheWriteTokens: 1, outputTokens: 2 };
const reply = { text: 'Hello', ...usage };

/** The format of a reply as each API receives it. */
const formatOf = {
  responses: (body: Record<string, unknown> | undefined) =>
    (body?.['text'] as { format: { type: string } } | undefined)?.format,
  chat: (body: Record<string, unknown> | undefined) => {
    const format = body?.['response_format'] as { type: string; json_schema?: object } | undefined;
    return format && { type: format.type, ...format.json_schema };
  },
};
const formatError = {
  responses: { message: "'text.format' of type 'json_schema' is not supported with this model.", param: 'text.format' },
  chat: { message: 'response_format: json_schema is not supported.' },
};

describe.each(['responses', 'chat'] as const)('the provider of the %s API', (api) => {
  const server = new FakeOpenAi();
  let client: OpenAI;
  let accepted = 0;
  beforeAll(async () => void (client = await server.start()));
  beforeEach(() => {
    server.respond = () => ({ pieces: ['Hel', 'lo'] });
    accepted = 0;
  });
  afterAll(() => server.stop());
  const create = (): Provider => (api === 'chat' ? openAiChat : openAiResponses)(client);
  const collect = async (provider: Provider, more: Partial<ProviderRequest> = {}) => {
    const pieces: string[] = [];
    return {
      reply: await provider.generate(
        { ...request, ...more },
        {
          signal: new AbortController().signal,
          owner: 'u',
          onAccepted: () => void (accepted += 1),
          onDelta: (text) => pieces.push(text),
        },
      ),
      pieces,
    };
  };
  const lastFormat = () => formatOf[api](server.requests.at(-1));

  it('sends stable instructions and volatile input, and passes on the pieces', async () => {
    expect(await collect(create(), { expects: 'text' })).toEqual({ reply, pieces: ['Hel', 'lo'] });
    expect(server.requests.at(-1)).toMatchObject(
      api === 'responses'
        ? { instructions: 'RULES BOOK', input: 'REQUEST', store: false, stream: true, max_output_tokens: 50 }
        : {
            messages: [
              { role: 'system', content: 'RULES BOOK' },
              { role: 'user', content: 'REQUEST' },
            ],
            stream: true,
            max_completion_tokens: 50,
          },
    );
    expect([server.requests.at(-1)?.['model'], lastFormat()]).toEqual(['gpt-test', undefined]);
  });

  it('sends neither an effort nor cache breakpoints for a model that has none', async () => {
    await collect(create());
    const sent = server.requests.at(-1) ?? {};
    expect([sent['reasoning'], sent['reasoning_effort'], JSON.stringify(sent).includes('breakpoint')]).toEqual([
      undefined,
      undefined,
      false,
    ]);
  });

  it('sends the effort of the model', async () => {
    await collect(create(), { model: { ...testModel, effort: 'low' } });
    expect(server.requests.at(-1)).toMatchObject(
      api === 'responses' ? { reasoning: { effort: 'low' } } : { reasoning_effort: 'low' },
    );
  });

  it.each(Object.keys(replySchemas) as ReplyName[])('requests %s by a strict schema', async (expects) => {
    await collect(create(), { expects });
    expect(lastFormat()).toMatchObject({ type: 'json_schema', name: expects, strict: true });
    const objects = objectsIn(lastFormat());
    expect(objects.length).toBeGreaterThan(0);
    for (const { properties, required, additionalProperties } of objects)
      expect([additionalProperties, required]).toEqual([false, Object.keys(properties)]);
    expect(JSON.stringify(lastFormat())).not.toMatch(/maxLength|minLength|maxItems|minItems/);
  });

  it('requests any JSON object from a server that refused the schema once', async () => {
    const refuse = (body: Record<string, unknown>) => formatOf[api](body)?.type === 'json_schema';
    server.respond = (body) =>
      refuse(body) ? { error: { status: 400, body: formatError[api] } } : { pieces: ['Hel', 'lo'] };
    const provider = create();
    const before = server.requests.length;
    expect((await collect(provider)).reply).toEqual(reply);
    expect((await collect(provider)).reply).toEqual(reply);
    expect([server.requests.slice(before).map((body) => formatOf[api](body)?.type), accepted]).toEqual([
      ['json_schema', 'json_object', 'json_object'],
      2,
    ]);
  });

  it('does not repeat a request that was invalid for another reason', async () => {
    server.respond = () => ({ error: { status: 400, body: { message: 'The prompt is too long.', param: 'input' } } });
    const before = server.requests.length;
    await expect(collect(create())).rejects.toMatchObject({ status: 400 });
    expect(server.requests.length - before).toBe(1);
  });

  it.each([
    ['declines', { refusal: ['I cannot ', 'help.'] }, []],
    ['declines in the middle of a text', { pieces: ['Hel'], refusal: ['No.'] }, ['Hel']],
    ['is stopped by a content filter', { pieces: ['Hel'], end: 'filtered' }, ['Hel']],
  ] as const)('reports a refusal when the model %s', async (_name, answer, pieces) => {
    server.respond = () => answer;
    expect(await collect(create())).toEqual({
      reply: { text: pieces.join(''), isRefused: true, ...usage },
      pieces,
    });
  });

  it('reports that the output limit cut a reply, and no refusal', async () => {
    server.respond = () => ({ pieces: ['Hel', 'lo'], end: 'cut' });
    expect((await collect(create())).reply).toEqual({ ...reply, isTruncated: true });
  });

  it('reports a call as accepted unless the server refuses it', async () => {
    const provider = create();
    await collect(provider);
    expect(accepted).toBe(1);
    server.respond = () => ({ error: { status: 401, body: {} } });
    await expect(collect(provider)).rejects.toMatchObject({ status: 401 });
    expect(accepted).toBe(1);
  });

  it('aborts the request when the call is stopped', async () => {
    server.respond = () => ({ pieces: ['half'], end: 'never' });
    const stop = new AbortController();
    const call = create().generate(request, {
      signal: stop.signal,
      owner: 'u',
      onAccepted: () => undefined,
      onDelta: () => stop.abort(),
    });
    await call.then(
      () => undefined,
      () => undefined,
    );
    await eventually(() => server.aborted > 0);
    expect(server.aborted).toBe(1);
  });
});

describe('the cache of the Responses API', () => {
  const server = new FakeOpenAi();
  let provider: Provider;
  beforeAll(async () => void (provider = openAiResponses(await server.start())));
  afterAll(() => server.stop());
  const options = {
    signal: new AbortController().signal,
    owner: 'u',
    onAccepted: () => undefined,
    onDelta: () => undefined,
  };
  const breakpoint = { prompt_cache_breakpoint: { mode: 'explicit' } };
  const withBreakpoints = { ...testModel, hasCacheBreakpoints: true };

  it('is marked after the book and after the story so far, and has the key of the book', async () => {
    await provider.generate({ ...request, model: withBreakpoints }, options);
    const sent = server.requests.at(-1);
    expect(sent).toMatchObject({
      prompt_cache_key: 'key-of-the-book',
      prompt_cache_options: { mode: 'explicit' },
      input: [
        {
          role: 'developer',
          content: [
            { type: 'input_text', text: 'RULES', ...breakpoint },
            { type: 'input_text', text: ' BOOK', ...breakpoint },
          ],
        },
        { role: 'user', content: 'REQUEST' },
      ],
    });
    expect(sent).not.toHaveProperty('instructions');
  });

  it('has one mark and no key for a request without a book', async () => {
    const { stable } = request;
    await provider.generate({ ...request, bookLength: stable.length, model: withBreakpoints, cacheKey: null }, options);
    const [developer] = server.requests.at(-1)?.['input'] as [{ content: unknown }];
    expect(developer.content).toEqual([{ type: 'input_text', text: stable, ...breakpoint }]);
    expect(server.requests.at(-1)).not.toHaveProperty('prompt_cache_key');
  });
});

interface ObjectSchema {
  readonly properties: object;
  readonly required: string[];
  readonly additionalProperties: boolean;
}

/** All schemas of objects in a JSON schema. */
function objectsIn(value: unknown): ObjectSchema[] {
  if (typeof value !== 'object' || value === null) return [];
  const nested = Object.values(value).flatMap(objectsIn);
  return (value as { type?: unknown }).type === 'object' ? [value as ObjectSchema, ...nested] : nested;
}
