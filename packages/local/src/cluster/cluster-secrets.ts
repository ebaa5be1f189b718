import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { processNames } from '@inkbear/contracts/services';
import { type MongoUser, mongoUri, mongoUsers, type UserName } from '@inkbear/operations/mongodb/mongo-users';
import { replicaSet } from '@inkbear/operations/mongodb/prepare-mongod';
import { type Credentials, ensureCredentials } from '../credentials.ts';
import type { DataFolder } from '../data-folder.ts';
import { natsAuthorization, natsUrl } from '../nats-users.ts';
import type { Env } from '../paths.ts';
import { ensureKeys, readSecrets } from '../secrets.ts';

export interface Secret {
  readonly apiVersion: 'v1';
  readonly kind: 'Secret';
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly stringData: Readonly<Record<string, string>>;
}

const issuers = [...processNames, 'auth-session', 'admin-session'];
const stripeSettings = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'];
/** Addresses of the servers that the chart installs with `trial=true`. */
const mongoServer = { host: 'mongodb-0.mongodb:27017', replicaSet };
const natsHost = 'nats:4222';
const secret = (name: string, stringData: Readonly<Record<string, string>>): Secret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'inkbear' },
  stringData,
});

/** The address of external servers with the user of one process. */
function withMongoUser(uri: string, { user, pwd, db }: MongoUser): string {
  if (uri.includes('@')) return uri;
  const [address = '', query = ''] = uri.replace('mongodb://', '').replace('mongodb+srv://', '').split('?');
  const options = new URLSearchParams(query);
  options.set('authSource', db);
  const scheme = uri.slice(0, uri.indexOf('://'));
  return `${scheme}://${user}:${pwd}@${address.endsWith('/') ? address : `${address}/`}?${options}`;
}

/** Several addresses are separated by commas; the first one carries the credentials of all. */
const withNatsUser = (url: string, name: UserName, passwords: Credentials['nats']): string =>
  url.includes('@') ? url : url.replace('://', `://${name}:${passwords[name]}@`);

/** A Secret with the connection strings of each process and of operators, and one per server with its users. */
function connectionSecrets({ mongodb, nats }: Credentials, env: Env): Secret[] {
  const users = mongoUsers(mongodb, [...processNames, 'ops']);
  const clients = ([...processNames, 'ops'] as const).map((name) => {
    const user = users.find((each) => each.user === name);
    if (!user) throw new Error(`There is no database user ${name}.`);
    const { MONGODB_URI: mongo, NATS_URL: broker } = env;
    return secret(`inkbear-connections-${name}`, {
      MONGODB_URI: mongo ? withMongoUser(mongo, user) : mongoUri(mongoServer, user),
      NATS_URL: broker ? withNatsUser(broker, name, nats) : natsUrl(natsHost, name, nats),
    });
  });
  return [
    ...clients,
    secret('inkbear-mongodb', {
      key: randomBytes(96).toString('base64'),
      'users.json': JSON.stringify(users, null, 2),
    }),
    secret('inkbear-nats', { 'users.conf': natsAuthorization(nats, [...processNames, 'ops']) }),
  ];
}

/**
 * Creates the Secrets that the chart needs. Server addresses are those of a trial, unless `MONGODB_URI` or `NATS_URL`
 * names external servers. Each process gets its own user there; an address with a user is used as given.
 */
export async function makeClusterSecrets(
  data: DataFolder,
  env: Env,
): Promise<{ secrets: readonly Secret[]; adminPassword: string }> {
  const keys = ensureKeys(data, issuers);
  const { adminPassword, adminPasswordHash, sandboxWebhookSecret } = await readSecrets(data, env['ADMIN_PASSWORD']);
  const read = (file: string): string => readFileSync(file, 'utf8');
  const externalKeys = ['OPENAI_API_KEY', ...stripeSettings].flatMap((name) => (env[name] ? [[name, env[name]]] : []));
  const privateKeys = issuers.map((issuer) => [`${issuer}.json`, read(keys.fileOf(issuer))]);
  return {
    adminPassword,
    secrets: [
      secret('inkbear-settings', {
        SANDBOX_WEBHOOK_SECRET: sandboxWebhookSecret,
        ADMIN_PASSWORD_HASH: adminPasswordHash,
        ...Object.fromEntries(externalKeys),
      }),
      secret('inkbear-keys', { 'jwks.json': read(keys.jwksFile), ...Object.fromEntries(privateKeys) }),
      ...connectionSecrets(ensureCredentials(data), env),
    ],
  };
}
