import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export type Env = Readonly<Record<string, string | undefined>>;

export const repositoryRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
export const pinnedNode = path.join(repositoryRoot, 'node_modules/node/bin/node');

/** Folder for downloaded binaries, outside the repository so that all clones share it. */
export function cacheFolder(env: Env): string {
  const base = env['XDG_CACHE_HOME'];
  return path.join(base !== undefined && path.isAbsolute(base) ? base : path.join(os.homedir(), '.cache'), 'inkbear');
}

/** Path of the data folder. */
export function dataFolder(env: Env): string {
  return path.resolve(repositoryRoot, env['DATA_DIR'] || '.data');
}

/** Variables that child processes inherit from the terminal; no secrets of other processes. */
const inheritedNames = [
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

/** The variables of the terminal's environment that a child process inherits. */
export function inheritedEnv(env: Env): Record<string, string> {
  return Object.fromEntries(inheritedNames.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
