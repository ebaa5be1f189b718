import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
type Answer = (req: IncomingMessage, res: ServerResponse) => void;

/** Stands where a service would: remembers what reached it and answers `{service}`, or as a test says. */
export class FakeService {
  readonly name: string;
  readonly seen: Seen[] = [];
  revocations: { seq: number }[] = [];
  /** Answers the revocation list with 503. */
  silent = false;
  #answer: Answer | null = null;
  #server: Server;

  private constructor(name: string) {
    this.name = name;
    this.#server = createServer((req, res) => this.#receive(req, res));
    this.#server.keepAliveTimeout = 65_000;
  }

  static async start(name: string): Promise<FakeService> {
    const service = new FakeService(name);
    await service.listen(0);
    return service;
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get last(): Seen {
    const last = this.seen.at(-1);
    if (!last) throw new Error(`Nothing reached ${this.name}.`);
    return last;
  }

  /** Until the next call of this, requests are answered so; null goes back to the usual answer. */
  answer(answer: Answer | null): void {
    this.#answer = answer;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #receive(req: IncomingMessage, res: ServerResponse): void {
    const url = new URL(req.url ?? '/', 'http://service');
    if (url.pathname.endsWith('/revocations')) {
      const after = Number(url.searchParams.get('after'));
      if (this.silent) res.writeHead(503).end();
      else
        sendJson(res, {
          revocations: this.revocations.filter(({ seq }) => seq > after),
          seq: Math.max(0, ...this.revocations.map(({ seq }) => seq)),
        });
      return;
    }
    const record = (body: string) =>
      this.seen.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers, body });
    if (this.#answer) {
      record('');
      this.#answer(req, res);
      return;
    }
    let body = '';
    req.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    req.on('end', () => {
      record(body);
      sendJson(res, { service: this.name });
    });
  }
}

const sendJson = (res: ServerResponse, value: unknown): void =>
  void res
    .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(value));
