import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasStreamedBody, uploadMs } from '@inkbear/contracts/route';
import type { RequestHandler } from 'express';
import { Consumer, type Subscription } from './consumer.ts';
import type { EraseRows } from './erasure.ts';
import { createHttpApp } from './http-app.ts';
import { type Identity, requireCaller } from './identity.ts';
import { type Job, Jobs } from './jobs.ts';
import { observeService } from './metrics/service-gauges.ts';
import { outboxRoute } from './outbox-route.ts';
import type { Platform } from './platform.ts';
import { ProblemError } from './problem.ts';
import { createRouter } from './router.ts';
import { RunningCalls } from './running-calls.ts';
import type { ServedRoute } from './serve.ts';
import { runShutdownStep } from './shutdown-step.ts';
import type { OnUndeclaredError } from './undeclared-errors.ts';

/** The service-specific parts. */
export interface ServiceParts {
  readonly served: readonly ServedRoute[];
  readonly subscriptions: readonly Subscription[];
  readonly jobs: readonly Job[];
  /** Deletes the service's own rows of an erased user in batches; the kit's rows are always covered. */
  readonly erase?: readonly EraseRows[];
  /** Closes worker pools and similar resources after the requests have drained. */
  readonly close?: () => Promise<void>;
}

const keepAliveMs = 65_000;
/** Until the last byte of a body. */
const requestTimeoutMs = 120_000;
/** After the deadline of the gateway, which ends an upload with a reply. */
const uploadTimeoutMs = uploadMs + 20_000;
/** Time for the replies of aborted requests to be sent. */
const flushRepliesMs = 100;
/** Shutdown deadlines; with the 3 s of telemetry they stay under 25 s in total. */
const stopDeadlines = { drain: 12_000, abort: 3000, background: 4000, close: 2000 };
export type StopDeadlines = Readonly<typeof stopDeadlines>;

/** What only tests set. */
export interface ServiceOverrides {
  readonly deadlines?: StopDeadlines | undefined;
  readonly onUndeclaredError?: OnUndeclaredError;
}

/** Adds a guard to internal routes that rejects peers which the route does not list in `callers`, before validation. */
function withCallerGuard(served: ServedRoute): ServedRoute {
  const guard: RequestHandler = (_req, res, next) => {
    requireCaller(served.route, res.locals['identity'] as Identity);
    next();
  };
  return served.route.access === 'service' ? { ...served, middleware: [guard, ...(served.middleware ?? [])] } : served;
}

/** One running process: listener, relay, consumers and jobs, with an ordered start and shutdown. */
export class Service {
  readonly server: Server;
  readonly consumers: readonly Consumer[];
  readonly jobs: readonly Job[];
  readonly #platform: Platform;
  readonly #parts: ServiceParts;
  readonly #jobs: Jobs;
  readonly #deadlines: StopDeadlines;
  readonly #calls = new RunningCalls();
  #stopObserving: () => void = () => undefined;

  constructor(platform: Platform, parts: ServiceParts, overrides: ServiceOverrides = {}) {
    this.#deadlines = overrides.deadlines ?? stopDeadlines;
    this.#platform = platform;
    this.#parts = parts;
    const { service, connection, databaseProbe, broker, inbox, deadLetters, erasure, logger } = platform;
    const router = createRouter({
      served: [outboxRoute(service, connection), ...parts.served].map(withCallerGuard),
      identities: platform.identities,
      idempotency: platform.idempotency,
      databaseProbe,
      calls: this.#calls,
    });
    const { onUndeclaredError } = overrides;
    this.server = createServer(
      createHttpApp({ logger, routers: [router], health: platform.health.handler, onUndeclaredError }),
    );
    this.server.keepAliveTimeout = keepAliveMs;
    this.server.headersTimeout = keepAliveMs + 1000;
    const hasUploads = parts.served.some(({ route }) => hasStreamedBody(route));
    this.server.requestTimeout = hasUploads ? uploadTimeoutMs : requestTimeoutMs;
    this.consumers = erasure
      .withTombstones(parts.subscriptions)
      .map(
        (subscription) =>
          new Consumer({ service, subscription, broker, databaseProbe, inbox, deadLetters, erasure, logger }),
      );
    this.jobs = [...parts.jobs, erasure.job(parts.erase ?? [])];
    this.#jobs = new Jobs(platform.leases, logger);
  }

  /** Resolves with the base URL once it accepts requests. */
  async start(): Promise<string> {
    const { env, logger, businessClock, relay, deadLetters } = this.#platform;
    await businessClock.start();
    this.#stopObserving = observeService(this.#platform, this.consumers);
    relay.start();
    for (const consumer of this.consumers) consumer.start();
    deadLetters.start();
    this.#jobs.start(this.jobs);
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(env.PORT, env.HOST, resolve);
    });
    const { port } = this.server.address() as AddressInfo;
    logger.info({ port }, 'listening');
    return `http://${env.HOST}:${port}`;
  }

  /**
   * Readiness off → drain HTTP → stop jobs, consumers and relay → close MongoDB. Takes less than 25 s: a step that
   * exceeds its deadline is abandoned.
   */
  async stop(): Promise<void> {
    const { health, logger, deadLetters, relay, broker, businessClock, connection, databaseProbe } = this.#platform;
    health.markShuttingDown();
    await this.#drainRequests();
    deadLetters.stop();
    await runShutdownStep(
      logger,
      'jobs and consumers',
      this.#deadlines.background,
      Promise.all([this.#jobs.stop(), ...this.consumers.map((consumer) => consumer.stop())]),
    );
    await runShutdownStep(
      logger,
      'relay and broker',
      this.#deadlines.close,
      relay.stop().then(async () => {
        await this.#parts.close?.();
        await broker.close();
      }),
    );
    businessClock.stop();
    this.#stopObserving();
    databaseProbe.stop();
    await connection.close();
    logger.info('stopped');
  }

  /** Drains requests, then aborts the remaining ones, then closes their connections. */
  async #drainRequests(): Promise<void> {
    const { logger } = this.#platform;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeIdleConnections();
    const drained = closed.then(() => this.#calls.whenIdle());
    if (await runShutdownStep(logger, 'requests', this.#deadlines.drain, drained)) return;
    this.#calls.abort(new ProblemError('server.unavailable'));
    await runShutdownStep(logger, 'aborted requests', this.#deadlines.abort, this.#calls.whenIdle());
    await new Promise((resolve) => setTimeout(resolve, flushRepliesMs));
    this.server.closeAllConnections();
    await closed;
  }
}
