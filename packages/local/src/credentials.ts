import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { processNames } from '@inkbear/contracts/services';
import type { DataFolder } from './data-folder.ts';
import { writePrivateJson } from './secrets.ts';

/** Users of the broker: one for each process, and `tests`, which may do anything, on servers that tests start. */
const natsUserNames = [...processNames, 'tests'] as const;
export type NatsUserName = (typeof natsUserNames)[number];

/** Users of the database: the same, and `ops` for `npm run ops`. */
const mongoUserNames = [...natsUserNames, 'ops'] as const;
export type MongoUserName = (typeof mongoUserNames)[number];

export interface Credentials {
  readonly mongodb: Readonly<Record<MongoUserName, string>>;
  readonly nats: Readonly<Record<NatsUserName, string>>;
}

/** 192 random bits: no guessing, so password hashes of it need no cost. URL-safe. */
const randomCredential = (): string => randomBytes(24).toString('base64url');

type Stored = { readonly [Server in keyof Credentials]?: Partial<Credentials[Server]> };

/** Every user's password, generated once for a data folder and readable by its owner alone; new users are added. */
export function ensureCredentials(data: DataFolder): Credentials {
  const file = data.file('credentials.json');
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Stored) : {};
  const credentials = {
    mongodb: complete(mongoUserNames, stored.mongodb),
    nats: complete(natsUserNames, stored.nats),
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
