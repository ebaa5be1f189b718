import { MongoClient, type MongoServerError } from 'mongodb';
import type { DataFolder } from './data-folder.ts';
import type { Mongod } from './find-mongod.ts';
import { freePorts, isPortFree } from './free-port.ts';
import { inheritedEnv, type Env } from './paths.ts';
import type { ProcessPlan } from './process-plan.ts';
import { stopRanks } from './run-processes.ts';
import { messageOf, StartError } from './start-error.ts';

const replicaSet = 'rs0';
const notYetInitialized = 94;

export const replicaSetUri = (port: number): string => `mongodb://127.0.0.1:${port}/?replicaSet=${replicaSet}`;

async function withAdmin<T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri, { directConnection: true, serverSelectionTimeoutMS: 2000, connectTimeoutMS: 2000 });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Makes the node the one member of its set, under the address it has today. */
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
  } else if ((stored['members'] as { host: string }[]).length !== 1 || (stored['members'] as { host: string }[])[0]?.host !== host) {
    const { _id, version } = stored as unknown as { _id: string; version: number };
    await admin.command({ replSetReconfig: { ...stored, _id, version: version + 1, members }, force: true });
  }
}

async function whyNotPrimary(port: number): Promise<string | undefined> {
  const host = `127.0.0.1:${port}`;
  try {
    return await withAdmin(`mongodb://${host}/`, async (client) => {
      await ensureMember(client, host);
      const hello = await client.db('admin').command({ hello: 1 });
      return hello['isWritablePrimary'] === true ? undefined : 'is not primary yet';
    });
  } catch (error) {
    return (error as MongoServerError).code === notYetInitialized ? 'its replica set is not made yet' : messageOf(error);
  }
}

/** Keeps its port from start to start where it can; the data does not depend on it. */
export async function planMongod(data: DataFolder, mongod: Mongod, env: Env, notablescan: boolean): Promise<ProcessPlan> {
  const { mongodVersion, mongodPort } = data.marker;
  const major = (version: string): string => version.split('.').slice(0, 2).join('.');
  if (mongodVersion && major(mongodVersion) !== major(mongod.version)) {
    throw new StartError(`The data in ${data.path} was written by MongoDB ${mongodVersion}, and only ${mongod.version} is found here (${mongod.command}); use a mongod ${major(mongodVersion)}, or start with --reset to begin anew.`);
  }
  const [port] = mongodPort && (await isPortFree(mongodPort)) ? [mongodPort] : await freePorts(1);
  if (port === undefined) throw new Error('no port for mongod');
  data.remember({ mongodVersion: mongod.version, mongodPort: port });
  return {
    name: 'mongod',
    command: mongod.command,
    args: [
      '--replSet', replicaSet, '--dbpath', data.folder('mongo'), '--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket',
      // The transaction of a process that was killed must not hold its rows for a whole minute.
      '--setParameter', 'transactionLifetimeLimitSeconds=15',
      '--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '512', '--setParameter', 'diagnosticDataCollectionEnabled=false',
      ...(notablescan ? ['--setParameter', 'notablescan=1'] : []),
    ],
    cwd: data.path,
    env: inheritedEnv(env),
    url: replicaSetUri(port),
    logFile: data.file('logs/mongod.log'),
    stopRank: stopRanks.mongod,
    whyNotReady: () => whyNotPrimary(port),
  };
}

/** A server of one's own must be a replica set, else transactions fail later and far from here. */
export async function checkForeignMongo(uri: string): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 10_000 });
  try {
    const hello = await client.db('admin').command({ hello: 1 });
    if (!hello['setName'] && hello['msg'] !== 'isdbgrid') throw new StartError('MONGODB_URI is not a replica set, and transactions need one; start that mongod with --replSet and initiate it.');
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`MONGODB_URI does not answer (${messageOf(error)}).`);
  } finally {
    await client.close();
  }
}
