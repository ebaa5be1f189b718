import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export type Env = Readonly<Record<string, string | undefined>>;

export const repositoryRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
export const pinnedNode = path.join(repositoryRoot, 'node_modules/node/bin/node');

/** Fetched binaries live outside the repository, so that a second clone does not fetch them again. */
export function cacheFolder(env: Env): string {
  const base = env['XDG_CACHE_HOME'];
  return path.join(base !== undefined && path.isAbsolute(base) ? base : path.join(os.homedir(), '.cache'), 'inkbear');
}

export function dataFolder(env: Env): string {
  return path.resolve(repositoryRoot, env['DATA_DIR'] || '.data');
}

/** What a child inherits from the terminal: enough to run, no secrets meant for another process. */
const inherited = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'USER',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'LOG_LEVEL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'TRACE_SAMPLING_RATIO',
];

export function inheritedEnv(env: Env): Record<string, string> {
  return Object.fromEntries(inherited.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
