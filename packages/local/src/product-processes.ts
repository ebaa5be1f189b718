import { frontendNames, type ProcessName, processNames, serviceNames } from '@inkbear/contracts/services';
import { databaseName } from '@inkbear/service-kit/database-name';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from './data-folder.ts';
import { freePorts } from './free-port.ts';
import type { Addresses } from './infrastructure.ts';
import { inheritedEnv, pinnedNode, repositoryRoot, type Env } from './paths.ts';
import { checkReadiness, type ProcessPlan } from './process-plan.ts';
import { stopRanks } from './processes-of-run.ts';
import { ensureKeys, type Secrets } from './secrets.ts';
import { StartError } from './start-error.ts';

/** All inputs of the process plans. */
export interface PlanContext {
  readonly data: DataFolder;
  readonly addresses: Addresses;
  readonly secrets: Secrets;
  readonly env: Env;
  readonly gatewayPort: number;
  readonly publicUrl: string;
  /** Run sources (type stripping, hot reload) instead of bundles. */
  readonly dev: boolean;
}

const pickEnv = (env: Env, ...names: string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));

/** Billing and the gateway need the same mode: the gateway allows the card form of the payment provider. */
const paymentsMode = (env: Env): string => env['PAYMENTS_MODE'] || 'sandbox';

function processEnv(
  name: string,
  { secrets, env }: PlanContext,
  keyFile: (issuer: string) => string,
): Record<string, string> {
  switch (name) {
    case 'auth':
      return { SESSION_KEY_FILE: keyFile('auth-session') };
    case 'admin':
      return { SESSION_KEY_FILE: keyFile('admin-session'), ADMIN_PASSWORD_HASH: secrets.adminPasswordHash };
    case 'gateway':
      return {
        PAYMENTS_MODE: paymentsMode(env),
        ...pickEnv(env, 'SUPPORT_EMAIL', 'TECH_EMAIL', 'BUSINESS_EMAIL', 'SOCIAL_LINKS'),
      };
    case 'ai':
      return pickEnv(env, 'OPENAI_API_KEY', 'OPENAI_BASE_URL');
    case 'billing':
      return {
        PAYMENTS_MODE: paymentsMode(env),
        ALLOW_SANDBOX_PAYMENTS: '1',
        SANDBOX_WEBHOOK_SECRET: secrets.sandboxWebhookSecret,
        ...pickEnv(
          env,
          'STRIPE_SECRET_KEY',
          'STRIPE_PUBLISHABLE_KEY',
          'STRIPE_WEBHOOK_SECRET',
          'STRIPE_MONTHLY_PRICE_ID',
        ),
      };
    default:
      return {};
  }
}

/** The gateway's settings for the frontends and hot reload. */
function webEnv(devServer: string | undefined): Record<string, string> {
  const assets = frontendNames.map((name) => [
    `${name.toUpperCase()}_ASSETS`,
    devServer ? `${devServer}/mfe/${name}/` : path.join(repositoryRoot, 'frontends', name, 'dist'),
  ]);
  return { ...Object.fromEntries(assets), ...(devServer && { HOT_RELOAD_URL: devServer.replace(/^http/, 'ws') }) };
}

/**
 * Node's options for a process, the same as in its image. V8 has four threads by default, at the priority of the event
 * loop: ten processes on two processors then delay each other's requests whenever they collect garbage.
 */
export const nodeOptions = ['--no-warnings', '--v8-pool-size=1'] as const;

/**
 * Passwords, style checks, offline writing and typesetting take seconds of CPU time, and saves must not wait for them.
 * Sign-in yields least, because an author waits for it before everything else.
 */
const nicenessOf: Partial<Record<ProcessName, number>> = { auth: 3, ai: 5, export: 5 };

/** Node's arguments for a process: its bundle or, in development, its sources. A service migrates its database first. */
function argsOf(name: ProcessName, folder: string, dev: boolean): string[] {
  const main = path.join(folder, dev ? 'src/main.ts' : 'dist/main.js');
  if (!existsSync(main))
    throw new StartError(`${path.relative(repositoryRoot, main)} is missing${dev ? '' : '; run: npm run build'}.`);
  const watch = dev ? ['--watch', '--watch-preserve-output'] : [];
  return [...watch, ...nodeOptions, main, ...(name === 'gateway' ? [] : ['serve', '--migrate'])];
}

function planDevServer(context: PlanContext, port: number): ProcessPlan {
  const url = `http://127.0.0.1:${port}`;
  return {
    name: 'web-dev',
    command: pinnedNode,
    args: ['--no-warnings', path.join(repositoryRoot, 'packages/web-build/src/dev.ts')],
    cwd: repositoryRoot,
    env: {
      ...inheritedEnv(context.env),
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(port),
      API_URL: `http://127.0.0.1:${context.gatewayPort}`,
    },
    url,
    logFile: context.data.file('logs/web-dev.log'),
    stopRank: stopRanks.services,
    whyNotReady: () => checkReadiness(`${url}/`),
  };
}

/**
 * Plans the nine services, the gateway and, in development, the frontends' dev server. Each listens on its own port;
 * services and the gateway also have a port for their metrics.
 */
export async function planProcesses(context: PlanContext): Promise<ProcessPlan[]> {
  const { data, addresses, env, gatewayPort, publicUrl, dev } = context;
  const [devServerPort = 0, ...ports] = await freePorts(1 + serviceNames.length + processNames.length, env);
  const metricsPorts = ports.slice(serviceNames.length);
  const portOf = (name: string): number =>
    name === 'gateway' ? gatewayPort : (ports[(serviceNames as readonly string[]).indexOf(name)] ?? 0);
  const devServer = dev ? planDevServer(context, devServerPort) : undefined;
  const keys = ensureKeys(data, [...processNames, 'auth-session', 'admin-session']);
  const shared = {
    ...inheritedEnv(env),
    NODE_ENV: dev ? 'development' : 'production',
    NODE_COMPILE_CACHE: path.join(repositoryRoot, 'node_modules/.cache/inkbear/compile'),
    HOST: '127.0.0.1',
    PUBLIC_URL: publicUrl,
    JWKS_FILE: keys.jwksFile,
    ...Object.fromEntries(
      processNames.map((name) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${portOf(name)}`]),
    ),
  };
  const plans = processNames.map((name, index): ProcessPlan => {
    const folder = name === 'gateway' ? path.join(repositoryRoot, name) : path.join(repositoryRoot, 'services', name);
    const url = `http://127.0.0.1:${portOf(name)}`;
    const metricsPort = String(metricsPorts[index]);
    return {
      name,
      command: pinnedNode,
      args: argsOf(name, folder, dev),
      cwd: folder,
      env: {
        ...shared,
        PORT: String(portOf(name)),
        METRICS_PORT: metricsPort,
        PRIVATE_KEY_FILE: keys.fileOf(name),
        MONGODB_URI: addresses.mongodbUri(name),
        MONGODB_DATABASE: databaseName(name),
        NATS_URL: addresses.natsUrl(name),
        ...(name === 'gateway' && webEnv(devServer?.url)),
        ...processEnv(name, context, keys.fileOf),
      },
      url,
      metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
      logFile: data.file(`logs/${name}.log`),
      niceness: nicenessOf[name] ?? 0,
      stopRank: name === 'gateway' ? stopRanks.gateway : stopRanks.services,
      whyNotReady: () => checkReadiness(`${url}/readyz`),
    };
  });
  return devServer ? [...plans, devServer] : plans;
}
