import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import type { Author } from '../author.ts';

/** More connections than a gateway has to one service, and still within the rate limit of saves. */
const parallelSaves = isDeep ? 300 : 30;
const slowUploads = isDeep ? 200 : 20;
const slowReads = isDeep ? 300 : 30;
/** How long slow uploads and slow reads hold their connections. */
const holdMs = isDeep ? 10_000 : 3000;
const trickleMs = 500;
const bodyBytes = 1_900_000;

export interface HostileAnswer {
  readonly request: string;
  readonly status: number;
  readonly retryAfter: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Very many requests of one account at the same moment, and connections that it holds by sending or reading slowly. */
export class Flood {
  readonly answers: HostileAnswer[] = [];
  readonly #url: URL;
  readonly #author: Author;
  readonly #chapter: string;

  constructor({ url, author, chapterId }: { url: string; author: Author; chapterId: string }) {
    this.#url = new URL(url);
    this.#author = author;
    this.#chapter = `/api/chapters/${chapterId}`;
  }

  async run(): Promise<void> {
    await this.#saveAtOnce();
    await Promise.all([
      ...Array.from({ length: slowUploads }, () => this.#uploadSlowly()),
      ...Array.from({ length: slowReads }, () => this.#readSlowly()),
    ]);
  }

  /** Large bodies that the service must read and parse. The old revision keeps them out of the account's quota. */
  async #saveAtOnce(): Promise<void> {
    const body = Buffer.from(JSON.stringify({ content: 'a'.repeat(bodyBytes) }));
    // Like a browser: a server must read the rest of a refused body before it may close such a connection.
    const agent = new Agent({ keepAlive: true });
    // A route that streams nothing must not treat a request differently because its client accepts a stream.
    const accepted = ['application/json', 'text/event-stream'];
    await Promise.all(
      Array.from({ length: parallelSaves }, (_, index) => this.#save(body, agent, accepted[index % 2] ?? '')),
    );
    agent.destroy();
  }

  async #save(body: Buffer, agent: Agent, accept: string): Promise<void> {
    const startedAt = Date.now();
    const { status, retryAfter } = await new Promise<Pick<HostileAnswer, 'status' | 'retryAfter'>>(
      (resolve, reject) => {
        const headers = { ...this.#headers, accept, 'if-match': '"999999"', 'content-length': body.length };
        const sent = request(new URL(this.#chapter, this.#url), { method: 'PUT', agent, headers }, (answer) => {
          answer.resume();
          resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] ?? null });
        });
        sent.on('error', reject);
        sent.end(body);
      },
    );
    this.answers.push({ request: `PUT ${this.#chapter}`, status, retryAfter, startedAt, endedAt: Date.now() });
  }

  get #headers(): Record<string, string> {
    return { origin: this.#url.origin, cookie: this.#author.cookieHeader, 'content-type': 'application/json' };
  }

  /** Declares a large body and sends a byte of it from time to time. */
  async #uploadSlowly(): Promise<void> {
    const socket = this.#open(`PUT ${this.#chapter}`, { 'content-length': String(bodyBytes) });
    for (let waited = 0; waited < holdMs && !socket.destroyed; waited += trickleMs) {
      socket.write('{');
      await sleep(trickleMs);
    }
    socket.destroy();
  }

  /** Requests the chapter and reads nothing of the reply. */
  async #readSlowly(): Promise<void> {
    const socket = this.#open(`GET ${this.#chapter}`, {});
    socket.pause();
    await sleep(holdMs);
    socket.destroy();
  }

  #open(line: string, headers: Record<string, string>) {
    const socket = connect(Number(this.#url.port || 80), this.#url.hostname);
    // The server may refuse or reset the connection; that is an accepted outcome.
    socket.on('error', () => socket.destroy());
    const lines = Object.entries({ host: this.#url.host, ...this.#headers, ...headers }).map((pair) => pair.join(': '));
    socket.write([`${line} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    return socket;
  }
}
