import type { MongoClient, MongoServerError } from 'mongodb';
import type { MongoUser } from './mongo-users.ts';

const alreadyExists = [51_002, 51_003];
const ignoreExisting = (error: MongoServerError): boolean => {
  if (alreadyExists.includes(Number(error.code))) return true;
  throw error;
};

/** Creates missing users and updates those whose password or roles differ. A single query when nothing has changed. */
export async function ensureMongoUsers(client: MongoClient, users: readonly MongoUser[]): Promise<void> {
  const { users: stored } = await client.db('admin').command({ usersInfo: { forAllDBs: true } });
  const known = new Set(
    (stored as { customData?: { fingerprint?: string } }[]).map((user) => user.customData?.fingerprint),
  );
  const changed = users.filter(({ fingerprint }) => !known.has(fingerprint));
  await Promise.all(changed.map((user) => writeUser(client, user)));
}

async function writeUser(client: MongoClient, user: MongoUser): Promise<void> {
  const db = client.db(user.db);
  if (user.customRole) {
    const { role, privileges } = user.customRole;
    const exists = await db.command({ createRole: role, privileges, roles: [] }).then(() => false, ignoreExisting);
    if (exists) await db.command({ updateRole: role, privileges, roles: [] });
  }
  const { pwd, roles, fingerprint } = user;
  const definition = { pwd, roles, customData: { fingerprint }, mechanisms: ['SCRAM-SHA-256'] };
  const exists = await db.command({ createUser: user.user, ...definition }).then(() => false, ignoreExisting);
  if (exists) await db.command({ updateUser: user.user, ...definition });
}
