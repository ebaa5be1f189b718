import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import OpenAI from 'openai';

export type Api = 'responses' | 'chat';

/** What the server sends for one request. */
export interface FakeReply {
  /** Pieces of the text. */
  readonly pieces?: readonly string[];
  /** Pieces of a refusal, after the text. */
  readonly refusal?: readonly string[];
  /** `cut`: the output limit was reached; `filtered`: a content filter ended the reply. */
  readonly end?: 'complete' | 'cut' | 'filtered' | 'never';
  /** Sent instead of a reply. */
  readonly error?: { readonly status: number; readonly body: object };
}

/** A local server that streams in the formats of both APIs of OpenAI. */
export class FakeOpenAi {
  readonly requests: Record<string, unknown>[] = [];
  /** Requests that the client ended before their reply was complete. */
  aborted = 0;
  respond: (request: Record<string, unknown>) => FakeReply = () => ({ pieces: ['Hel', 'lo'] });
  readonly #server: Server;

  constructor() {
    this.#server = createServer((req, res) => {
      let body = '';
      req.on('data', (piece) => (body += String(piece)));
      req.on('end', () => {
        const request = JSON.parse(body) as Record<string, unknown>;
        this.requests.push(request);
        res.on('close', () => (this.aborted += res.writableFinished ? 0 : 1));
        send(res, req.url?.endsWith('/responses') ? 'responses' : 'chat', this.respond(request));
      });
    });
  }

  /** Starts the server and returns a client of it. */
  async start(): Promise<OpenAI> {
    this.#server.listen(0, '127.0.0.1');
    await new Promise((resolve) => this.#server.once('listening', resolve));
    const { port } = this.#server.address() as AddressInfo;
    return new OpenAI({ apiKey: 'test', baseURL: `http://127.0.0.1:${port}/v1`, maxRetries: 0 });
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

function send(res: ServerResponse, api: Api, reply: FakeReply): void {
  if (reply.error)
    return void res
      .writeHead(reply.error.status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: reply.error.body }));
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  const events = api === 'responses' ? responseEvents(reply) : chatChunks(reply);
  for (const event of events) res.write(`data: ${JSON.stringify(event)}\n\n`);
  if (reply.end !== 'never') res.end(api === 'chat' ? 'data: [DONE]\n\n' : '');
}

/** Of the seven tokens of each prompt. */
const cached = { cached_tokens: 3, cache_write_tokens: 1 };

function responseEvents({ pieces = [], refusal = [], end = 'complete' }: FakeReply): object[] {
  const content = [
    ...(pieces.length > 0 ? [{ type: 'output_text', text: pieces.join('') }] : []),
    ...(refusal.length > 0 ? [{ type: 'refusal', refusal: refusal.join('') }] : []),
  ];
  const response = {
    output: [{ type: 'message', content }],
    usage: { input_tokens: 7, input_tokens_details: cached, output_tokens: 2 },
  };
  const reason = end === 'cut' ? 'max_output_tokens' : 'content_filter';
  return [
    ...pieces.map((delta) => ({ type: 'response.output_text.delta', delta })),
    ...refusal.map((delta) => ({ type: 'response.refusal.delta', delta })),
    ...(end === 'complete' ? [{ type: 'response.completed', response }] : []),
    ...(end === 'cut' || end === 'filtered'
      ? [{ type: 'response.incomplete', response: { ...response, incomplete_details: { reason } } }]
      : []),
  ];
}

function chatChunks({ pieces = [], refusal = [], end = 'complete' }: FakeReply): object[] {
  const chunk = (choices: object[], usage: object | null = null) => ({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices,
    usage,
  });
  const choice = (delta: object, reason: string | null = null) => [{ index: 0, delta, finish_reason: reason }];
  const reasons = { complete: 'stop', cut: 'length', filtered: 'content_filter', never: null };
  return [
    ...pieces.map((content) => chunk(choice({ content }))),
    ...refusal.map((text) => chunk(choice({ refusal: text }))),
    ...(end === 'never'
      ? []
      : [
          chunk(choice({}, reasons[end])),
          chunk([], { prompt_tokens: 7, prompt_tokens_details: cached, completion_tokens: 2 }),
        ]),
  ];
}
