import { randomUUID } from 'node:crypto';
import { DataFolder } from './data-folder.ts';
import { findMongod } from './find-mongod.ts';
import { findNatsServer } from './find-nats-server.ts';
import { lockDataFolder } from './lock.ts';
import { checkForeignMongo, planMongod } from './mongod.ts';
import { checkForeignNats, planNats } from './nats.ts';
import type { Env } from './paths.ts';
import { toNowhere, type Report } from './report.ts';
import { Supervisor } from './supervisor.ts';

export interface Addresses {
  readonly mongodbUri: string;
  readonly natsUrl: string;
}

interface Needs {
  readonly data: DataFolder;
  readonly supervisor: Supervisor;
  readonly env: Env;
  readonly report: Report;
  readonly notablescan?: boolean;
}

async function bringUpMongo({ data, supervisor, env, report, notablescan = false }: Needs): Promise<string> {
  const given = env['MONGODB_URI'];
  if (given) {
    await checkForeignMongo(given);
    return given;
  }
  const mongod = await findMongod(env, report, data.marker.mongodVersion);
  const managed = supervisor.add(await planMongod(data, mongod, env, notablescan));
  managed.start();
  await managed.waitUntilReady();
  return managed.url;
}

async function bringUpNats({ data, supervisor, env, report }: Needs): Promise<string> {
  const given = env['NATS_URL'];
  if (given) {
    await checkForeignNats(given);
    return given;
  }
  const managed = supervisor.add(await planNats(data, await findNatsServer(env, report), env));
  managed.start();
  await managed.waitUntilReady();
  return managed.url;
}

/** mongod and nats-server, or the ones that `MONGODB_URI` and `NATS_URL` name. */
export async function bringUpInfrastructure(needs: Needs): Promise<Addresses> {
  const [mongo, nats] = await Promise.allSettled([bringUpMongo(needs), bringUpNats(needs)]);
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

export interface Infrastructure extends Addresses {
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
    const addresses = await bringUpInfrastructure({ data, supervisor, env, report, notablescan });
    return { ...addresses, processes: supervisor.processes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
