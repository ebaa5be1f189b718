import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hash } from 'bcryptjs';
import type { DataFolder } from './data-folder.ts';
import { StartError } from './start-error.ts';

/** Writes a file atomically with permissions for its owner only, also while it is being written. */
export function writePrivateFile(file: string, text: string): void {
  const next = `${file}.next`;
  writeFileSync(next, text, { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, file);
}

export const writePrivateJson = (file: string, value: unknown): void =>
  writePrivateFile(file, `${JSON.stringify(value, null, 2)}\n`);

export const randomPassword = (): string => randomBytes(12).toString('base64url');

export interface Secrets {
  readonly adminPassword: string;
  readonly adminPasswordHash: string;
  readonly sandboxWebhookSecret: string;
}

/**
 * Reads the secrets of a data folder, generating them on first use. `ADMIN_PASSWORD` overrides the random one for this
 * start.
 */
export async function readSecrets(data: DataFolder, passwordOverride: string | undefined): Promise<Secrets> {
  const file = data.file('secrets.json');
  if (!existsSync(file))
    writePrivateJson(file, {
      adminPassword: randomPassword(),
      sandboxWebhookSecret: randomBytes(32).toString('base64url'),
    });
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Omit<Secrets, 'adminPasswordHash'>;
  const adminPassword = passwordOverride || stored.adminPassword;
  if (Buffer.byteLength(adminPassword) > 72)
    throw new StartError(
      'ADMIN_PASSWORD is longer than 72 bytes, which is all that bcrypt reads; choose a shorter one.',
    );
  return { ...stored, adminPassword, adminPasswordHash: await hash(adminPassword, 10) };
}

interface PrivateJwk {
  readonly kid: string;
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
  readonly d: string;
  readonly alg: 'ES256';
  readonly iss: string;
}

function makeKey(issuer: string): PrivateJwk {
  const { kty, crv, x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  if (!kty || !crv || !x || !y || !d) throw new Error('The generated key is incomplete.');
  return { kid: `${issuer}-${randomBytes(6).toString('hex')}`, kty, crv, x, y, d, alg: 'ES256', iss: issuer };
}

export interface KeyFiles {
  readonly jwksFile: string;
  fileOf(issuer: string): string;
}

/**
 * Generates missing ES256 keys, one per issuer and readable by its owner only, and writes all public keys to
 * `jwks.json`.
 */
export function ensureKeys(data: DataFolder, issuers: readonly string[]): KeyFiles {
  const folder = data.folder('keys');
  chmodSync(folder, 0o700);
  const fileOf = (issuer: string): string => path.join(folder, `${issuer}.json`);
  const keys = issuers.map((issuer) => {
    if (!existsSync(fileOf(issuer))) writePrivateJson(fileOf(issuer), makeKey(issuer));
    chmodSync(fileOf(issuer), 0o600);
    return JSON.parse(readFileSync(fileOf(issuer), 'utf8')) as PrivateJwk;
  });
  const jwksFile = path.join(folder, 'jwks.json');
  writePrivateJson(jwksFile, {
    keys: keys.map(({ kid, kty, crv, x, y, alg, iss }) => ({ kid, kty, crv, x, y, alg, use: 'sig', iss })),
  });
  return { jwksFile, fileOf };
}
