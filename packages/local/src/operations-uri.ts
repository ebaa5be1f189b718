import { existsSync } from 'node:fs';
import { ensureCredentials } from './credentials.ts';
import { DataFolder } from './data-folder.ts';
import { mongoUri, mongoUsers } from './mongo-users.ts';
import { replicaSet } from './mongod.ts';

/** Where an operator's commands reach the databases of the Inkbear that runs on a data folder; null without one. */
export function operationsUri(dataDir: string): string | null {
  if (!existsSync(dataDir)) return null;
  const data = DataFolder.open(dataDir);
  const { mongodPort } = data.marker;
  const [user] = mongoUsers(ensureCredentials(data).mongodb, ['ops']);
  if (mongodPort === undefined || !user) return null;
  return mongoUri({ host: `127.0.0.1:${mongodPort}`, replicaSet }, user);
}
