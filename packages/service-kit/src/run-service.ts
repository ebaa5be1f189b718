import { consumedEvents } from '@inkbear/contracts/messaging';
import { outboxRoutes } from '@inkbear/contracts/outbox';
import { routesOf } from '@inkbear/contracts/routes';
import type { ServiceName } from '@inkbear/contracts/services';
import { type BaseEnv, databaseOf, readEnvOrExit } from './env.ts';
import { createLogger } from './logger.ts';
import { connectMongo } from './mongo.ts';
import { migrate, type Migration } from './migrations.ts';
import { createPlatform, type Platform } from './platform.ts';
import type { PeerUrls } from './peers.ts';
import { runCommand, stopOnSignal } from './run-command.ts';
import { type Operations, runOperations } from './run-operations.ts';
import { Service, type ServiceParts } from './service.ts';
import { startTelemetry } from './telemetry.ts';

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

/**
 * Runs a service's process: `main.js [serve]` serves requests, `main.js serve --migrate` migrates its database first,
 * `main.js migrate` migrates it and exits, `main.js ops <command> …` runs an operator's command and exits. Exit code 2
 * for anything else.
 */
export async function runService<E extends BaseEnv>(
  definition: ServiceDefinition<E>,
  args = process.argv.slice(2),
): Promise<void> {
  const serve = async (options: readonly string[]): Promise<void> => {
    if (options.includes('--migrate')) await runMigrations(definition);
    await startServer(definition);
  };
  await runCommand(
    definition.name,
    {
      serve: { usage: '[--migrate]', run: serve },
      migrate: { usage: '', run: () => runMigrations(definition) },
      ops: { usage: '…', run: (rest) => runOperations(definition, rest) },
    },
    args,
  );
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
