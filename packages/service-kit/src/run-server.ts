import { type BaseEnv, readEnvOrExit, type TelemetryEnv } from './env.ts';
import type { Readiness } from './health.ts';
import { createLogger, type Logger } from './logger.ts';
import { runCommand, stopOnSignal } from './run-command.ts';
import { startTelemetry } from './telemetry.ts';

/** A process that serves requests and owns no events: the gateway, and the servers of the frontends. */
export interface ServerDefinition<E extends TelemetryEnv & Pick<BaseEnv, 'LOG_LEVEL'>> {
  /** The kind of server, as shown in usage and settings errors. */
  readonly name: string;
  /** The name of this process in logs and metrics; by default `name`. */
  readonly processName?: (env: E) => string;
  /** Throws an EnvError that lists all wrong settings. */
  readonly readEnv: () => E;
  readonly createServer: (env: E, logger: Logger) => Server;
}

interface Server {
  readonly start: () => Promise<unknown>;
  readonly stop: () => Promise<void>;
  readonly readReadiness: () => Promise<Readiness>;
}

/** Runs the process of a server: `main.js [serve]`. Exit code 2 for anything else. */
export async function runServer<E extends TelemetryEnv & Pick<BaseEnv, 'LOG_LEVEL'>>(
  definition: ServerDefinition<E>,
): Promise<void> {
  await runCommand(definition.name, { serve: { usage: '', run: () => startServer(definition) } });
}

/** Starts telemetry first, then listener and signal handlers. */
async function startServer<E extends TelemetryEnv & Pick<BaseEnv, 'LOG_LEVEL'>>(
  definition: ServerDefinition<E>,
): Promise<void> {
  const env = readEnvOrExit(definition);
  const name = definition.processName?.(env) ?? definition.name;
  const telemetry = await startTelemetry({ service: name, env });
  const logger = createLogger(name, env.LOG_LEVEL);
  const server = definition.createServer(env, logger);
  telemetry.serveReadiness(() => server.readReadiness());
  stopOnSignal({ stop: () => server.stop(), telemetry, logger });
  await server.start();
}
