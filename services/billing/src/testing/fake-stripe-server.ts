import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { type FakeResponse, type Fields, FakeStripe } from './fake-stripe.ts';

interface StoredResponse {
  body: string;
  response: FakeResponse;
}

export const stripeWebhookSecret = 'whsec_of_a_test';

/**
 * A local HTTP server that implements the parts of Stripe's API that billing uses. It stores objects, honours
 * idempotency keys and signs events.
 */
export class FakeStripeServer {
  readonly stripe = new FakeStripe();
  readonly url: string;
  readonly requests: { line: string; version: string | undefined; key: string | undefined }[] = [];
  /** When set, every request fails with this status. */
  failWithStatus: number | null = null;
  /**
   * When set, every request with an idempotency key fails with 500. As at Stripe, that failure is stored and replayed
   * for the key.
   */
  failsCreates = false;
  /** Milliseconds until a request is answered, so that requests run at the same time. */
  delayMs = 0;
  /** The highest number of requests that ran at the same time while they were delayed. */
  maxConcurrent = 0;
  #delayed = 0;
  readonly #server: Server;
  readonly #responses = new Map<string, StoredResponse>();

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<FakeStripeServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const fake = new FakeStripeServer(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void fake.#handle(request, response));
    return fake;
  }

  /** The settings of a billing service that uses this server. */
  get env() {
    return {
      PAYMENTS_MODE: 'stripe',
      PUBLIC_URL: 'http://localhost:8080',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
      STRIPE_API_URL: this.url,
    };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** All events so far, signed as Stripe signs them. */
  signedEvents(secret: string, timestamp = Math.floor(Date.now() / 1000)): { raw: string; signature: string }[] {
    return this.stripe.events.map((event) => {
      const raw = JSON.stringify(event);
      return { raw, signature: Stripe.webhooks.generateTestHeaderString({ payload: raw, secret, timestamp }) };
    });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readText(request);
    if (this.delayMs > 0) await this.#delay();
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const key = request.headers['idempotency-key'] as string | undefined;
    this.requests.push({
      line: `${request.method} ${pathname}`,
      version: request.headers['stripe-version'] as string | undefined,
      key,
    });
    const isReplayed = key !== undefined && this.#responses.has(key) && !this.failWithStatus;
    const failure = (status: number): FakeResponse => ({
      status,
      json: { error: { type: 'api_error', message: 'Down.' } },
    });
    const { status, json } = this.failWithStatus
      ? failure(this.failWithStatus)
      : this.#idempotently(key, `${pathname}?${body}`, () =>
          this.failsCreates && key !== undefined
            ? failure(500)
            : this.stripe.handle(
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

  async #delay(): Promise<void> {
    this.#delayed += 1;
    this.maxConcurrent = Math.max(this.maxConcurrent, this.#delayed);
    await sleep(this.delayMs);
    this.#delayed -= 1;
  }

  /** Returns the stored response for a known key, and an error when its body differs from the first one. */
  #idempotently(key: string | undefined, body: string, work: () => FakeResponse): FakeResponse {
    if (key === undefined) return work();
    const stored = this.#responses.get(key) ?? { body, response: work() };
    this.#responses.set(key, stored);
    return stored.body === body
      ? stored.response
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
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** `items[0][price]=p` → `{ items: { 0: { price: 'p' } } }`. */
function decodeForm(form: URLSearchParams): Fields {
  const root: Fields = {};
  for (const [name, value] of form) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    const last = path.pop() ?? '';
    let parent = root;
    for (const part of path) parent = (parent[part] ??= {}) as Fields;
    parent[last] = value;
  }
  return root;
}
