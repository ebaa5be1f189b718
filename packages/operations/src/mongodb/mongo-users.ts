import { createHash } from 'node:crypto';
import { processNames, serviceNames } from '@inkbear/contracts/services';
import { databaseName } from '@inkbear/service-kit/database-name';

/** Users of MongoDB and NATS: one per process, `ops` for operators, and on test servers `tests` with all permissions. */
export const userNames = [...processNames, 'ops', 'tests'] as const;
export type UserName = (typeof userNames)[number];

interface Role {
  readonly role: string;
  readonly db: string;
}
interface CustomRole {
  readonly role: string;
  readonly privileges: readonly { readonly resource: object; readonly actions: readonly string[] }[];
}

/** Definition of a database user, for the local start and the Secret of a cluster. */
export interface MongoUser {
  readonly user: string;
  /** The database in which the user is defined (`authSource`). */
  readonly db: string;
  readonly pwd: string;
  readonly roles: readonly Role[];
  /** A custom role that is created in `db`. */
  readonly customRole?: CustomRole;
  /** Hash of password and roles; a user with another fingerprint is updated. */
  readonly fingerprint: string;
}

/** The gateway stores rate limit counts and nothing else. */
const rateCounts: CustomRole = {
  role: 'rate_limits',
  privileges: [
    {
      resource: { db: databaseName('gateway'), collection: 'rate_limits' },
      actions: ['find', 'insert', 'update', 'remove', 'createCollection', 'createIndex'],
    },
  ],
};

/**
 * Permissions for a backup, which makes the server keep snapshots longer, and for a restore, which looks for connected
 * processes.
 */
const operatorRole: CustomRole = {
  role: 'operator',
  privileges: [{ resource: { cluster: true }, actions: ['getParameter', 'setParameter', 'inprog'] }],
};

const readWrite = (db: string): Role => ({ role: 'readWrite', db });
const allDatabases = ['readWriteAnyDatabase', 'dbAdminAnyDatabase', 'clusterMonitor'].map((role) => ({
  role,
  db: 'admin',
}));

/** Operators read and write all databases. The database `operations` has the locks of their commands. */
const operator: Pick<MongoUser, 'db' | 'roles' | 'customRole'> = {
  db: 'admin',
  roles: [
    ...[...serviceNames, 'operations'].map((name) => readWrite(databaseName(name))),
    { role: operatorRole.role, db: 'admin' },
  ],
  customRole: operatorRole,
};

function grantsOf(name: UserName): Pick<MongoUser, 'db' | 'roles' | 'customRole'> {
  const db = databaseName(name);
  if (name === 'gateway') return { db, roles: [{ role: rateCounts.role, db }], customRole: rateCounts };
  if (name === 'ops') return operator;
  if (name === 'tests') return { db: 'admin', roles: allDatabases };
  return { db, roles: [readWrite(db)] };
}

/** The user definitions for these names. Each process may access only its own database. */
export function mongoUsers(passwords: Readonly<Record<UserName, string>>, names: readonly UserName[]): MongoUser[] {
  return names.map((name) => {
    const user = { user: name, pwd: passwords[name], ...grantsOf(name) };
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
