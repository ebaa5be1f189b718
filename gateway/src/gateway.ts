import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { uploadMs } from '@inkbear/contracts/route';
import type { Health, Readiness } from '@inkbear/service-kit/health';
import type { Logger } from '@inkbear/service-kit/logger';
import { runShutdownStep } from '@inkbear/service-kit/shutdown-step';
import type { ReplicaJob } from './jobs.ts';

/** A background component. Hooks are started in order and stopped in reverse order. */
export interface LifecycleHook {
  readonly start?: () => void;
  readonly stop: () => void | Promise<void>;
}

export interface GatewayOptions {
  readonly app: RequestListener;
  readonly host: string;
  readonly port: number;
  readonly health: Health;
  readonly logger: Logger;
  readonly lifecycleHooks: readonly LifecycleHook[];
  readonly jobs?: readonly ReplicaJob[];
  /** Connections that are still open after this time are closed. */
  readonly drainMs?: number;
}

/**
 * Longer than the idle timeouts of load balancers. If it were shorter, a load balancer could send a request on a
 * connection that is being closed.
 */
const keepAliveMs = 620_000;
const headersMs = 30_000;
/** Until the last byte of a body. An upload has a deadline of its own, which ends it with a reply; this one would not. */
const requestTimeoutMs = uploadMs + 10_000;
const defaultDrainMs = 15_000;
/** Deadline for stopping one hook; only the broker and MongoDB take time. */
const hookStopMs = 2000;

/** The HTTP listener with an ordered start and shutdown. */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #server: Server;
  #jobTimers: NodeJS.Timeout[] = [];

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#server = createServer((req, res) => {
      // Request ids are generated here. Those of clients must not appear in our logs.
      delete req.headers['x-request-id'];
      // Traces begin here. The sampling ratio decides from the trace id, so a client that chose the trace id, the
      // parent span or the sampled flag could force all its requests to be recorded, and could add spans to somebody
      // else's trace.
      delete req.headers['traceparent'];
      options.app(req, res);
    });
    this.#server.keepAliveTimeout = keepAliveMs;
    this.#server.headersTimeout = headersMs;
    this.#server.requestTimeout = requestTimeoutMs;
  }

  /** Resolves with the URL once it accepts requests. Dependencies may still be connecting; see `readyz`. */
  async start(): Promise<string> {
    const { lifecycleHooks, jobs = [], host, port, logger } = this.#options;
    for (const hook of lifecycleHooks) hook.start?.();
    this.#jobTimers = jobs.map(({ everyMs, run }) => setInterval(run, everyMs));
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, resolve);
    });
    const bound = (this.#server.address() as AddressInfo).port;
    logger.info({ port: bound }, 'listening');
    return `http://${host}:${bound}`;
  }

  /**
   * Readiness off → drain connections → stop jobs → stop hooks in reverse order. A hook that fails or exceeds its
   * deadline is skipped, so this takes less than 25 s.
   */
  async stop(): Promise<void> {
    this.#options.health.markShuttingDown();
    await this.#drain();
    for (const timer of this.#jobTimers) clearInterval(timer);
    const { lifecycleHooks, logger } = this.#options;
    for (const { stop } of lifecycleHooks.toReversed())
      await runShutdownStep(logger, 'lifecycle hook', hookStopMs, (async () => await stop())());
    logger.info('stopped');
  }

  /** Whether it is ready, and the state of each dependency. */
  readReadiness(): Promise<Readiness> {
    return this.#options.health.read();
  }

  async #drain(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const closeIdleTimer = setInterval(() => this.#server.closeIdleConnections(), 100);
    const forceTimer = setTimeout(() => this.#server.closeAllConnections(), this.#options.drainMs ?? defaultDrainMs);
    this.#server.closeIdleConnections();
    await closed;
    clearInterval(closeIdleTimer);
    clearTimeout(forceTimer);
  }
}
