import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type KeySetFile, makeKey, mergeKeySet, type PrivateJwk } from '@inkbear/operations/keys/private-jwk';
import { nextFile, signingFile } from '@inkbear/operations/keys/rotation';
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

/** Replaces the stored admin password; it is valid from the next start. */
export function storeAdminPassword(data: DataFolder, adminPassword: string): void {
  const file = data.file('secrets.json');
  if (!existsSync(file)) throw new StartError(`There is no ${file}; start Inkbear once before.`);
  writePrivateJson(file, { ...readJson<object>(file), adminPassword });
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
  const stored = readJson<Omit<Secrets, 'adminPasswordHash'>>(file);
  const adminPassword = passwordOverride || stored.adminPassword;
  if (Buffer.byteLength(adminPassword) > 72)
    throw new StartError(
      'ADMIN_PASSWORD is longer than 72 bytes, which is all that bcrypt reads; choose a shorter one.',
    );
  return { ...stored, adminPassword, adminPasswordHash: await hash(adminPassword, 10) };
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

export interface KeyFiles {
  readonly jwksFile: string;
  fileOf(issuer: string): string;
}

/**
 * Generates missing ES256 keys, one per issuer and readable by its owner only, and writes all public keys to
 * `jwks.json`. Keys of a rotation (`npm run ops -- rotate-keys`) stay in it.
 */
export function ensureKeys(data: DataFolder, issuers: readonly string[]): KeyFiles {
  const folder = data.folder('keys');
  chmodSync(folder, 0o700);
  const fileOf = (issuer: string): string => path.join(folder, signingFile(issuer));
  const keys = issuers.map((issuer) => {
    if (!existsSync(fileOf(issuer))) writePrivateJson(fileOf(issuer), makeKey(issuer));
    chmodSync(fileOf(issuer), 0o600);
    return readJson<PrivateJwk>(fileOf(issuer));
  });
  const jwksFile = path.join(folder, 'jwks.json');
  const nextFiles = issuers.map((issuer) => path.join(folder, nextFile(issuer))).filter((file) => existsSync(file));
  const earlier = existsSync(jwksFile) ? readJson<KeySetFile>(jwksFile) : { keys: [] };
  writePrivateJson(jwksFile, mergeKeySet(keys, nextFiles.map(readJson<PrivateJwk>), earlier));
  return { jwksFile, fileOf };
}
