import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/** A fake service. It records the received requests and replies `{service}`, or as a test defines. */
export class FakeService {
  readonly name: string;
  readonly received: ReceivedRequest[] = [];
  revocations: { seq: number }[] = [];
  /** Whether the route of the revocation list replies 503. */
  failRevocations = false;
  #handler: Handler | null = null;
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

  get last(): ReceivedRequest {
    const last = this.received.at(-1);
    if (!last) throw new Error(`${this.name} has received no request.`);
    return last;
  }

  /** Sets the handler for further requests; null restores the default reply. */
  replyWith(handler: Handler | null): void {
    this.#handler = handler;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #receive(req: IncomingMessage, res: ServerResponse): void {
    const url = new URL(req.url ?? '/', 'http://service');
    if (url.pathname.endsWith('/revocations')) {
      const after = Number(url.searchParams.get('after'));
      if (this.failRevocations) res.writeHead(503).end();
      else
        sendJson(res, {
          revocations: this.revocations.filter(({ seq }) => seq > after),
          seq: Math.max(0, ...this.revocations.map(({ seq }) => seq)),
        });
      return;
    }
    const record = (body: string) =>
      this.received.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers, body });
    if (this.#handler) {
      record('');
      this.#handler(req, res);
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
