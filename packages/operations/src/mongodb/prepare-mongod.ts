import { MongoClient, type MongoServerError } from 'mongodb';
import { ensureMongoUsers } from './ensure-mongo-users.ts';
import type { MongoUser } from './mongo-users.ts';

export const replicaSet = 'rs0';
const notYetInitialized = 94;

interface MongodNode {
  /** Where it is reached from here, `host:port`. */
  readonly address: string;
  /** Its address as a member of the replica set, which its clients use. */
  readonly member: string;
  /** The content of its key file. */
  readonly key: string;
  readonly users: readonly MongoUser[];
}

/**
 * Connects as the internal superuser `__system`, whose password is the key file. So the caller needs no user of its own
 * and works before any users exist, while the localhost exception stays closed.
 */
async function withSystem<T>({ address, key }: MongodNode, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(`mongodb://${address}/`, {
    directConnection: true,
    auth: { username: '__system', password: key },
    authSource: 'local',
    authMechanism: 'SCRAM-SHA-256',
    serverSelectionTimeoutMS: 2000,
    connectTimeoutMS: 2000,
  });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Initiates or reconfigures the replica set so that this node is its only member, at its current address. */
async function ensureMember(client: MongoClient, host: string): Promise<void> {
  const admin = client.db('admin');
  const hello = await admin.command({ hello: 1 });
  if (hello['isWritablePrimary'] === true && hello['me'] === host) return;
  const stored = await client.db('local').collection('system.replset').findOne();
  const members = [{ _id: 0, host }];
  if (!stored) {
    await admin.command({ replSetInitiate: { _id: replicaSet, members } }).catch((error: MongoServerError) => {
      if (error.codeName !== 'AlreadyInitialized') throw error;
    });
  } else if (
    (stored['members'] as { host: string }[]).length !== 1 ||
    (stored['members'] as { host: string }[])[0]?.host !== host
  ) {
    const { _id, version } = stored as unknown as { _id: string; version: number };
    await admin.command({ replSetReconfig: { ...stored, _id, version: version + 1, members }, force: true });
  }
}

/**
 * Turns a mongod into a replica set of one node and creates the given users. It is idempotent: when nothing is missing,
 * it makes two queries. Returns why the mongod is not ready, or undefined when it is the writable primary and all users
 * exist with their current roles.
 */
export async function prepareMongod(node: MongodNode): Promise<string | undefined> {
  try {
    return await withSystem(node, async (client) => {
      await ensureMember(client, node.member);
      const hello = await client.db('admin').command({ hello: 1 });
      if (hello['isWritablePrimary'] !== true) return 'is not primary yet';
      await ensureMongoUsers(client, node.users);
      return undefined;
    });
  } catch (error) {
    return (error as MongoServerError).code === notYetInitialized
      ? 'its replica set is not initiated yet'
      : (error as Error).message;
  }
}
