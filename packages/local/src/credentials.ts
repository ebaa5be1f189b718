import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { type UserName, userNames } from '@inkbear/operations/mongodb/mongo-users';
import type { DataFolder } from './data-folder.ts';
import { writePrivateJson } from './secrets.ts';

export interface Credentials {
  readonly mongodb: Readonly<Record<UserName, string>>;
  readonly nats: Readonly<Record<UserName, string>>;
}

/** 192 random bits, URL-safe. Cannot be guessed, so it needs no slow hash. */
const randomCredential = (): string => randomBytes(24).toString('base64url');

type Stored = { readonly [Server in keyof Credentials]?: Partial<Credentials[Server]> };

/**
 * Reads or generates the passwords of all users. Generated once per data folder; users of a new release are added. The
 * file is readable by its owner only.
 */
export function ensureCredentials(data: DataFolder): Credentials {
  const file = data.file('credentials.json');
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Stored) : {};
  const credentials = {
    mongodb: complete(userNames, stored.mongodb),
    nats: complete(userNames, stored.nats),
  };
  if (JSON.stringify(credentials) !== JSON.stringify(stored)) writePrivateJson(file, credentials);
  chmodSync(file, 0o600);
  return credentials;
}

const complete = <Name extends string>(
  names: readonly Name[],
  known: Partial<Record<Name, string>> = {},
): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, known[name] ?? randomCredential()])) as Record<Name, string>;
