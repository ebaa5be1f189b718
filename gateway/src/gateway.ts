import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Health } from '@inkbear/service-kit/health';
import type { Logger } from '@inkbear/service-kit/logger';
import { runShutdownStep } from '@inkbear/service-kit/shutdown-step';

/** Something that runs beside the requests, in the order in which it is started; it is stopped in the opposite one. */
export interface Companion {
  readonly start?: () => void;
  readonly stop: () => void | Promise<void>;
}

export interface GatewayOptions {
  readonly app: RequestListener;
  readonly host: string;
  readonly port: number;
  readonly health: Health;
  readonly logger: Logger;
  readonly companions: readonly Companion[];
  /** Open streams are cut after this. */
  readonly drainMs?: number;
}

/** Longer than any load balancer in front keeps a connection, or it would send into one that has just been closed. */
const idleMs = 620_000;
const headersMs = 30_000;
const wholeRequestMs = 120_000;
const defaultDrainMs = 15_000;
/** Only two of them wait for anything: the broker and MongoDB. */
const companionMs = 2000;

/** The listener and the order in which everything ends. */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #server: Server;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#server = createServer((req, res) => {
      // A request id is ours: one that a client sends must not appear in our logs.
      delete req.headers['x-request-id'];
      options.app(req, res);
    });
    this.#server.keepAliveTimeout = idleMs;
    this.#server.headersTimeout = headersMs;
    this.#server.requestTimeout = wholeRequestMs;
  }

  /** Resolves with the address once requests are taken; what it needs may come later, `readyz` says when. */
  async start(): Promise<string> {
    const { companions, host, port, logger } = this.#options;
    for (const companion of companions) companion.start?.();
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, resolve);
    });
    const bound = (this.#server.address() as AddressInfo).port;
    logger.info({ port: bound }, 'listening');
    return `http://${host}:${bound}`;
  }

  /** Readiness off → no new connections, open requests end → companions in reverse. Under 25 s in all: what is late or fails is left behind. */
  async stop(): Promise<void> {
    this.#options.health.markShuttingDown();
    await this.#drain();
    const { companions, logger } = this.#options;
    for (const { stop } of companions.toReversed())
      await runShutdownStep(logger, 'companion', companionMs, (async () => await stop())());
    logger.info('stopped');
  }

  async #drain(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const idle = setInterval(() => this.#server.closeIdleConnections(), 100);
    const force = setTimeout(() => this.#server.closeAllConnections(), this.#options.drainMs ?? defaultDrainMs);
    this.#server.closeIdleConnections();
    await closed;
    clearInterval(idle);
    clearTimeout(force);
  }
}
