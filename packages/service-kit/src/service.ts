import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestHandler } from 'express';
import { Consumer, type Subscription } from './consumer.ts';
import type { EraseRows } from './erasure.ts';
import { createHttpApp } from './http-app.ts';
import { type Identity, requireCaller } from './identity.ts';
import { type Job, Jobs } from './jobs.ts';
import { outboxRoute } from './outbox-route.ts';
import type { Platform } from './platform.ts';
import { ProblemError } from './problem.ts';
import { createRouter } from './router.ts';
import { RunningCalls } from './running-calls.ts';
import type { ServedRoute } from './serve.ts';
import { stopStep } from './stop-step.ts';

/** What makes one service different from another. */
export interface ServiceParts {
  readonly served: readonly ServedRoute[];
  readonly subscriptions: readonly Subscription[];
  readonly jobs: readonly Job[];
  /** How this service's own rows of a removed user go, each in batches; the kit's rows go by themselves. */
  readonly erase?: readonly EraseRows[];
  /** Ends worker pools and the like, after the requests have drained. */
  readonly close?: () => Promise<void>;
}

const idleMs = 65_000;
/** What an aborted request gets for its answer to leave. */
const answerMs = 100;
/** The deadlines of a stop; with the 3 s of telemetry they stay under 25 s. */
const stopWithinMs = { drain: 12_000, abort: 3000, background: 4000, close: 2000 };
export type StopDeadlines = Readonly<typeof stopWithinMs>;

/** The same route, refused to every peer that it does not name as a caller, before anything is validated. */
function onlyForCallers(served: ServedRoute): ServedRoute {
  const guard: RequestHandler = (_req, res, next) => {
    requireCaller(served.route, res.locals['identity'] as Identity);
    next();
  };
  return served.route.access === 'service' ? { ...served, receive: [guard, ...(served.receive ?? [])] } : served;
}

/** One running process: listener, relay, consumers, jobs; and the order in which they end. */
export class Service {
  readonly server: Server;
  readonly consumers: readonly Consumer[];
  readonly jobs: readonly Job[];
  readonly #platform: Platform;
  readonly #parts: ServiceParts;
  readonly #jobs: Jobs;
  readonly #stopMs: StopDeadlines;
  readonly #calls = new RunningCalls();

  constructor(platform: Platform, parts: ServiceParts, stopMs: StopDeadlines = stopWithinMs) {
    this.#stopMs = stopMs;
    this.#platform = platform;
    this.#parts = parts;
    const { service, connection, broker, inbox, deadLetters, erasure, logger } = platform;
    const router = createRouter({
      served: [outboxRoute(service, connection), ...parts.served].map(onlyForCallers),
      identities: platform.identities,
      idempotency: platform.idempotency,
      calls: this.#calls,
    });
    this.server = createServer(createHttpApp({ logger, routers: [router], health: platform.health.handler }));
    this.server.keepAliveTimeout = idleMs;
    this.server.headersTimeout = idleMs + 1000;
    this.server.requestTimeout = 120_000;
    this.consumers = erasure
      .withRemovalMark(parts.subscriptions)
      .map((subscription) => new Consumer({ service, subscription, broker, inbox, deadLetters, erasure, logger }));
    this.jobs = [...parts.jobs, erasure.job(parts.erase ?? [])];
    this.#jobs = new Jobs(platform.leases, logger);
  }

  /** Resolves with the base address once requests are taken. */
  async start(): Promise<string> {
    const { env, logger, businessClock, relay, deadLetters } = this.#platform;
    await businessClock.start((err) => logger.warn({ err }, 'business clock was not read'));
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

  /** Readiness off → drain HTTP → drain jobs, consumers and relay → close MongoDB. Under 25 s in all: what is late is left behind. */
  async stop(): Promise<void> {
    const { health, logger, deadLetters, relay, broker, businessClock, connection } = this.#platform;
    health.leave();
    await this.#drainRequests();
    deadLetters.stop();
    await stopStep(
      logger,
      'jobs and consumers',
      this.#stopMs.background,
      Promise.all([this.#jobs.stop(), ...this.consumers.map((consumer) => consumer.stop())]),
    );
    await stopStep(
      logger,
      'relay and broker',
      this.#stopMs.close,
      relay.stop().then(async () => {
        await this.#parts.close?.();
        await broker.close();
      }),
    );
    businessClock.stop();
    await connection.close();
    logger.info('stopped');
  }

  /** Requests may end by themselves first, then as they like after being told, then not at all. */
  async #drainRequests(): Promise<void> {
    const { logger } = this.#platform;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeIdleConnections();
    const drained = closed.then(() => this.#calls.settled());
    if (await stopStep(logger, 'requests', this.#stopMs.drain, drained)) return;
    this.#calls.abort(new ProblemError('server.unavailable'));
    await stopStep(logger, 'aborted requests', this.#stopMs.abort, this.#calls.settled());
    await new Promise((resolve) => setTimeout(resolve, answerMs));
    this.server.closeAllConnections();
    await closed;
  }
}
