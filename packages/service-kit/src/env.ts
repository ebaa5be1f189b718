import type { ServiceName } from '@inkbear/contracts/services';
import { z } from 'zod';
import { databaseName } from './database-name.ts';

const port = z.coerce.number().int().min(0).max(65_535);

/** Settings of `startTelemetry`. */
export const telemetryEnvShape = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  TRACE_SAMPLING_RATIO: z.coerce.number().min(0).max(1).default(0.05),
  METRICS_HOST: z.string().optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
};

/** Settings of every server process; `docs/architecture.md` explains them. */
export const baseEnvShape = {
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port,
  PUBLIC_URL: z.url(),
  MONGODB_URI: z.string().startsWith('mongodb'),
  MONGODB_DATABASE: z.string().optional(),
  NATS_URL: z.string().min(1),
  NATS_PREFIX: z
    .string()
    .regex(/^([a-z0-9-]+\.)?$/, 'must be empty or one word and a dot')
    .default(''),
  JWKS_FILE: z.string().min(1),
  PRIVATE_KEY_FILE: z.string().min(1),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  ...telemetryEnvShape,
};
export type BaseEnv = z.output<z.ZodObject<typeof baseEnvShape>>;
export type TelemetryEnv = Pick<BaseEnv, 'HOST' | keyof typeof telemetryEnvShape>;

/** The database of a service. */
export const databaseOf = (service: ServiceName, env: BaseEnv): string => env.MONGODB_DATABASE ?? databaseName(service);

/** Address of a peer service, e.g. `BILLING_URL`. */
export const peerUrl = z.url();

/** Lists all invalid settings at once, one per line. */
export class EnvError extends Error {
  override name = 'EnvError';
}

/**
 * Parses the environment. Throws one EnvError that lists every invalid setting, never with its value, which may be
 * secret.
 */
export function parseEnv<S extends z.ZodRawShape>(
  shape: S,
  source: Readonly<Record<string, string | undefined>>,
): z.output<z.ZodObject<S>> {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const result = z.object(shape).safeParse(filled);
  if (result.success) return result.data;
  const lines = result.error.issues.map(
    (issue) =>
      `  ${issue.path.join('.')}: ${filled[String(issue.path[0])] === undefined ? 'is missing' : issue.message}`,
  );
  throw new EnvError(`These settings are wrong, so the service does not start:\n${[...new Set(lines)].join('\n')}`);
}

/** Reads the environment of a process; prints every wrong setting and exits with code 2 when there is one. */
export function readEnvOrExit<E>(definition: { readonly name: string; readonly readEnv: () => E }): E {
  try {
    return definition.readEnv();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    process.stderr.write(`${definition.name}: ${error.message}\n`);
    process.exit(2);
  }
}
