import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { type Answer, type Fields, StripeBooks } from './stripe-books.ts';

interface Kept {
  body: string;
  answer: Answer;
}

/** Stripe's API on this machine, as far as billing uses it: it keeps objects, honours idempotency keys and signs events. */
export class StripeCounterpart {
  readonly books = new StripeBooks();
  readonly url: string;
  readonly requests: { line: string; version: string | undefined; key: string | undefined }[] = [];
  /** Set, it answers nothing but this status. */
  brokenWith: number | null = null;
  /** Set, it makes nothing: what has a key fails, and goes on failing under that key, as everything is kept there. */
  makesNothing = false;
  readonly #server: Server;
  readonly #kept = new Map<string, Kept>();

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<StripeCounterpart> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const counterpart = new StripeCounterpart(server);
    server.on(
      'request',
      (request: IncomingMessage, response: ServerResponse) => void counterpart.#answer(request, response),
    );
    return counterpart;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The events so far, signed as Stripe signs them. */
  signedEvents(secret: string, timestamp = Math.floor(Date.now() / 1000)): { raw: string; signature: string }[] {
    return this.books.events.map((event) => {
      const raw = JSON.stringify(event);
      return { raw, signature: Stripe.webhooks.generateTestHeaderString({ payload: raw, secret, timestamp }) };
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readText(request);
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const key = request.headers['idempotency-key'] as string | undefined;
    this.requests.push({
      line: `${request.method} ${pathname}`,
      version: request.headers['stripe-version'] as string | undefined,
      key,
    });
    const isReplayed = key !== undefined && this.#kept.has(key) && !this.brokenWith;
    const down = (status: number): Answer => ({ status, json: { error: { type: 'api_error', message: 'Down.' } } });
    const { status, json } = this.brokenWith
      ? down(this.brokenWith)
      : this.#once(key, `${pathname}?${body}`, () =>
          this.makesNothing && key !== undefined
            ? down(500)
            : this.books.answer(
                request.method ?? 'GET',
                pathname,
                decodeForm(body === '' ? searchParams : new URLSearchParams(body)),
              ),
        );
    response
      .writeHead(status, {
        'content-type': 'application/json',
        ...(isReplayed ? { 'idempotent-replayed': 'true' } : {}),
      })
      .end(JSON.stringify(json));
  }

  /** The same key gets the same answer; with another body it is an error. */
  #once(key: string | undefined, body: string, work: () => Answer): Answer {
    if (key === undefined) return work();
    const kept = this.#kept.get(key) ?? { body, answer: work() };
    this.#kept.set(key, kept);
    return kept.body === body
      ? kept.answer
      : {
          status: 400,
          json: {
            error: {
              type: 'idempotency_error',
              message: 'Keys for idempotent requests can only be used with the same parameters.',
            },
          },
        };
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

/** `items[0][price]=p` → `{ items: { 0: { price: 'p' } } }`. */
function decodeForm(form: URLSearchParams): Fields {
  const root: Fields = {};
  for (const [name, value] of form) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    const last = path.pop() ?? '';
    let place = root;
    for (const part of path) place = (place[part] ??= {}) as Fields;
    place[last] = value;
  }
  return root;
}
