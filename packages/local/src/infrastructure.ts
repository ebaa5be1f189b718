import { randomUUID } from 'node:crypto';
import { processNames } from '@inkbear/contracts/services';
import { mongoUri, mongoUsers, type UserName } from '@inkbear/operations/mongodb/mongo-users';
import { replicaSet } from '@inkbear/operations/mongodb/prepare-mongod';
import { type Credentials, ensureCredentials } from './credentials.ts';
import { DataFolder } from './data-folder.ts';
import { findMongod } from './find-mongod.ts';
import { findNatsServer } from './find-nats-server.ts';
import { lockDataFolder } from './lock.ts';
import { checkExternalMongo, planMongod } from './mongod.ts';
import { natsAuthorization, natsUrl } from './nats-users.ts';
import { checkExternalNats, planNats } from './nats.ts';
import type { Env } from './paths.ts';
import { discardReport, type Report } from './report.ts';
import { Supervisor } from './supervisor.ts';

/** Connection strings by user, with credentials. */
export interface Addresses {
  readonly mongodbUri: (user: UserName) => string;
  readonly natsUrl: (user: UserName) => string;
}

interface StartContext {
  readonly data: DataFolder;
  readonly supervisor: Supervisor;
  readonly env: Env;
  readonly report: Report;
  readonly notablescan?: boolean;
  /** Creates the user `tests`. */
  readonly forTests?: boolean;
}

const userNamesOf = (forTests: boolean): readonly UserName[] => [
  ...processNames,
  'ops',
  ...(forTests ? (['tests'] as const) : []),
];

const sharedServerWarning = (name: string): string =>
  `${name} is used as given: all processes share its credentials, so the server does not isolate them.`;

async function startMongo(context: StartContext, credentials: Credentials): Promise<Addresses['mongodbUri']> {
  const { data, supervisor, env, report, notablescan = false, forTests = false } = context;
  const externalUrl = env['MONGODB_URI'];
  if (externalUrl) {
    await checkExternalMongo(externalUrl);
    report(sharedServerWarning('MONGODB_URI'));
    return () => externalUrl;
  }
  const users = mongoUsers(credentials.mongodb, userNamesOf(forTests));
  const mongod = await findMongod(env, report, data.marker.mongodVersion);
  const managed = supervisor.add(await planMongod({ data, mongod, env, notablescan, users }));
  managed.start();
  await managed.waitUntilReady();
  return (name) =>
    mongoUri({ host: managed.url, replicaSet }, users.find(({ user }) => user === name) ?? throwUnknownUser(name));
}

async function startNats(context: StartContext, credentials: Credentials): Promise<Addresses['natsUrl']> {
  const { data, supervisor, env, report, forTests = false } = context;
  const externalUrl = env['NATS_URL'];
  if (externalUrl) {
    await checkExternalNats(externalUrl);
    report(sharedServerWarning('NATS_URL'));
    return () => externalUrl;
  }
  const authorization = natsAuthorization(credentials.nats, userNamesOf(forTests));
  const managed = supervisor.add(
    await planNats({ data, command: await findNatsServer(env, report), env, authorization }),
  );
  managed.start();
  await managed.waitUntilReady();
  return (name) => natsUrl(managed.url, name, credentials.nats);
}

const throwUnknownUser = (name: string): never => {
  throw new Error(`This server has no user ${name}.`);
};

/** Starts mongod and nats-server with one user per process, or uses the servers of `MONGODB_URI` and `NATS_URL`. */
export async function startServers(context: StartContext): Promise<Addresses> {
  const credentials = ensureCredentials(context.data);
  const [mongo, nats] = await Promise.allSettled([startMongo(context, credentials), startNats(context, credentials)]);
  if (mongo.status === 'rejected') throw mongo.reason;
  if (nats.status === 'rejected') throw nats.reason;
  return { mongodbUri: mongo.value, natsUrl: nats.value };
}

export interface InfrastructureOptions {
  readonly dataDir: string;
  /** Makes queries without an index fail. */
  readonly notablescan?: boolean;
  readonly env?: Env;
  readonly report?: Report;
}

export interface Infrastructure {
  /** Connection strings of the user `tests`, with access to all databases and subjects. */
  readonly mongodbUri: string;
  readonly natsUrl: string;
  /** Connection strings by process. */
  readonly addresses: Addresses;
  readonly processes: Supervisor['processes'];
  stop(): Promise<void>;
}

/** Starts a real MongoDB replica set and a real NATS for tests. */
export async function startInfrastructure(options: InfrastructureOptions): Promise<Infrastructure> {
  const { dataDir, notablescan = false, env = process.env, report = discardReport } = options;
  const data = DataFolder.open(dataDir);
  const runId = randomUUID();
  const unlock = await lockDataFolder(data, runId);
  const supervisor = new Supervisor(runId, report);
  const stop = (): Promise<void> => supervisor.stop().finally(unlock);
  try {
    const addresses = await startServers({ data, supervisor, env, report, notablescan, forTests: true });
    const forTests = { mongodbUri: addresses.mongodbUri('tests'), natsUrl: addresses.natsUrl('tests') };
    return { ...forTests, addresses, processes: supervisor.processes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
