import { createHash } from 'node:crypto';
import { serviceNames } from '@inkbear/contracts/services';
import type { Credentials, MongoUserName } from './credentials.ts';

interface Role {
  readonly role: string;
  readonly db: string;
}
interface CustomRole {
  readonly role: string;
  readonly privileges: readonly { readonly resource: object; readonly actions: readonly string[] }[];
}

/** One database user as data, for the local start and for the Secret of a cluster. */
export interface MongoUser {
  readonly user: string;
  /** The database that holds the user, and against which it authenticates (`authSource`). */
  readonly db: string;
  readonly pwd: string;
  readonly roles: readonly Role[];
  /** A role of its own, made in `db`. */
  readonly customRole?: CustomRole;
  /** Changes with the password or the roles: a user with another one is updated. */
  readonly fingerprint: string;
}

export const databaseName = (process: string): string => `inkbear_${process}`;

/** The gateway counts tries to sign in and owns nothing else in the database. */
const rateCounts: CustomRole = {
  role: 'rate_limits',
  privileges: [
    {
      resource: { db: databaseName('gateway'), collection: 'rate_limits' },
      actions: ['find', 'insert', 'update', 'remove', 'createCollection', 'createIndex'],
    },
  ],
};

const readWrite = (db: string): Role => ({ role: 'readWrite', db });
const everything = ['readWriteAnyDatabase', 'dbAdminAnyDatabase', 'clusterMonitor'].map((role) => ({
  role,
  db: 'admin',
}));

function grantsOf(name: MongoUserName): Pick<MongoUser, 'db' | 'roles' | 'customRole'> {
  const db = databaseName(name);
  if (name === 'gateway') return { db, roles: [{ role: rateCounts.role, db }], customRole: rateCounts };
  if (name === 'ops') return { db: 'admin', roles: serviceNames.map((service) => readWrite(databaseName(service))) };
  if (name === 'tests') return { db: 'admin', roles: everything };
  return { db, roles: [readWrite(db)] };
}

/** The users of these names: each process on its own database only. */
export function mongoUsers(credentials: Credentials['mongodb'], names: readonly MongoUserName[]): MongoUser[] {
  return names.map((name) => {
    const user = { user: name, pwd: credentials[name], ...grantsOf(name) };
    const fingerprint = createHash('sha256').update(JSON.stringify(user)).digest('base64url');
    return { ...user, fingerprint };
  });
}

/** The connection string of a user. */
export function mongoUri(server: { readonly host: string; readonly replicaSet: string }, user: MongoUser): string {
  const options = new URLSearchParams({
    replicaSet: server.replicaSet,
    authSource: user.db,
    authMechanism: 'SCRAM-SHA-256',
  });
  return `mongodb://${user.user}:${user.pwd}@${server.host}/?${options}`;
}
