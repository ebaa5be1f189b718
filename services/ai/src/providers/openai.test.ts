import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { openAiChat } from './openai-chat.ts';
import { openAiResponses } from './openai-responses.ts';
import type { ProviderRequest } from './provider.ts';

const request: ProviderRequest = {
  stable: 'RULES',
  volatile: 'REQUEST',
  expects: 'json',
  maxOutputTokens: 50,
  variant: 0,
  task: { kind: 'titles', topic: 't', genre: 'g' },
};
const sse = (events: object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
const chunk = (content: string, usage: object | null = null) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: usage ? [] : [{ index: 0, delta: { content }, finish_reason: null }],
  usage,
});

/** Tests against a local server that implements both APIs. */
describe('the OpenAI providers', () => {
  const requests: Record<string, unknown>[] = [];
  let server: Server;
  let client: OpenAI;
  let hang = false;
  let aborted = 0;
  let refuses = false;
  let accepted = 0;
  beforeAll(async () => {
    server = createServer((req, res) => {
      let body = '';
      req.on('data', (piece) => (body += String(piece)));
      req.on('end', () => {
        requests.push(JSON.parse(body) as Record<string, unknown>);
        if (refuses) return void res.writeHead(401).end('{}');
        res.writeHead(200, { 'content-type': 'text/event-stream' });
        res.on('close', () => (aborted += res.writableFinished ? 0 : 1));
        if (hang) res.write(sse([chunk('half')]));
        else if (req.url?.endsWith('/responses'))
          res.end(
            sse([
              { type: 'response.output_text.delta', delta: 'Hel' },
              { type: 'response.output_text.delta', delta: 'lo' },
              { type: 'response.completed', response: { usage: { input_tokens: 7, output_tokens: 2 } } },
            ]),
          );
        else
          res.end(
            `${sse([chunk('Hel'), chunk('lo'), chunk('', { prompt_tokens: 7, completion_tokens: 2 })])}data: [DONE]\n\n`,
          );
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    client = new OpenAI({
      apiKey: 'test',
      baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      maxRetries: 0,
    });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const collect = async (provider: ReturnType<typeof openAiChat>, signal = new AbortController().signal) => {
    const pieces: string[] = [];
    return {
      reply: await provider.generate(request, {
        signal,
        share: 'u',
        onAccepted: () => void (accepted += 1),
        onDelta: (text) => pieces.push(text),
      }),
      pieces,
    };
  };

  it('send stable instructions and volatile input to the Responses API, without storage', async () => {
    expect(await collect(openAiResponses(client, 'gpt-test'))).toEqual({
      reply: { text: 'Hello', inputTokens: 7, outputTokens: 2 },
      pieces: ['Hel', 'lo'],
    });
    expect(requests.at(-1)).toMatchObject({
      model: 'gpt-test',
      instructions: 'RULES',
      input: 'REQUEST',
      store: false,
      stream: true,
      max_output_tokens: 50,
      text: { format: { type: 'json_object' } },
    });
  });

  it('send Chat Completions to a compatible server', async () => {
    expect(await collect(openAiChat(client, 'local'))).toEqual({
      reply: { text: 'Hello', inputTokens: 7, outputTokens: 2 },
      pieces: ['Hel', 'lo'],
    });
    expect(requests.at(-1)).toMatchObject({
      model: 'local',
      messages: [
        { role: 'system', content: 'RULES' },
        { role: 'user', content: 'REQUEST' },
      ],
      response_format: { type: 'json_object' },
    });
  });

  it('report a call as accepted unless the server refuses it', async () => {
    for (const provider of [openAiResponses(client, 'gpt-test'), openAiChat(client, 'local')]) {
      accepted = 0;
      await collect(provider);
      expect(accepted).toBe(1);
      refuses = true;
      await expect(collect(provider)).rejects.toMatchObject({ status: 401 });
      refuses = false;
      expect(accepted).toBe(1);
    }
  });

  it('abort the request when the call is stopped', async () => {
    hang = true;
    const stop = new AbortController();
    const call = openAiChat(client, 'local').generate(request, {
      signal: stop.signal,
      share: 'u',
      onAccepted: () => undefined,
      onDelta: () => stop.abort(),
    });
    await call.then(
      () => undefined,
      () => undefined,
    );
    await eventually(() => aborted > 0);
    expect(aborted).toBe(1);
  });
});
