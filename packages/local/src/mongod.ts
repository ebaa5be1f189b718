import { randomBytes } from 'node:crypto';
import type { MongoUser } from '@inkbear/operations/mongodb/mongo-users';
import { prepareMongod, replicaSet } from '@inkbear/operations/mongodb/prepare-mongod';
import { MongoClient } from 'mongodb';
import type { DataFolder } from './data-folder.ts';
import type { Mongod } from './find-mongod.ts';
import { freePorts, isPortFree } from './free-port.ts';
import { inheritedEnv, type Env } from './paths.ts';
import type { ProcessPlan } from './process-plan.ts';
import { stopRanks } from './processes-of-run.ts';
import { writePrivateFile } from './secrets.ts';
import { messageOf, StartError } from './start-error.ts';

interface MongodPlan {
  readonly data: DataFolder;
  readonly mongod: Mongod;
  readonly env: Env;
  /** Makes queries without an index fail. */
  readonly notablescan: boolean;
  readonly users: readonly MongoUser[];
}

/** Chooses mongod's port: the one of the last start if it is free, otherwise another. */
async function choosePort(data: DataFolder, mongod: Mongod, env: Env): Promise<number> {
  const { mongodVersion, mongodPort } = data.marker;
  const major = (version: string): string => version.split('.').slice(0, 2).join('.');
  if (mongodVersion && major(mongodVersion) !== major(mongod.version)) {
    throw new StartError(
      `The data in ${data.path} was written by MongoDB ${mongodVersion}, and only ${mongod.version} is found here ` +
        `(${mongod.command}); use a mongod ${major(mongodVersion)}, or start with --reset to start over.`,
    );
  }
  const [port] = mongodPort && (await isPortFree(mongodPort)) ? [mongodPort] : await freePorts(1, env);
  if (port === undefined) throw new Error('There is no free port for mongod.');
  data.remember({ mongodVersion: mongod.version, mongodPort: port });
  return port;
}

const parameters = {
  // Default 60 s: the transaction of a killed process would lock its rows for a whole minute.
  transactionLifetimeLimitSeconds: '15',
  diagnosticDataCollectionEnabled: 'false',
  enableLocalhostAuthBypass: '0',
  // The lowest count allowed: passwords are 192 random bits, and a higher count would slow down every connection.
  scramSHA256IterationCount: '5000',
};

/** Plans a mongod with authentication. It is ready when it is primary and all users exist with their current roles. */
export async function planMongod({ data, mongod, env, notablescan, users }: MongodPlan): Promise<ProcessPlan> {
  const port = await choosePort(data, mongod, env);
  const host = `127.0.0.1:${port}`;
  // Only this one node uses the key, so each start has a new one.
  const key = randomBytes(96).toString('base64');
  writePrivateFile(data.file('mongod.key'), key);
  const set = Object.entries({ ...parameters, ...(notablescan ? { notablescan: '1' } : {}) });
  return {
    name: 'mongod',
    command: mongod.command,
    args: [
      ...['--replSet', replicaSet, '--dbpath', data.folder('mongo'), '--keyFile', data.file('mongod.key')],
      ...['--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket'],
      ...['--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '512'],
      // Slow commands would be logged with their values, which are texts of authors.
      ...['--slowOpSampleRate', '0'],
      ...set.flatMap(([name, value]) => ['--setParameter', `${name}=${value}`]),
    ],
    cwd: data.path,
    env: inheritedEnv(env),
    url: host,
    logFile: data.file('logs/mongod.log'),
    stopRank: stopRanks.mongod,
    whyNotReady: () => prepareMongod({ address: host, member: host, key, users }),
  };
}

/** Checks an external MongoDB: it must be a replica set, because transactions need one. */
export async function checkExternalMongo(uri: string): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 10_000 });
  try {
    const hello = await client.db('admin').command({ hello: 1 });
    if (!hello['setName'] && hello['msg'] !== 'isdbgrid')
      throw new StartError(
        'MONGODB_URI is not a replica set, and transactions need one; start that mongod with --replSet and initiate it.',
      );
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`MONGODB_URI does not answer (${messageOf(error)}).`);
  } finally {
    await client.close();
  }
}
