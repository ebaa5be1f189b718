import { randomUUID } from 'node:crypto';
import { processNames } from '@inkbear/contracts/services';
import { type Credentials, ensureCredentials, type MongoUserName, type NatsUserName } from './credentials.ts';
import { DataFolder } from './data-folder.ts';
import { findMongod } from './find-mongod.ts';
import { findNatsServer } from './find-nats-server.ts';
import { lockDataFolder } from './lock.ts';
import { mongoUri, mongoUsers } from './mongo-users.ts';
import { checkForeignMongo, planMongod, replicaSet } from './mongod.ts';
import { natsAuthorization, natsUrl } from './nats-users.ts';
import { checkForeignNats, planNats } from './nats.ts';
import type { Env } from './paths.ts';
import { toNowhere, type Report } from './report.ts';
import { Supervisor } from './supervisor.ts';

/** Connection strings with the credentials of one user each. */
export interface Addresses {
  readonly mongodbUri: (user: MongoUserName) => string;
  readonly natsUrl: (user: NatsUserName) => string;
}

interface Needs {
  readonly data: DataFolder;
  readonly supervisor: Supervisor;
  readonly env: Env;
  readonly report: Report;
  readonly notablescan?: boolean;
  /** Adds the user `tests`. */
  readonly forTests?: boolean;
}

const shared = (name: string): string =>
  `${name} is used as given: every process has the same credentials there, so its server does not keep them apart.`;

async function bringUpMongo(needs: Needs, credentials: Credentials): Promise<Addresses['mongodbUri']> {
  const { data, supervisor, env, report, notablescan = false, forTests = false } = needs;
  const given = env['MONGODB_URI'];
  if (given) {
    await checkForeignMongo(given);
    report(shared('MONGODB_URI'));
    return () => given;
  }
  const names: readonly MongoUserName[] = [...processNames, 'ops', ...(forTests ? (['tests'] as const) : [])];
  const users = mongoUsers(credentials.mongodb, names);
  const mongod = await findMongod(env, report, data.marker.mongodVersion);
  const managed = supervisor.add(await planMongod({ data, mongod, env, notablescan, users }));
  managed.start();
  await managed.waitUntilReady();
  return (name) => mongoUri({ host: managed.url, replicaSet }, users.find(({ user }) => user === name) ?? refuse(name));
}

async function bringUpNats(needs: Needs, credentials: Credentials): Promise<Addresses['natsUrl']> {
  const { data, supervisor, env, report, forTests = false } = needs;
  const given = env['NATS_URL'];
  if (given) {
    await checkForeignNats(given);
    report(shared('NATS_URL'));
    return () => given;
  }
  const authorization = natsAuthorization(credentials.nats, [
    ...processNames,
    ...(forTests ? (['tests'] as const) : []),
  ]);
  const managed = supervisor.add(
    await planNats({ data, command: await findNatsServer(env, report), env, authorization }),
  );
  managed.start();
  await managed.waitUntilReady();
  return (name) => natsUrl(managed.url, name, credentials.nats);
}

const refuse = (name: string): never => {
  throw new Error(`This server has no user ${name}.`);
};

/** mongod and nats-server with a user for each process, or the servers that `MONGODB_URI` and `NATS_URL` name. */
export async function bringUpInfrastructure(needs: Needs): Promise<Addresses> {
  const credentials = ensureCredentials(needs.data);
  const [mongo, nats] = await Promise.allSettled([bringUpMongo(needs, credentials), bringUpNats(needs, credentials)]);
  if (mongo.status === 'rejected') throw mongo.reason;
  if (nats.status === 'rejected') throw nats.reason;
  return { mongodbUri: mongo.value, natsUrl: nats.value };
}

export interface InfrastructureOptions {
  readonly dataDir: string;
  /** A query without an index fails. */
  readonly notablescan?: boolean;
  readonly env?: Env;
  readonly report?: Report;
}

export interface Infrastructure {
  /** The addresses for tests: every database, every subject. */
  readonly mongodbUri: string;
  readonly natsUrl: string;
  /** The addresses that one process gets. */
  readonly addresses: Addresses;
  readonly processes: Supervisor['processes'];
  stop(): Promise<void>;
}

/** A real MongoDB replica set and a real NATS for tests, and nothing else. */
export async function startInfrastructure(options: InfrastructureOptions): Promise<Infrastructure> {
  const { dataDir, notablescan = false, env = process.env, report = toNowhere } = options;
  const data = DataFolder.open(dataDir);
  const runId = randomUUID();
  const unlock = await lockDataFolder(data, runId);
  const supervisor = new Supervisor(runId, report);
  const stop = (): Promise<void> => supervisor.stop().finally(unlock);
  try {
    const addresses = await bringUpInfrastructure({ data, supervisor, env, report, notablescan, forTests: true });
    const forTests = { mongodbUri: addresses.mongodbUri('tests'), natsUrl: addresses.natsUrl('tests') };
    return { ...forTests, addresses, processes: supervisor.processes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
