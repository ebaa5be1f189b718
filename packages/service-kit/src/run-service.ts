import { consumedEvents } from '@inkbear/contracts/messaging';
import { outboxRoutes } from '@inkbear/contracts/outbox';
import { routesOf } from '@inkbear/contracts/routes';
import type { ServiceName } from '@inkbear/contracts/services';
import { type BaseEnv, databaseOf, readEnvOrExit } from './env.ts';
import { createLogger, type Logger } from './logger.ts';
import { connectMongo } from './mongo.ts';
import { migrate, type Migration } from './migrations.ts';
import { createPlatform, type Platform } from './platform.ts';
import type { PeerUrls } from './peers.ts';
import { type Operations, runOperations } from './run-operations.ts';
import { Service, type ServiceParts } from './service.ts';
import { startTelemetry, type Telemetry } from './telemetry.ts';

export interface ServiceDefinition<E extends BaseEnv> {
  readonly name: ServiceName;
  /** Throws an EnvError that lists all wrong settings. */
  readonly readEnv: () => E;
  readonly peerUrls: (env: E) => PeerUrls;
  readonly migrations: readonly Migration[];
  readonly createParts: (platform: Platform, env: E) => ServiceParts | Promise<ServiceParts>;
  /** The service's own operator commands, by name. The commands for dead letters are added to every service. */
  readonly operations?: Operations;
}

const stopWithinMs = 25_000;

/**
 * Runs a service's process: `main.js [serve]` serves requests, `main.js serve --migrate` migrates its database first,
 * `main.js migrate` migrates it and exits, `main.js ops <command> …` runs an operator's command and exits. Exit code 2
 * for anything else.
 */
export async function runService<E extends BaseEnv>(
  definition: ServiceDefinition<E>,
  [command = 'serve', ...words] = process.argv.slice(2),
): Promise<void> {
  switch (command) {
    case 'serve':
      if (words.includes('--migrate')) await runMigrations(definition);
      return await startServer(definition);
    case 'migrate':
      return await runMigrations(definition);
    case 'ops':
      return await runOperations(definition, words);
    default:
      process.stderr.write(
        `${definition.name}: unknown command "${command}"; usage: main.js [serve [--migrate]|migrate|ops …]\n`,
      );
      process.exitCode = 2;
  }
}

/** Starts telemetry first, then connections, listener and signal handlers. */
async function startServer<E extends BaseEnv>(definition: ServiceDefinition<E>): Promise<void> {
  const env = readEnvOrExit(definition);
  const telemetry = await startTelemetry({ service: definition.name, env });
  const platform = await createPlatform(definition.name, env, definition.peerUrls(env));
  telemetry.serveReadiness(() => platform.health.read());
  const parts = await definition.createParts(platform, env);
  requireAllRoutesServed(
    definition.name,
    parts.served.map(({ route }) => route.id),
  );
  const service = new Service(platform, parts);
  requireAllEventsConsumed(
    definition.name,
    service.consumers.map(({ eventType }) => eventType),
  );
  stopOnSignal({ stop: () => service.stop(), telemetry, logger: platform.logger });
  await service.start();
}

/**
 * Throws when the service serves other routes than its contract has. A missing route would be a 404, which no test of
 * the service itself notices. The kit serves the outbox route.
 */
export function requireAllRoutesServed(service: ServiceName, served: readonly string[]): void {
  const declared = routesOf(service)
    .map(({ id }) => id)
    .filter((id) => id !== outboxRoutes[service].id);
  const missing = declared.filter((id) => !served.includes(id));
  const unknown = served.filter((id) => !declared.includes(id));
  if (missing.length + unknown.length > 0)
    throw new Error(
      `${service} and its contract differ. Not served: ${missing.join(', ') || 'none'}. Not in the contract: ${unknown.join(', ') || 'none'}.`,
    );
}

/**
 * Throws when the service subscribes to other events than `consumedEvents` lists. The broker permits only those, so
 * another event would never arrive.
 */
export function requireAllEventsConsumed(service: ServiceName, consumed: readonly string[]): void {
  const declared = consumedEvents[service].map(({ type }) => type);
  const missing = declared.filter((type) => !consumed.includes(type));
  const unknown = consumed.filter((type) => !declared.includes(type));
  if (missing.length + unknown.length === 0) return;
  throw new Error(
    `The subscriptions of ${service} differ from consumedEvents in contracts/messaging. ` +
      `Not consumed: ${missing.join(', ') || 'none'}. Not in the contract: ${unknown.join(', ') || 'none'}.`,
  );
}

/**
 * Stops in order at the first SIGTERM or SIGINT, sends the last traces even when stopping failed, and exits; after 25 s
 * it exits in any case.
 */
export function stopOnSignal({
  stop,
  telemetry,
  logger,
}: {
  stop: () => Promise<void>;
  telemetry?: Pick<Telemetry, 'flush'>;
  logger: Logger;
}): void {
  let isShuttingDown = false;
  const shutDown = () => {
    if (isShuttingDown) return;
    isShuttingDown = true;
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    stop()
      .finally(() => telemetry?.flush())
      .then(
        () => process.exit(0),
        (err: unknown) => {
          logger.fatal({ err }, 'shutdown failed');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', shutDown);
  process.on('SIGINT', shutDown);
}

/** Runs the migrations of one service, on a connection without a limit on the time of a command. */
async function runMigrations<E extends BaseEnv>(definition: ServiceDefinition<E>): Promise<void> {
  const env = readEnvOrExit(definition);
  const logger = createLogger(definition.name, env.LOG_LEVEL);
  const database = databaseOf(definition.name, env);
  const connection = await connectMongo({ uri: env.MONGODB_URI, database, logger, commandMs: 0 });
  try {
    await migrate(connection, definition.migrations, logger);
  } finally {
    await connection.close();
  }
}
